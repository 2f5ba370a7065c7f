package serve

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"clankergrid/backend/cmd/clanker/cli"
)

func TestTheAddressIsNeverWrittenWhereOthersCanReachIt(t *testing.T) {
	home := t.TempDir()
	// A session's folder that holds a link where ours would be, as another user
	// could leave it.
	session, trap := filepath.Join(home, "session"), filepath.Join(home, "trap")
	for _, dir := range []string{session, trap} {
		if err := os.Mkdir(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(trap, filepath.Join(session, "clanker-grid")); err != nil {
		t.Fatal(err)
	}
	bin := filepath.Join(home, "bin")
	if err := os.Mkdir(bin, 0o700); err != nil {
		t.Fatal(err)
	}
	opened := filepath.Join(home, "opened")
	if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\nprintf %s \"$1\" > '"+opened+"'\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	env := map[string]string{"HOME": home, "XDG_RUNTIME_DIR": session}
	o := &options{open: true, process: &cli.Process{
		Getenv: func(name string) string { return env[name] }, Environ: []string{"PATH=" + bin + ":/usr/bin:/bin"}, Home: home,
	}}
	var said strings.Builder
	complaints := newPrinter(&said)
	browse(t.Context(), o, "http://127.0.0.1:1/#token=x", complaints).remove()
	complaints.close()
	if left, _ := os.ReadDir(trap); len(left) != 0 {
		t.Errorf("written through the link: %v", left)
	}
	where, err := os.ReadFile(opened)
	if want := filepath.Join(home, ".config", "clanker-grid"); err != nil || filepath.Dir(string(where)) != want {
		t.Errorf("opened %q, %v, want a file in %s", where, err, want)
	}

	// Without any private folder the printed address has to do.
	os.Remove(opened)
	for _, variable := range []string{"XDG_CONFIG_HOME", "XDG_STATE_HOME"} {
		env[variable] = filepath.Join(home, "bin", "xdg-open") // no folder
	}
	complaints = newPrinter(&said)
	browse(t.Context(), o, "http://127.0.0.1:1/#token=x", complaints).remove()
	complaints.close()
	if _, err := os.Stat(opened); err == nil {
		t.Error("a browser was started")
	}
	if !strings.Contains(said.String(), "Open the printed address in a browser.") {
		t.Errorf("said %q", said.String())
	}
}
