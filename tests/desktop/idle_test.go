//go:build linux

package desktop

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

const (
	// watched is long enough for a caret to blink thirty times, and for the webview to
	// read once how much memory it has, which it does every half minute and which takes
	// it 30 ms.
	watched = 20 * time.Second
	// restful is what the window and its page may take of one processor meanwhile: a
	// caret that blinks took three times as much, one that is drawn for every frame ten
	// times.
	restful = 80 * time.Millisecond
	// tick is the kernel's unit of processor time, on every system that Go runs on.
	tick = 10 * time.Millisecond
)

// A desktop whose user does not want carets to blink is the hardest case: the webview
// then draws them for every frame.
func TestAWindowThatNobodyUsesTakesNoProcessor(t *testing.T) {
	world := newWorld(t)
	gtk := filepath.Join(world.root, "config", "gtk-3.0")
	if err := os.MkdirAll(gtk, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(gtk, "settings.ini"), []byte("[Settings]\ngtk-cursor-blink=0\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	app := world.start(t)
	id := app.openFolder(t, world.project(t))
	// A program may ask for a cursor that blinks, as editors and prompts do.
	app.typeLine(t, id, `printf '\e[1 q'`)
	// What a start leaves to be done is done when a while has been taken up by nothing.
	waitFor(t, "the window to come to rest", func() bool { return app.took(t, 2*time.Second) <= tick })
	if used := app.took(t, watched); used > restful {
		t.Errorf("in %v in which nothing happened the window and its page took %v", watched, used)
	}
}

// took is the processor time that the window and its page take in so much time.
func (a *application) took(t *testing.T, during time.Duration) time.Duration {
	t.Helper()
	before := a.processorTime(t)
	<-time.After(during)
	return a.processorTime(t) - before
}

// processorTime sums up the window and the webview's processes, without the shells.
func (a *application) processorTime(t *testing.T) (sum time.Duration) {
	t.Helper()
	for _, pid := range a.world.processes() {
		stat, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
		if err != nil {
			continue // it has ended meanwhile
		}
		// The name is in brackets and may hold anything: https://man7.org/linux/man-pages/man5/proc_pid_stat.5.html
		opened, closed := bytes.IndexByte(stat, '('), bytes.LastIndexByte(stat, ')')
		if name := string(stat[opened+1 : closed]); pid != a.command.Process.Pid && !strings.HasPrefix(name, "WebKit") {
			continue
		}
		fields := strings.Fields(string(stat[closed+2:]))
		for _, field := range fields[11:13] { // in the program, and in the kernel for it
			ticks, err := strconv.Atoi(field)
			if err != nil {
				t.Fatal(err)
			}
			sum += time.Duration(ticks) * tick
		}
	}
	return sum
}
