//go:build unix

package installed

import (
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
)

// A pipe that nobody writes to is opened for ever; these tests would not end.
func TestAPipeIsNoProgramNoManifestAndNoLock(t *testing.T) {
	pipe := func(path string) {
		t.Helper()
		write(t, filepath.Join(filepath.Dir(path), "beside"), 0o600, "")
		if err := syscall.Mkfifo(path, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	root := t.TempDir()
	program := filepath.Join(root, "bin", "clanker-grid")
	pipe(filepath.Join(root, "bin", "clanker"))
	if found, err := Find(program, runtime.GOOS, runtime.GOARCH); err == nil {
		t.Errorf("a pipe beside the program: %+v", found)
	}
	if _, err := Install(t.Context(), t.TempDir(), Source{Path: filepath.Join(root, "bin", "clanker")}); err == nil {
		t.Error("a pipe was installed")
	}
	pipe(filepath.Join(root, "lib", "clanker-grid", "helpers", manifestFile))
	if found, err := find("linux", program, "linux", "amd64"); err == nil {
		t.Errorf("a pipe as manifest: %+v", found)
	}
	data := t.TempDir()
	pipe(filepath.Join(data, "bin", lockFile))
	source := filepath.Join(root, "program")
	write(t, source, 0o755, "program")
	if _, err := Install(t.Context(), data, Source{Path: source}); err == nil {
		t.Error("a pipe was locked")
	}
}
