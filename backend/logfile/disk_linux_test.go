package logfile

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestAFullDiskCostsLinesAndNothingElse(t *testing.T) {
	dir := t.TempDir()
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size=64k,mode=0700"); err != nil {
		t.Skipf("a filesystem cannot be mounted here: %v", err)
	}
	defer syscall.Unmount(dir, syscall.MNT_DETACH)
	log := opened(t, dir, maxBytes)
	log.Logger.Info("before")
	filler := filepath.Join(dir, "filler")
	file, err := os.Create(filler)
	for err == nil {
		_, err = file.Write(make([]byte, 1024))
	}
	if !errors.Is(err, syscall.ENOSPC) {
		t.Fatal(err)
	}
	file.Close()
	for range 100 {
		log.Logger.Info(strings.Repeat("x", 100))
	}
	if log.Lost() == 0 {
		t.Fatal("every line was kept, so the disk was not full")
	}
	if err := os.Remove(filler); err != nil {
		t.Fatal(err)
	}
	log.Logger.Info("after")
	text := content(t, log.Path)
	for line := range strings.Lines(text) {
		if !json.Valid([]byte(line)) {
			t.Errorf("a part of a line remains: %q", line)
		}
	}
	if !strings.Contains(text, "before") || !strings.Contains(text, "after") {
		t.Error("a line is missing")
	}
}
