//go:build unix

package settings

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"clankergrid/backend/errs"
)

// within fails the test when something waits for a writer that never comes; the pipe
// is then opened for it, so that the test ends.
func within(t *testing.T, pipe string, do func()) {
	t.Helper()
	done := make(chan struct{})
	go func() {
		defer close(done)
		do()
	}()
	select {
	case <-done:
	case <-time.After(patience / 4):
		t.Error("it waits for a writer of the pipe")
		for { // each reader is let go
			if f, err := os.OpenFile(pipe, os.O_WRONLY|syscall.O_NONBLOCK, 0); err == nil {
				f.Close()
			}
			select {
			case <-done:
				return
			case <-time.After(10 * time.Millisecond):
			}
		}
	}
}

func TestAPipeInThePlaceOfTheFileIsNotWaitedFor(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, FileName)
	if err := syscall.Mkfifo(pipe, 0o600); err != nil {
		t.Fatal(err)
	}
	var b *bed
	within(t, pipe, func() { b = openIn(t, dir) })
	if b == nil {
		t.FailNow()
	}
	if !strings.Contains(b.notice(noticeFile), "cannot be read") {
		t.Errorf("notices %v", b.notices)
	}
	s := b.Get()
	dark(&s)
	within(t, pipe, func() {
		if _, err := b.Set(t.Context(), s); errs.KindOf(err) != errs.Storage {
			t.Errorf("Set: %v", err)
		}
	})
	if info, err := os.Lstat(pipe); err != nil || info.Mode()&os.ModeNamedPipe == 0 {
		t.Errorf("the pipe is %v, %v", info, err)
	}
}

func TestADeviceInThePlaceOfTheFileIsNotRead(t *testing.T) {
	dir := t.TempDir()
	if err := os.Symlink("/dev/zero", filepath.Join(dir, FileName)); err != nil {
		t.Fatal(err)
	}
	b := openIn(t, dir)
	if !strings.Contains(b.notice(noticeFile), "cannot be read") || !same(b.Get(), private()) {
		t.Errorf("notices %v, in force %+v", b.notices, b.Get())
	}
}
