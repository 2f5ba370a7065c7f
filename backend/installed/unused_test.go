package installed

import (
	"bytes"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

const day = 24 * time.Hour

// aged gives a file the time of its last use.
func aged(t *testing.T, path string, by time.Duration) {
	t.Helper()
	at := time.Now().Add(-by)
	if err := os.Chtimes(path, at, at); err != nil {
		t.Fatal(err)
	}
}

// abandoned is a copy whose owner has ended some time ago.
func abandoned(t *testing.T, data, text string, ago time.Duration) *Copy {
	t.Helper()
	c := install(t, data, text)
	if err := c.Close(); err != nil {
		t.Fatal(err)
	}
	aged(t, c.Path, ago)
	return c
}

// removesUnused counts what is removed for another owner.
func removesUnused(t *testing.T, data string, want int) {
	t.Helper()
	removed, err := RemoveUnused(t.Context(), data, install(t, data, "kept"), time.Now())
	if err != nil || removed != want {
		t.Errorf("%d were removed, want %d: %v", removed, want, err)
	}
}

func stays(t *testing.T, what, path string) {
	t.Helper()
	if _, err := os.Lstat(path); err != nil {
		t.Errorf("%s is gone: %v", what, err)
	}
}

func goes(t *testing.T, what, path string) {
	t.Helper()
	if _, err := os.Lstat(path); err == nil {
		t.Errorf("%s is left", what)
	}
}

func TestCopiesThatNobodyUsedForLongAreRemoved(t *testing.T) {
	data := t.TempDir()
	unused, recent := abandoned(t, data, "unused", 31*day), abandoned(t, data, "recent", 29*day)
	foreign, beside := filepath.Join(data, "bin", "notes", "clanker"), abandoned(t, data, "with a note", 31*day)
	note := filepath.Join(filepath.Dir(beside.Path), "note")
	write(t, foreign, 0o700, "")
	write(t, note, 0o600, "")
	aged(t, foreign, 31*day)
	removesUnused(t, data, 1)
	goes(t, "the unused copy's folder", filepath.Dir(unused.Path))
	stays(t, "the recent copy", recent.Path)
	stays(t, "what is not ours", foreign)
	stays(t, "what lies beside a copy", note)
}

func TestACopyOfALiveOwnerStaysHoweverOldItIs(t *testing.T) {
	data := t.TempDir()
	held := install(t, data, "another version")
	aged(t, held.Path, 365*day)
	removesUnused(t, data, 0)
	stays(t, "the copy of the other owner", held.Path)
	// It was seen in use just now, so it outlives its owner by the whole time.
	if info, err := os.Lstat(held.Path); err != nil || time.Since(info.ModTime()) > day {
		t.Errorf("its time is not when it was seen: %v", err)
	}
	aged(t, held.Path, 365*day)
	if err := held.Close(); err != nil {
		t.Fatal(err)
	}
	removesUnused(t, data, 0)
	stays(t, "the copy of an owner that has just ended", held.Path)
}

func TestTwoOwnersOfOneVersionHoldItBoth(t *testing.T) {
	data := t.TempDir()
	first, second := install(t, data, "shared"), install(t, data, "shared")
	if err := first.Close(); err != nil {
		t.Fatal(err)
	}
	aged(t, second.Path, 365*day)
	removesUnused(t, data, 0)
	stays(t, "the copy", second.Path)
}

func TestACopyThatRunsStays(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("which programs run is known on Linux")
	}
	cat, err := exec.LookPath("cat")
	if err != nil {
		t.Skip("cat is not here")
	}
	binary, err := os.ReadFile(cat)
	if err != nil {
		t.Fatal(err)
	}
	data := t.TempDir()
	running := abandoned(t, data, string(binary), 31*day)
	// Many systems have one program for all of these, which goes by its name.
	program := exec.CommandContext(t.Context(), running.Path)
	program.Args[0] = "cat"
	input, err := program.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(input, "ready") // what it answers proves that it was executed
	var said bytes.Buffer
	io.CopyN(&said, out, 5)
	removesUnused(t, data, 0)
	stays(t, "the copy", running.Path)
	input.Close()
	program.Wait()
	aged(t, running.Path, 31*day)
	removesUnused(t, data, 1)
}

func TestWhatWasNeverFinishedIsRemoved(t *testing.T) {
	data := t.TempDir()
	used, recent := install(t, data, "used"), abandoned(t, data, "recent", day)
	empty := filepath.Join(data, "bin", strings.Repeat("ab", 32))
	unfinished := []string{
		filepath.Join(filepath.Dir(used.Path), ".clanker.1.tmp"), filepath.Join(filepath.Dir(recent.Path), ".clanker.exe.2.tmp"), filepath.Join(empty, ".clanker.3.tmp"),
	}
	for _, path := range unfinished {
		write(t, path, 0o600, "cut sho")
		aged(t, path, day)
	}
	fresh := filepath.Join(filepath.Dir(used.Path), ".clanker.4.tmp")
	write(t, fresh, 0o600, "")
	write(t, filepath.Join(empty, "clanker.lock"), 0o600, "")
	removesUnused(t, data, 0)
	for _, path := range unfinished {
		goes(t, path, path)
	}
	goes(t, "the empty folder", empty)
	stays(t, "what may be written just now", fresh)
	stays(t, "the copy in use", used.Path)
	stays(t, "the recent copy", recent.Path)
}
