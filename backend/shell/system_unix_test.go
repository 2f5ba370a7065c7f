//go:build unix

package shell

import (
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"clankergrid/backend/errs"
)

// fakeProgram puts a script on a PATH of its own that notes how it was started.
func fakeProgram(t *testing.T, name, last string) (environ []string, notes string) {
	t.Helper()
	dir := t.TempDir()
	notes = filepath.Join(dir, "notes")
	script := "#!/bin/sh\nprintf '%s\\n' \"$@\" > '" + notes + "'\nenv >> '" + notes + "'\n" + last + "\n"
	if err := os.WriteFile(filepath.Join(dir, name), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	return []string{"PATH=" + dir + ":/usr/bin:/bin", "DISPLAY=:7", "LC_ALL=C", "CLANKER_TOKEN=x", "TERM_SESSION_ID=y", "LD_PRELOAD=", "GDK_BACKEND=x11"}, notes
}

func openerName() string {
	if runtime.GOOS == "darwin" {
		return "open"
	}
	return "xdg-open"
}

func TestTheOpenerGetsTheTargetAloneAndACleanEnvironment(t *testing.T) {
	environ, notes := fakeProgram(t, openerName(), "exit 0")
	system := &System{Environ: environ, Log: slog.New(slog.DiscardHandler)}
	target := "https://example.com/$(touch x);`id`"
	if err := system.Open(t.Context(), target); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(notes)
	if err != nil {
		t.Fatal(err)
	}
	got := string(data)
	if !strings.HasPrefix(got, target+"\n") {
		t.Errorf("the target was changed: %s", got)
	}
	if !strings.Contains(got, "DISPLAY=:7") || !strings.Contains(got, "LC_ALL=C") {
		t.Errorf("the desktop's variables are missing: %s", got)
	}
	for _, private := range []string{"CLANKER_TOKEN", "TERM_SESSION_ID", "GDK_BACKEND"} {
		if strings.Contains(got, private) {
			t.Errorf("%s reached the opener", private)
		}
	}
}

func TestAFailingOpenerIsUnavailable(t *testing.T) {
	environ, _ := fakeProgram(t, openerName(), "exit 3")
	system := &System{Environ: environ}
	if err := system.Open(t.Context(), "https://example.com/"); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("err = %v, want unavailable", err)
	}
	system.Environ = []string{"PATH=relative:" + t.TempDir()}
	if err := system.Open(t.Context(), "https://example.com/"); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("err = %v, want unavailable", err)
	}
}

func TestAnAppWindowIsAChromiumsOwn(t *testing.T) {
	environ, notes := fakeProgram(t, "chromium", "exit 0")
	if runtime.GOOS == "linux" {
		environ[0] = strings.TrimSuffix(environ[0], ":/usr/bin:/bin") + ":/bin" // no browser of this machine
	}
	system := &System{Environ: environ}
	if err := system.OpenAppWindow(t.Context(), "file:///run/open.html"); err != nil {
		t.Skip("another browser of this machine was found first: ", err)
	}
	data, err := os.ReadFile(notes)
	if err != nil {
		t.Skip("another browser of this machine was found first")
	}
	if !strings.HasPrefix(string(data), "--app=file:///run/open.html\n") {
		t.Errorf("started with %s", data)
	}
}

func TestWithoutAChromiumTheAppWindowSaysSo(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("browsers are found outside of PATH here")
	}
	system := &System{Environ: []string{"PATH=" + t.TempDir()}}
	if err := system.OpenAppWindow(t.Context(), "file:///x"); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("err = %v, want unavailable", err)
	}
}
