//go:build linux

package packages

import (
	"crypto/sha256"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// menuEntry is what a desktop starts the application by.
const menuEntry = "/usr/share/applications/clanker-grid.desktop"

// status is what the application says of itself.
type status struct {
	Version    string
	Kind       string
	Pid        int
	Clanker    string
	Workspaces []struct {
		Path      string
		Terminals []struct {
			Pid   int
			State string
		}
	}
}

// ask asks the running application with some clanker.
func (r *root) ask(t *testing.T, clanker string) (s status, ok bool) {
	t.Helper()
	data, err := r.command(t, clanker, "status", "--json").Output()
	return s, err == nil && json.Unmarshal(data, &s) == nil
}

// launch starts the application as a menu does and waits for its window.
func (r *root) launch(t *testing.T) (now status, window string) {
	t.Helper()
	// What is launched keeps its launcher's output open, so that is given none.
	if err := r.command(t, "gio", "launch", menuEntry).Run(); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the application to answer", func() (ok bool) {
		now, ok = r.ask(t, "clanker")
		return ok && now.Kind == "desktop" && now.Clanker != ""
	})
	// By its class, which is how a desktop finds the menu entry and with it the icon.
	waitFor(t, "a window of the class that the entry names", func() bool {
		out, err := exec.CommandContext(t.Context(), "xdotool", "search", "--onlyvisible", "--all", "--pid", strconv.Itoa(now.Pid), "--class", "^clanker-grid$").Output()
		fields := strings.Fields(string(out))
		if err == nil && len(fields) > 0 {
			window = fields[len(fields)-1]
		}
		return window != ""
	})
	return now, window
}

// types types a line into the window's focused terminal.
func types(t *testing.T, window, line string) {
	t.Helper()
	for _, args := range [][]string{{"windowfocus", window}, {"type", "--delay", "15", line}, {"key", "Return"}} {
		if out, err := exec.CommandContext(t.Context(), "xdotool", args...).CombinedOutput(); err != nil {
			t.Fatalf("xdotool %v: %v\n%s", args, err, out)
		}
	}
}

// prove types until a shell has answered: keys before it listens reach nobody.
func (r *root) prove(t *testing.T, window, name string) {
	t.Helper()
	proof := filepath.Join(r.home, name)
	waitFor(t, "the shell to have written "+name, func() bool {
		types(t, window, "echo typed-$((6*7)) > "+proof)
		text, err := os.ReadFile(proof)
		return err == nil && strings.TrimSpace(string(text)) == "typed-42"
	})
}

// ends ends the application with what runs in it.
func (r *root) ends(t *testing.T, clanker string) {
	t.Helper()
	r.run(t, clanker, "quit", "--force")
	waitFor(t, "everything to end", func() bool { return len(r.processes()) == 0 })
}

// programVersion is what dpkg says of a package file, as the program prints it.
func programVersion(t *testing.T, deb string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "dpkg-deb", "--field", deb, "Version").Output()
	if err != nil {
		t.Fatal(err)
	}
	return strings.Replace(strings.TrimSpace(string(out)), "~", "-", 1)
}

// machineDatabase is what the machine's own package manager knows.
func machineDatabase(t *testing.T) [32]byte {
	t.Helper()
	data, err := os.ReadFile("/var/lib/dpkg/status")
	if err != nil {
		t.Fatal(err)
	}
	return sha256.Sum256(data)
}

func TestADebianPackageIsInstalledUsedUpgradedAndRemoved(t *testing.T) {
	first, second := made(t, "CLANKER_PACKAGES", "*.deb"), made(t, "CLANKER_PACKAGES_NEXT", "*.deb")
	needs(t, "dpkg", "dpkg-deb", "gio", "xdotool", "desktop-file-validate")
	if os.Getenv("DISPLAY") == "" {
		t.Skip("there is no screen here")
	}
	machine := machineDatabase(t)
	r := newRoot(t)
	t.Cleanup(r.endAll)
	project := filepath.Join(r.home, "project")
	if err := os.Mkdir(project, 0o700); err != nil {
		t.Fatal(err)
	}

	r.run(t, "dpkg", "--install", first)
	r.run(t, "desktop-file-validate", menuEntry)
	if got := r.run(t, "clanker", "--version"); got != "clanker "+programVersion(t, first)+"\n" {
		t.Errorf("installed is %q", got)
	}
	if got := r.run(t, "dpkg", "--verify", "clanker-grid"); got != "" {
		t.Errorf("what was installed is not what was packaged:\n%s", got)
	}
	old, window := r.launch(t)
	r.run(t, "clanker", "open", project)
	r.prove(t, window, "first")
	types(t, window, "sleep 47160")
	var program int
	waitFor(t, "the program in the terminal", func() (found bool) {
		program, found = r.running("sleep\x0047160")
		return found
	})

	r.run(t, "dpkg", "--install", second)
	if got := r.run(t, "clanker", "--version"); got != "clanker "+programVersion(t, second)+"\n" {
		t.Errorf("after the upgrade it is %q", got)
	}
	if again, found := r.running("sleep\x0047160"); !found || again != program {
		t.Fatal("the upgrade ended what ran in a terminal")
	}
	// The new clanker understands the old application, which goes on.
	if s, ok := r.ask(t, "clanker"); !ok || s.Pid != old.Pid || s.Version != programVersion(t, first) {
		t.Errorf("after the upgrade the application says %+v", s)
	}
	if err := syscall.Kill(program, syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	r.prove(t, window, "upgraded")
	r.ends(t, "clanker")

	next, window := r.launch(t)
	if next.Version != programVersion(t, second) || next.Clanker == old.Clanker {
		t.Errorf("the next start says %+v", next)
	}
	if len(next.Workspaces) != 1 || next.Workspaces[0].Path != project {
		t.Errorf("the workspaces that came back are %+v", next.Workspaces)
	}

	r.run(t, "dpkg", "--remove", "clanker-grid")
	r.fails(t, "clanker", "--version")
	r.prove(t, window, "removed")
	if s, ok := r.ask(t, next.Clanker); !ok || s.Pid != next.Pid {
		t.Errorf("after the removal the application says %+v", s)
	}
	r.ends(t, next.Clanker)
	if _, err := os.Stat(filepath.Join(r.base(), "config", "clanker-grid", "state.db")); err != nil {
		t.Errorf("the user's data is gone: %v", err)
	}
	for _, left := range []string{menuEntry, "/usr/bin/clanker-grid", "/usr/lib/clanker-grid", "/usr/share/doc/clanker-grid"} {
		r.fails(t, "test", "-e", left)
	}

	r.run(t, "dpkg", "--install", second)
	again, _ := r.launch(t)
	if len(again.Workspaces) != 1 || again.Workspaces[0].Path != project {
		t.Errorf("after a new installation the workspaces are %+v", again.Workspaces)
	}
	r.ends(t, "clanker")
	if machineDatabase(t) != machine {
		t.Error("the machine's own package database was changed")
	}
}
