//go:build linux

package desktop

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

// webProcess is the process that runs the window's page.
func (a *application) webProcess(t *testing.T) int {
	t.Helper()
	found := 0
	waitFor(t, "the page's process", func() bool {
		for _, pid := range a.world.processes() {
			name, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
			if err == nil && bytes.Contains(name, []byte("WebKitWebProcess")) {
				found = pid
				return true
			}
		}
		return false
	})
	return found
}

// dialog is a dialog of the system that the application shows, or empty.
func (a *application) dialog(t *testing.T, main string) string {
	t.Helper()
	out, _ := exec.CommandContext(t.Context(), "xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(a.command.Process.Pid)).Output()
	for _, id := range strings.Fields(string(out)) {
		if id != main {
			return id
		}
	}
	return ""
}

func (a *application) log(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(a.world.root, "state", "clanker-grid", "logs", "clanker-grid.log"))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// busy opens the window with a program in a terminal.
func busy(t *testing.T, number string) (*application, string) {
	t.Helper()
	app := start(t)
	id := app.openFolder(t, app.world.project(t))
	app.typeLine(t, id, "sleep "+number)
	waitFor(t, "the program in the shell", func() bool { return app.world.runs("sleep\x00" + number) })
	return app, id
}

// hang keeps the page from answering for the rest of the test.
func (a *application) hang(t *testing.T) {
	t.Helper()
	pid := a.webProcess(t)
	if err := syscall.Kill(pid, syscall.SIGSTOP); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Kill(pid, syscall.SIGCONT) }) // it ends with the application
}

func TestThePageAsksBeforeACloseEndsAProgram(t *testing.T) {
	app, id := busy(t, "4717")
	before := dominant(app.screenshot(t, "working"))
	requestClose(t, id)
	// Keys before it is there would go to the terminal, and Return alone cancels.
	waitFor(t, "the page's question, which dims everything else", func() bool { return dominant(app.screenshot(t, "quit")) != before })
	// Its Cancel is focused; the other button is beside it.
	app.tryKeys(t, id, "key", "Tab")
	app.tryKeys(t, id, "key", "Return")
	waitFor(t, "the application to end", app.ended)
	if strings.Contains(app.log(t), "does not answer") {
		t.Error("the system asked although the page did")
	}
}

func TestAWindowWhosePageHangsIsClosedByTheSystemsDialog(t *testing.T) {
	app, id := busy(t, "4718")
	app.hang(t)
	requestClose(t, id)
	var dialog string
	waitFor(t, "the system's dialog", func() bool { dialog = app.dialog(t, id); return dialog != "" })
	app.screenshot(t, "page-hangs")
	if app.ended() {
		t.Fatal("it ended without asking")
	}
	waitFor(t, "the application to end", func() bool {
		if !app.ended() {
			app.tryKeys(t, dialog, "key", "alt+y")
		}
		return app.ended()
	})
	if !strings.Contains(app.log(t), "the page does not answer a close") {
		t.Error("the log does not say why the system asked")
	}
}

func TestTheEndDoesNotWaitForTheSystemsDialog(t *testing.T) {
	app, id := busy(t, "4719")
	app.hang(t)
	requestClose(t, id)
	waitFor(t, "the system's dialog", func() bool { return app.dialog(t, id) != "" })
	app.signal(t, syscall.SIGTERM)
	waitFor(t, "the application to end", app.ended)
}

func TestAPageWhoseProcessDiesComesBack(t *testing.T) {
	app, id := busy(t, "4720")
	first := app.webProcess(t)
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "another process for the page", func() bool { return app.webProcess(t) != first })
	proof := filepath.Join(app.world.home, "again")
	waitFor(t, "the shell to have written the file", func() bool {
		// Keys before the page is there again reach nobody.
		app.keys(t, id, "key", "ctrl+c")
		app.typeLine(t, id, "echo typed-$((6*7)) > "+proof)
		text, err := os.ReadFile(proof)
		return err == nil && strings.TrimSpace(string(text)) == "typed-42"
	})
	if !strings.Contains(app.log(t), "the page is loaded again") {
		t.Error("the log does not tell of it")
	}
}

// printsSlowly prints for some seconds, writes down who resizes it, and asks the terminal
// at the end where its cursor is: that is where all of it, and nothing twice, leaves it.
const printsSlowly = `trap 'echo resized >> resized' WINCH
clear
for row in {1..12}; do
	for column in {1..40}; do printf x; sleep 0.01; done
	[ $row = 12 ] || echo
	echo $row > row
done
until read -t 1 -rs -d R -p $'\e[6n' answer; do :; done
printf '%s' "${answer#*[}" > place
`

func TestAProgramNeverNoticesThatThePageDied(t *testing.T) {
	world := newWorld(t)
	project := world.project(t)
	file := func(name string) string { return filepath.Join(project, name) }
	content := func(name string) string {
		data, _ := os.ReadFile(file(name)) // none yet
		return strings.TrimSpace(string(data))
	}
	if err := os.WriteFile(file("prints"), []byte(printsSlowly), 0o600); err != nil {
		t.Fatal(err)
	}
	app := world.start(t)
	id := app.openFolder(t, project)
	app.typeLine(t, id, "bash prints")
	waitFor(t, "the program to print", func() bool { return content("row") == "3" })
	first := app.webProcess(t)
	if err := syscall.Kill(first, syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "another process for the page", func() bool { return app.webProcess(t) != first })
	waitFor(t, "the place of the cursor", func() bool { return content("place") != "" })
	if got, want := content("place"), "12;41"; got != want {
		app.screenshot(t, "printed")
		t.Errorf("the cursor is at %s, want %s", got, want)
	}
	if content("resized") != "" {
		t.Error("the program was told of another size")
	}
}

func TestAWindowWhosePageDiedCanBeClosed(t *testing.T) {
	app, id := busy(t, "4721")
	if err := syscall.Kill(app.webProcess(t), syscall.SIGKILL); err != nil {
		t.Fatal(err)
	}
	waitFor(t, "the application to end", func() bool {
		// Whether the page is back in time decides who asks, and a key for the one may
		// reach the other and say no: the close is pressed again.
		requestClose(t, id)
		if dialog := app.dialog(t, id); dialog != "" {
			app.tryKeys(t, dialog, "key", "alt+y")
		} else {
			app.tryKeys(t, id, "key", "Tab")
			app.tryKeys(t, id, "key", "Return")
		}
		return app.ended()
	})
}

// tryKeys sends keys to a window that may be about to close.
func (a *application) tryKeys(t *testing.T, window string, args ...string) {
	exec.CommandContext(t.Context(), "xdotool", "windowfocus", window).Run()
	exec.CommandContext(t.Context(), "xdotool", args...).Run()
}
