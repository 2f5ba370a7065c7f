package atomicfile

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"clankergrid/backend/errs"
)

func TestAFullOrReadOnlyDiskLeavesTheOldFile(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k,mode=0700"); err != nil {
		t.Skipf("a filesystem cannot be mounted here: %v", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	path := filepath.Join(dir, "file")
	written(t, path, 0o600, "old")
	err := Write(path, 0o600, make([]byte, 1<<20))
	if errs.KindOf(err) != errs.Storage || errs.PublicOf(err).Hint == "" {
		t.Errorf("on a full disk: %v", err)
	}
	holds(t, path, "old")
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
		t.Skipf("the filesystem cannot be made read-only: %v", err)
	}
	if err := Write(path, 0o600, []byte("new")); errs.KindOf(err) != errs.Storage {
		t.Errorf("on a read-only disk: %v", err)
	}
	holds(t, path, "old")
}

func TestAFolderThatMayNotBeWrittenIsAQuestionOfPermission(t *testing.T) {
	if os.Getuid() == 0 {
		t.Skip("root may write anywhere")
	}
	dir := t.TempDir()
	if err := os.Chmod(dir, 0o500); err != nil {
		t.Fatal(err)
	}
	if err := Write(filepath.Join(dir, "file"), 0o600, nil); errs.KindOf(err) != errs.Permission {
		t.Errorf("Write = %v", err)
	}
}
