//go:build unix

package compose

import (
	"os"
	"path/filepath"
	"slices"
	"testing"

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
	eventually(t, "the notice", func() bool {
		return slices.ContainsFunc(app.Notices(), func(n core.Notice) bool { return n.ID == "clanker" })
	})
	if app.Status().Clanker != "" {
		t.Error("the status names a clanker that is not there")
	}
}
