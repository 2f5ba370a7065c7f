package store

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// kept writes a database with one folder and returns its path.
func kept(t *testing.T, dir string) string {
	t.Helper()
	db := mustOpen(t, dir)
	remember(t, db, "/kept", 1)
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	return filepath.Join(dir, FileName)
}

func TestTheFileIsPrivateAndSurvivesReopening(t *testing.T) {
	for _, name := range []string{"plain", "with space", "100%", "what?", "#1", "a\nb", "ü😀"} {
		if runtime.GOOS == "windows" && strings.ContainsAny(name, "?\n") {
			continue
		}
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), name)
			if err := os.Mkdir(dir, 0o700); err != nil {
				t.Fatal(err)
			}
			path := kept(t, dir)
			info, err := os.Stat(path)
			if err != nil {
				t.Fatal(err)
			}
			if runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
				t.Errorf("mode = %v", info.Mode())
			}
			if got := paths(t, mustOpen(t, dir)); len(got) != 1 || got[0] != "/kept" {
				t.Errorf("paths = %q", got)
			}
			entries, _ := os.ReadDir(dir)
			for _, entry := range entries {
				if !strings.HasPrefix(entry.Name(), FileName) {
					t.Errorf("stray file %q", entry.Name())
				}
			}
		})
	}
}

func TestAFileThatOthersMayReadIsClosedToThem(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no such modes")
	}
	dir := t.TempDir()
	path := kept(t, dir)
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	mustOpen(t, dir)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if info, err := os.Stat(path + suffix); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", info.Name(), info.Mode())
		}
	}
}

func TestADamagedFileIsKeptAsideAndAFreshOneMade(t *testing.T) {
	whole, err := os.ReadFile(kept(t, t.TempDir()))
	if err != nil {
		t.Fatal(err)
	}
	garbled := bytes.Clone(whole)
	for i := headerSize; i < len(garbled); i++ {
		garbled[i] ^= 0x5A
	}
	otherProgram := bytes.Clone(whole)
	copy(otherProgram[68:72], []byte{1, 2, 3, 4}) // PRAGMA application_id
	cases := map[string][]byte{
		"empty":              {},
		"shorter than head":  whole[:50],
		"head only":          whole[:headerSize],
		"cut inside a page":  whole[:len(whole)/2+100],
		"cut between pages":  whole[:4096],
		"not a database":     []byte(strings.Repeat("these are my notes\n", 500)),
		"garbled pages":      garbled,
		"of another program": otherProgram,
	}
	for name, content := range cases {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			path := filepath.Join(dir, FileName)
			files := map[string][]byte{"": content, "-wal": []byte("old log"), "-shm": []byte("old memory")}
			for suffix, data := range files {
				if err := os.WriteFile(path+suffix, data, 0o600); err != nil {
					t.Fatal(err)
				}
			}
			db, notices := openNoticed(t, dir)
			keepsWorking(t, db)
			if len(notices) != 1 || notices[0].ID != noticeCorrupt {
				t.Fatalf("notices = %+v", notices)
			}
			asides, _ := filepath.Glob(path + ".corrupt-*Z")
			if len(asides) != 1 {
				t.Fatalf("asides = %q", asides)
			}
			for _, named := range []string{asides[0], path} {
				if !strings.Contains(notices[0].Message, errs.Quote(named)) {
					t.Errorf("the notice does not name %s: %s", named, notices[0].Message)
				}
			}
			if got, _ := os.ReadFile(asides[0]); !bytes.Equal(got, content) {
				t.Error("the kept file is not what was there")
			}
			db.Close()
			if got := paths(t, mustOpen(t, dir)); len(got) != 1 {
				t.Errorf("the fresh file holds %q", got)
			}
		})
	}
}

func TestSidecarsGoAsideWithTheirDatabase(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.WriteFile(path+suffix, []byte("not a database"+suffix), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	openNoticed(t, dir)
	asides, _ := filepath.Glob(path + ".corrupt-*Z")
	if len(asides) != 1 {
		t.Fatalf("asides = %q", asides)
	}
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if got, err := os.ReadFile(asides[0] + suffix); err != nil || string(got) != "not a database"+suffix {
			t.Errorf("%s: %q, %v", suffix, got, err)
		}
	}
}

