//go:build linux

package desktop

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestTheWindowDrawsTheLauncher(t *testing.T) {
	app := start(t)
	app.window(t)
	waitFor(t, "a picture with more than a background", func() bool {
		return len(app.screenshot(t, "launcher")) >= minimumColours
	})
}

// minimumColours is well above a blank page with a frame and a cursor, and well
// below what antialiased text brings.
const minimumColours = 24

func TestAKeystrokeReachesTheShell(t *testing.T) {
	app := start(t)
	id := app.openFolder(t, app.world.project(t))
	proof := filepath.Join(app.world.home, "proof")
	app.typeLine(t, id, "echo typed-$((6*7)) > "+proof)
	waitFor(t, "the shell to have written the file", func() bool {
		text, err := os.ReadFile(proof)
		return err == nil && strings.TrimSpace(string(text)) == "typed-42"
	})
	if colours := app.screenshot(t, "workspace"); len(colours) < minimumColours {
		t.Errorf("the workspace has %d colours", len(colours))
	}
}

func TestASecondStartFocusesTheFirstAndEnds(t *testing.T) {
	app := start(t)
	app.window(t)
	second := app.world.command(t, desktopBinary(t))
	output, err := second.CombinedOutput()
	if err != nil {
		t.Fatalf("the second start ended with %v\n%s", err, output)
	}
	if app.ended() {
		t.Fatal("the first one is gone")
	}
	var status struct {
		Kind string
		Pid  int
	}
	data, err := app.world.command(t, cliBinary(t), "status", "--json").Output()
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &status); err != nil {
		t.Fatal(err)
	}
	if status.Kind != "desktop" || status.Pid != app.command.Process.Pid {
		t.Errorf("the owner is %+v, and the first window is %d", status, app.command.Process.Pid)
	}
}

func TestTerminatingTheApplicationEndsItsShells(t *testing.T) {
	app := start(t)
	id := app.openFolder(t, app.world.project(t))
	app.typeLine(t, id, "sleep 4716")
	waitFor(t, "the program in the shell", func() bool { return app.world.runs("sleep\x004716") })
	app.signal(t, syscall.SIGTERM)
	waitFor(t, "the application to end", app.ended)
	waitFor(t, "its shells to end", func() bool { return len(app.world.processes()) == 0 })
}

func TestClosingTheWindowAsksWhenSomethingRuns(t *testing.T) {
	app := start(t)
	id := app.openFolder(t, app.world.project(t))
	app.typeLine(t, id, "sleep 4717")
	waitFor(t, "the program in the shell", func() bool { return app.world.runs("sleep\x004717") })
	before := dominant(app.screenshot(t, "working"))
	app.clickClose(t, id)
	waitFor(t, "the question, which dims everything else", func() bool { return dominant(app.screenshot(t, "quit")) != before })
	if app.ended() {
		t.Fatal("it ended without being asked")
	}
	app.keys(t, id, "key", "Escape")
	waitFor(t, "the question to go", func() bool { return dominant(app.screenshot(t, "kept")) == before })
	if !app.world.runs("sleep\x004717") {
		t.Fatal("the program was ended, and the question was not answered")
	}
}

func TestWithoutADisplayTheProgramSaysWhatToRun(t *testing.T) {
	world := newWorld(t)
	cmd := world.command(t, desktopBinary(t))
	cmd.Env = append(cmd.Env, "DISPLAY=", "WAYLAND_DISPLAY=")
	output, err := cmd.CombinedOutput()
	if err == nil {
		t.Fatalf("it started without a display:\n%s", output)
	}
	if !strings.Contains(string(output), "clanker serve") || strings.Contains(string(output), "panic") {
		t.Errorf("the text does not help:\n%s", output)
	}
}

func TestTheVersionNeedsNoDisplay(t *testing.T) {
	world := newWorld(t)
	cmd := world.command(t, desktopBinary(t), "--version")
	cmd.Env = append(cmd.Env, "DISPLAY=", "WAYLAND_DISPLAY=")
	if output, err := cmd.CombinedOutput(); err != nil || len(output) == 0 {
		t.Errorf("%v\n%s", err, output)
	}
}
