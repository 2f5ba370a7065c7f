//go:build unix

package compose

import (
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"clankergrid/backend/core"
)

// packaged puts a window and its clanker into a folder.
func packaged(t *testing.T) (executable string) {
	t.Helper()
	folder := t.TempDir()
	for _, name := range []string{"clanker-grid", "clanker"} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(folder, "clanker-grid")
}

func TestTheOwnerInstallsItsClanker(t *testing.T) {
	u := newUser(t)
	u.options.Executable = packaged(t)
	app := u.start(t)
	eventually(t, "the installed clanker", func() bool { return app.Status().Clanker != "" })
	data, err := os.ReadFile(app.Status().Clanker)
	if err != nil || string(data) != "clanker" {
		t.Errorf("it holds %q: %v", data, err)
	}
}

func TestAClankerThatCannotBeInstalledIsANotice(t *testing.T) {
	u := newUser(t)
	u.options.Executable = packaged(t)
	blocked := filepath.Join(u.home, "data", "clanker-grid")
	if err := os.MkdirAll(blocked, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(blocked, "bin"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	app := u.start(t)
	noticed(t, app)
	if app.Status().Clanker != "" {
		t.Error("the status names a clanker that is not there")
	}
}

func noticed(t *testing.T, app *Application) {
	t.Helper()
	eventually(t, "the notice", func() bool {
		return slices.ContainsFunc(app.Notices(), func(n core.Notice) bool { return n.ID == "clanker" && n.Hint != "" })
	})
}

func TestAProgramThatDoesNotKnowItsOwnFileSaysSo(t *testing.T) {
	u := newUser(t)
	u.options.Executable = ""
	noticed(t, u.start(t))
}

func TestAProgramThatWasReplacedSinceItsStartIsFoundWhereItWas(t *testing.T) {
	path := packaged(t)
	if got := resolved(path + " (deleted)"); got != path {
		t.Errorf("replaced: %q, want %q", got, path)
	}
	odd := filepath.Join(t.TempDir(), "clanker-grid (deleted)")
	if err := os.WriteFile(odd, nil, 0o755); err != nil {
		t.Fatal(err)
	}
	if got := resolved(odd); got != odd {
		t.Errorf("of that name: %q", got)
	}
	if got := resolved(filepath.Join(t.TempDir(), "gone (deleted)")); got != "" {
		t.Errorf("removed: %q", got)
	}
}

func TestAClankerThatSomebodyRemovesIsInstalledAgain(t *testing.T) {
	u := newUser(t)
	u.options.Executable = packaged(t)
	app := u.start(t)
	eventually(t, "the installed clanker", func() bool { return app.Status().Clanker != "" })
	first := app.Status().Clanker
	if err := os.RemoveAll(filepath.Dir(filepath.Dir(first))); err != nil {
		t.Fatal(err)
	}
	if app.Status().Clanker != "" {
		t.Error("the status names a clanker that is gone")
	}
	eventually(t, "the clanker once more", func() bool { return app.Status().Clanker == first })
}

func TestAnotherOwnersClankerStaysWhileItRuns(t *testing.T) {
	u := newUser(t)
	u.options.Executable = packaged(t)
	first := u.start(t)
	eventually(t, "the first clanker", func() bool { return first.Status().Clanker != "" })
	path := first.Status().Clanker
	long := time.Now().AddDate(-1, 0, 0)
	if err := os.Chtimes(path, long, long); err != nil {
		t.Fatal(err)
	}

	other, getenv := *u, u.options.Getenv
	other.options.Executable = packaged(t)
	if err := os.WriteFile(filepath.Join(filepath.Dir(other.options.Executable), "clanker"), []byte("another"), 0o755); err != nil {
		t.Fatal(err)
	}
	other.options.Getenv = func(name string) string {
		if name == "XDG_CONFIG_HOME" {
			return filepath.Join(u.home, "other config")
		}
		return getenv(name)
	}
	second := other.start(t)
	// What the second saw in use is noted as used now, which is its last step.
	eventually(t, "the second owner to have looked at the first one's copy", func() bool {
		info, err := os.Lstat(path)
		return err != nil || time.Since(info.ModTime()) < time.Hour
	})
	if got := second.Status().Clanker; got == "" || got == path {
		t.Errorf("the second owner's clanker is %q", got)
	}
	if first.Status().Clanker != path {
		t.Error("the first owner's clanker is gone")
	}
}