func TestSomethingElseInPlaceOfTheFileIsKeptAside(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, FileName)
	if err := os.MkdirAll(filepath.Join(path, "inside"), 0o700); err != nil {
		t.Fatal(err)
	}
	db, notices := openNoticed(t, dir)
	keepsWorking(t, db)
	if len(notices) != 1 || notices[0].ID != noticeCorrupt {
		t.Errorf("notices = %+v", notices)
	}
}

func TestTwoDamagedFilesOfOneSecondAreBothKept(t *testing.T) {
	path := filepath.Join(t.TempDir(), "x")
	seen := map[string]bool{}
	for range 3 {
		name, err := freeName(path)
		if err != nil || seen[name] {
			t.Fatalf("freeName = %q, %v", name, err)
		}
		seen[name] = true
		os.WriteFile(name, nil, 0o600)
	}
}

func TestAFileOfANewerVersionIsRefusedAndNotTouched(t *testing.T) {
	dir := t.TempDir()
	path := kept(t, dir)
	db := mustOpen(t, dir)
	if _, err := db.writer.ExecContext(t.Context(), "PRAGMA user_version = 7"); err != nil {
		t.Fatal(err)
	}
	db.Close()
	before, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	_, notices, err := Open(t.Context(), Options{ConfigDir: dir})
	var own *errs.Error
	if !errors.As(err, &own) || own.Kind != errs.Newer || len(notices) != 0 {
		t.Fatalf("Open = %v, %v", notices, err)
	}
	if !strings.Contains(own.Message, "version 7") || !strings.Contains(own.Message, "up to 2") || own.Hint == "" {
		t.Errorf("message = %q, hint = %q", own.Message, own.Hint)
	}
	if _, err := OpenReadOnly(t.Context(), Options{ConfigDir: dir}); errs.KindOf(err) != errs.Newer {
		t.Errorf("OpenReadOnly = %v", err)
	}
	after, _ := os.ReadFile(path)
	entries, _ := os.ReadDir(dir)
	if !bytes.Equal(before, after) || len(entries) != 1 {
		t.Errorf("the file was touched: %v", entries)
	}
}

func TestAVersionThatIsOnlyInTheLogIsRefusedToo(t *testing.T) {
	dir := t.TempDir()
	path := kept(t, dir)
	db := mustOpen(t, dir)
	if _, err := db.writer.ExecContext(t.Context(), "PRAGMA user_version = 9"); err != nil {
		t.Fatal(err)
	}
	// The files as a kill would leave them, before the log is folded in.
	crashed := t.TempDir()
	for _, suffix := range []string{"", "-wal"} {
		data, err := os.ReadFile(path + suffix)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(crashed, FileName+suffix), data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, _, err := Open(t.Context(), Options{ConfigDir: crashed}); errs.KindOf(err) != errs.Newer {
		t.Errorf("Open = %v", err)
	}
}

func TestALockedFileLeavesAMemoryStoreAndANotice(t *testing.T) {
	dir := t.TempDir()
	path := kept(t, dir)
	_, lines := startChild(t, "hold", path)
	if !lines.Scan() || lines.Text() != "locked" {
		t.Fatalf("child said %q", lines.Text())
	}
	db, notices := openNoticed(t, dir)
	if len(notices) != 1 || notices[0].ID != noticeLocked || !strings.Contains(notices[0].Message, path) {
		t.Errorf("notices = %+v", notices)
	}
	keepsWorking(t, db)
}

func TestAFileMadeReadOnlyIsReadAndLeftAlone(t *testing.T) {
	dir := t.TempDir()
	path := kept(t, dir)
	if err := os.Chmod(path, 0o400); err != nil {
		t.Fatal(err)
	}
	before, _ := os.ReadFile(path)
	db, notices := openNoticed(t, dir)
	if len(notices) != 1 || notices[0].ID != noticeReadOnly {
		t.Errorf("notices = %+v", notices)
	}
	if got := paths(t, db); len(got) != 1 || got[0] != "/kept" {
		t.Errorf("paths = %q, want what could be read", got)
	}
	keepsWorking(t, db)
	if after, _ := os.ReadFile(path); !bytes.Equal(before, after) {
		t.Error("the file changed")
	}
}

func TestAMissingFolderLeavesAMemoryStoreAndANotice(t *testing.T) {
	db, notices := openNoticed(t, filepath.Join(t.TempDir(), "missing"))
	if len(notices) != 1 || notices[0].ID != noticeReadOnly {
		t.Errorf("notices = %+v", notices)
	}
	keepsWorking(t, db)
}

func TestOpeningGivesUpWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, _, err := Open(ctx, Options{ConfigDir: t.TempDir()}); errs.KindOf(err) != errs.Canceled {
		t.Errorf("Open = %v", err)
	}
}

