package store

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// smallDisk mounts a filesystem of its own, or skips where that is not allowed.
func smallDisk(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=256k,mode=0700"); err != nil {
		t.Skipf("a filesystem cannot be mounted here: %v", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Errorf("unmount: %v", err)
		}
	})
	return dir
}

// fill leaves no room on the disk.
func fill(t *testing.T, dir string) {
	t.Helper()
	file, err := os.Create(filepath.Join(dir, "filler"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	block := make([]byte, 4096)
	for err == nil {
		_, err = file.Write(block)
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatalf("filling ended with %v", err)
	}
}

func TestAFullDiskAtTheFirstStartLeavesAMemoryStoreAndNoEmptyFile(t *testing.T) {
	dir := smallDisk(t)
	fill(t, dir)
	db, notices := openNoticed(t, dir)
	if len(notices) != 1 || notices[0].ID != noticeFull {
		t.Errorf("notices = %+v", notices)
	}
	keepsWorking(t, db)
	if _, err := os.Stat(filepath.Join(dir, FileName)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("an empty file remains: %v", err)
	}
}

func TestADiskThatFillsUpFailsTheWriteOnceNoticedAndRecovers(t *testing.T) {
	dir := smallDisk(t)
	var raised []core.Notice
	db, notices, err := Open(t.Context(), Options{ConfigDir: dir, Notice: func(n core.Notice) { raised = append(raised, n) }})
	if err != nil || len(notices) != 0 {
		t.Fatalf("Open = %v, %v", notices, err)
	}
	defer db.Close()
	remember(t, db, "/kept", 1)
	fill(t, dir)
	var failure error
	for n := range 2000 { // the log may have room left inside its last page
		if failure = db.Remember(t.Context(), recentAt("/b", int64(n)), core.Size{}); failure != nil {
			break
		}
	}
	if errs.KindOf(failure) != errs.Storage || errs.PublicOf(failure).Hint == "" {
		t.Fatalf("Remember = %v", failure)
	}
	db.Remember(t.Context(), recentAt("/c", 3), core.Size{})
	if len(raised) != 1 || raised[0].ID != noticeWriteFailed {
		t.Errorf("notices = %+v", raised)
	}
	if got := paths(t, db); len(got) == 0 {
		t.Error("what was kept can no longer be read")
	}
	if err := os.Remove(filepath.Join(dir, "filler")); err != nil {
		t.Fatal(err)
	}
	remember(t, db, "/d", 5000)
}

func TestAReadOnlyFilesystemIsReadIntoMemory(t *testing.T) {
	for name, closed := range map[string]bool{"after a clean end": true, "after a kill": false} {
		t.Run(name, func(t *testing.T) {
			dir := smallDisk(t)
			if closed {
				kept(t, dir)
			} else {
				source := t.TempDir()
				db := mustOpen(t, source)
				remember(t, db, "/kept", 1)
				for _, suffix := range []string{"", "-wal"} {
					copyFile(t, filepath.Join(source, FileName+suffix), filepath.Join(dir, FileName+suffix))
				}
			}
			if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|syscall.MS_RDONLY, ""); err != nil {
				t.Skipf("the filesystem cannot be made read-only: %v", err)
			}
			db, notices := openNoticed(t, dir)
			if len(notices) != 1 || notices[0].ID != noticeReadOnly {
				t.Errorf("notices = %+v", notices)
			}
			if got := paths(t, db); closed && (len(got) != 1 || got[0] != "/kept") {
				t.Errorf("paths = %q", got)
			}
			keepsWorking(t, db)
			if closed {
				reader, err := OpenReadOnly(t.Context(), Options{ConfigDir: dir})
				if err != nil {
					t.Fatal(err)
				}
				defer reader.Close()
				if got := paths(t, reader); len(got) != 1 {
					t.Errorf("a reader sees %q", got)
				}
			}
		})
	}
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	out, err := os.OpenFile(to, os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := io.Copy(out, in); err != nil {
		t.Fatal(err)
	}
	if err := out.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestNetworkFilesystemsAreKnownByTheirNumber(t *testing.T) {
	for magic, want := range map[int64]bool{
		0x6969: true, 0x517B: true, 0xFF534D42: true, 0xFE534D42: true, 0x65735546: true, 0x01021997: true,
		int64(int32(-0xACB2BE)): true,  // CIFS, sign-extended
		0xEF53:                  false, // ext4
		0x01021994:              false, // tmpfs
		0x9123683E:              false, // btrfs
		0x58465342:              false, // xfs
		0x794C7630:              false, // overlayfs
	} {
		if got := isNetwork(magic); got != want {
			t.Errorf("isNetwork(%#x) = %v", magic, got)
		}
	}
}

func TestAFolderThatCannotBeAskedIsTakenForANetworkOne(t *testing.T) {
	dir := t.TempDir()
	if got := journalFor(dir); got != writeAhead {
		t.Errorf("journalFor(%s) = %v", dir, got)
	}
	if got := journalFor(filepath.Join(dir, "missing")); got != rollback {
		t.Errorf("journalFor a missing folder = %v", got)
	}
}
