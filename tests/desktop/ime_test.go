//go:build linux

package desktop

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// betweenKeys is what a fast typist leaves; an input method answers each key in a
// process of its own.
const betweenKeys = "60"

// received starts a program in the terminal that keeps what it is given, and returns
// how to wait for all of it.
func (a *application) received(t *testing.T, window, project string) (expect func(want string)) {
	t.Helper()
	path := filepath.Join(project, "received")
	a.typeLine(t, window, "cat > received")
	waitFor(t, "the program that receives", func() bool {
		_, err := os.Stat(path)
		return err == nil
	})
	return func(want string) {
		t.Helper()
		var got string
		waitFor(t, "a line", func() bool {
			data, err := os.ReadFile(path)
			got = string(data)
			return err == nil && strings.Count(got, "\n") >= strings.Count(want, "\n")
		})
		if got != want {
			t.Errorf("the program was given %q, want %q", got, want)
		}
	}
}

func (a *application) press(t *testing.T, window string, keys ...string) {
	t.Helper()
	a.keys(t, window, append([]string{"key", "--delay", betweenKeys}, keys...)...)
}

func TestDeadKeysAndComposeTypeTheirLetterOnce(t *testing.T) {
	// GTK's modules tell of the same letter in events of different order: the first shows the
	// sign before the letter, the others enter the letter at once.
	for name, environment := range map[string][]string{
		"by GTK itself":                     {"GTK_IM_MODULE=gtk-im-context-simple"},
		"by the module that GTK chooses":    nil,
		"by IBus, which nobody has started": {"GTK_IM_MODULE=ibus"},
	} {
		t.Run(name, func(t *testing.T) { deadKeysAndCompose(t, environment) })
	}
}

func deadKeysAndCompose(t *testing.T, environment []string) {
	world := newWorld(t)
	layout := func(args ...string) {
		t.Helper()
		if out, err := world.command(t, "setxkbmap", args...).CombinedOutput(); err != nil {
			t.Fatalf("setxkbmap %v: %v\n%s", args, err, out)
		}
	}
	app := world.start(t, environment...)
	project := world.project(t)
	id := app.openFolder(t, project)
	expect := app.received(t, id, project)
	layout("-layout", "us", "-variant", "intl", "-option", "compose:menu")
	t.Cleanup(func() {
		// The test's context is over by now, and the screen is used by other tests.
		reset := exec.Command("setxkbmap", "-layout", "us", "-option", "")
		reset.Env = world.environment()
		if out, err := reset.CombinedOutput(); err != nil {
			t.Errorf("setxkbmap: %v\n%s", err, out)
		}
	})
	lines := ""
	for _, line := range []struct {
		keys []string
		want string
	}{
		{[]string{"dead_acute", "e", "dead_diaeresis", "u", "dead_acute", "space"}, "éü'"},
		// The same letter again, with keys of the terminal between, is what a comparison of texts gets wrong.
		{[]string{"a", "dead_acute", "e", "b", "dead_acute", "e", "c"}, "aébéc"},
		{[]string{"dead_tilde", "n", "X", "dead_tilde", "n", "dead_tilde", "n"}, "ñXññ"},
		{[]string{"Multi_key", "s", "s", "Multi_key", "o", "slash"}, "ßø"},
		// A sign that goes with no letter stands for itself, beside the letter.
		{[]string{"dead_acute", "x"}, "´x"},
		// A key back takes what the program has, not what is left in the page.
		{[]string{"dead_acute", "e", "dead_acute", "a", "BackSpace", "dead_acute", "e"}, "éé"},
		// Two units of UTF-16 each.
		{[]string{"ctrl+shift+u", "1", "f", "6", "0", "0", "space", "ctrl+shift+u", "1", "f", "6", "0", "0", "space", "z"}, "😀😀z"},
	} {
		app.press(t, id, append(line.keys, "Return")...)
		lines += line.want + "\n"
		expect(lines)
	}
}

// inputMethod starts IBus with its Korean engine, which needs no dictionary. It returns
// what a program needs to use it, and how to end it.
func (w *world) inputMethod(t *testing.T) (environment []string, end func()) {
	t.Helper()
	for _, path := range []string{"/usr/bin/ibus-daemon", "/usr/libexec/ibus-engine-hangul"} {
		if _, err := os.Stat(path); err != nil {
			t.Skip("needs a real input method: install ibus, ibus-gtk3 and ibus-hangul")
		}
	}
	// Nothing of the user's session: settings in memory, no panel, no X input method.
	daemon := exec.Command("ibus-daemon", "--panel", "disable", "--config", "/usr/libexec/ibus-memconf", "--emoji-extension", "disable")
	daemon.Env = append(w.environment(), "GSETTINGS_BACKEND=memory")
	daemon.Dir = w.home
	if err := daemon.Start(); err != nil {
		t.Fatal(err)
	}
	end = sync.OnceFunc(func() {
		daemon.Process.Signal(syscall.SIGTERM)
		daemon.Wait() // a signal ended it
	})
	t.Cleanup(end)
	waitFor(t, "the input method", func() bool {
		return w.command(t, "ibus", "engine", "hangul").Run() == nil
	})
	return []string{"GTK_IM_MODULE=ibus", "GSETTINGS_BACKEND=memory"}, end
}

func TestAnInputMethodTypesWhatItComposesOnce(t *testing.T) {
	world := newWorld(t)
	environment, end := world.inputMethod(t)
	app := world.start(t, environment...)
	t.Cleanup(end) // before the application's own end, after which nothing may be left
	project := world.project(t)
	id := app.openFolder(t, project)
	expect := app.received(t, id, project)
	app.press(t, id, "Hangul") // from Latin letters to syllables

	app.press(t, id, "g", "k", "s")
	<-time.After(time.Second) // for the picture alone
	app.screenshot(t, "preedit")
	app.press(t, id, "space", "Return")
	expect("한 \n")

	// A syllable follows the other while it is composed, and Enter ends the last.
	app.press(t, id, "g", "k", "s", "r", "m", "f", "Return")
	expect("한 \n한글\n")

	// A key back takes a letter of the syllable that is composed, and nothing that the
	// program has.
	app.press(t, id, "g", "k", "s", "BackSpace", "space", "g", "BackSpace", "Return")
	expect("한 \n한글\n하 \n")

	// A program's own keys stay its own: the line is erased, syllable and all.
	app.press(t, id, "g", "k", "s", "ctrl+u", "r", "k", "Return")
	expect("한 \n한글\n하 \n가\n")

	// To Latin letters and back in the middle of a word: nothing is lost, nothing comes twice.
	app.press(t, id, "Hangul", "a", "Hangul", "s", "k", "Hangul", "b", "Return")
	expect("한 \n한글\n하 \n가\na나b\n")
}