func TestAReaderSeesTheOwnersStateAndCannotChangeIt(t *testing.T) {
	dir := t.TempDir()
	if _, err := OpenReadOnly(t.Context(), Options{ConfigDir: dir}); errs.KindOf(err) != errs.NotFound {
		t.Errorf("OpenReadOnly of nothing = %v", err)
	}
	kept(t, dir)
	var raised []core.Notice
	reader, err := OpenReadOnly(t.Context(), Options{ConfigDir: dir, Notice: func(n core.Notice) { raised = append(raised, n) }})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if got := paths(t, reader); len(got) != 1 || got[0] != "/kept" {
		t.Errorf("paths = %q", got)
	}
	for range 2 {
		if err := reader.Remember(t.Context(), recentAt("/b", 2), core.Size{}); errs.KindOf(err) != errs.Storage {
			t.Errorf("Remember = %v", err)
		}
	}
	if len(raised) != 1 || raised[0].ID != noticeWriteFailed {
		t.Errorf("notices = %+v, want one for both failures", raised)
	}
}

func TestAKillWhileWritingLosesNothingThatWasConfirmed(t *testing.T) {
	dir := t.TempDir()
	child, lines := startChild(t, "write", dir)
	last := 0
	for range 50 {
		if !lines.Scan() {
			t.Fatal("child ended")
		}
		if _, err := fmt.Sscan(lines.Text(), &last); err != nil {
			t.Fatalf("child said %q", lines.Text())
		}
	}
	child.Process.Kill()
	for lines.Scan() {
		fmt.Sscan(lines.Text(), &last)
	}
	child.Wait()
	recents, err := mustOpen(t, dir).Recents(t.Context(), 0)
	if err != nil || len(recents) == 0 {
		t.Fatalf("Recents = %v, %v", recents, err)
	}
	if newest := recents[0].Opened.Unix(); newest < int64(last) {
		t.Errorf("newest = %d, confirmed %d", newest, last)
	}
}

// FuzzTruncatedFile cuts and changes a real database anywhere: it always opens
// to something that works.
func FuzzTruncatedFile(f *testing.F) {
	dir := f.TempDir()
	db, _, err := Open(f.Context(), Options{ConfigDir: dir})
	if err != nil {
		f.Fatal(err)
	}
	for n := range 20 {
		db.Remember(f.Context(), recentAt(fmt.Sprintf("/%d", n), int64(n)), core.Size{Cols: 80, Rows: 24})
	}
	db.Close()
	whole, err := os.ReadFile(filepath.Join(dir, FileName))
	if err != nil {
		f.Fatal(err)
	}
	f.Add(uint32(0), uint32(0), byte(0))
	f.Add(uint32(100), uint32(18), byte(1))
	f.Add(uint32(len(whole)), uint32(18), byte('.')) // SQLite takes this for read-only
	f.Add(uint32(4097), uint32(60), byte(0x7f))
	f.Add(uint32(len(whole)), uint32(28), byte(9))
	f.Fuzz(func(t *testing.T, length, at uint32, flip byte) {
		content := bytes.Clone(whole[:min(int(length), len(whole))])
		if len(content) > 0 {
			content[int(at)%len(content)] ^= flip
		}
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, FileName), content, 0o600); err != nil {
			t.Fatal(err)
		}
		db, _, err := Open(t.Context(), Options{ConfigDir: dir})
		if errs.KindOf(err) == errs.Newer {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		defer db.Close()
		keepsWorking(t, db)
	})
}
