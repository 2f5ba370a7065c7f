package atomicfile

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"clankergrid/backend/errs"
)

func written(t *testing.T, path string, perm os.FileMode, data string) {
	t.Helper()
	if err := Write(path, perm, []byte(data)); err != nil {
		t.Fatal(err)
	}
}

// holds asserts what the folder of path holds: the file, and nothing beside it.
func holds(t *testing.T, path, data string) {
	t.Helper()
	if got, err := os.ReadFile(path); err != nil || string(got) != data {
		t.Errorf("content = %q, %v, want %q", got, err, data)
	}
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil || len(entries) != 1 {
		t.Errorf("beside it: %v, %v", entries, err)
	}
}

func TestAFileIsReplacedWholeWithItsExactMode(t *testing.T) {
	path := filepath.Join(t.TempDir(), "a file")
	for _, perm := range []os.FileMode{0o600, 0o644, 0o666, 0o400} {
		written(t, path, perm, fmt.Sprint(perm))
		holds(t, path, fmt.Sprint(perm))
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if runtime.GOOS != "windows" && info.Mode().Perm() != perm {
			t.Errorf("mode = %v, want %v", info.Mode(), perm)
		}
	}
	written(t, path, 0o600, "")
	holds(t, path, "")
}

func TestALinkIsReplacedAndItsTargetLeftAlone(t *testing.T) {
	target := filepath.Join(t.TempDir(), "target")
	written(t, target, 0o600, "old")
	path := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(target, path); err != nil {
		t.Skip(err)
	}
	written(t, path, 0o600, "new")
	holds(t, path, "new")
	holds(t, target, "old")
	if info, _ := os.Lstat(path); !info.Mode().IsRegular() {
		t.Errorf("mode = %v", info.Mode())
	}
}

func TestWhatCannotBeWrittenIsSaidAndLeavesNothing(t *testing.T) {
	dir := t.TempDir()
	folder := filepath.Join(dir, "folder")
	if err := os.Mkdir(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	for path, kind := range map[string]errs.Kind{
		filepath.Join(dir, "missing", "file"): errs.NotFound,
		folder:                                errs.Invalid,
	} {
		err := Write(path, 0o600, []byte("x"))
		if errs.KindOf(err) != kind || errs.PublicOf(err).Hint == "" {
			t.Errorf("%s: %v, want kind %s", path, err, kind)
		}
	}
	entries, _ := os.ReadDir(dir)
	if len(entries) != 1 {
		t.Errorf("left: %v", entries)
	}
}

func TestConcurrentWritersLeaveOneWholeFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "file")
	const writers = 8
	done := make(chan error, writers)
	for n := range writers {
		go func() {
			var err error
			for range 10 {
				if err == nil {
					err = Write(path, 0o600, bytes.Repeat([]byte{byte('a' + n)}, 10_000))
				}
			}
			done <- err
		}()
	}
	for range writers {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
	data, err := os.ReadFile(path)
	if err != nil || len(data) != 10_000 || !bytes.Equal(data, bytes.Repeat(data[:1], 10_000)) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	holds(t, path, string(data))
}
