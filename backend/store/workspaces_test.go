package store

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func savedAt(path string, position int, closed int64, document string) core.SavedWorkspace {
	saved := core.SavedWorkspace{
		ID: core.WorkspaceID("of " + path), Environment: core.LocalEnvironment, Path: path, Position: position, Document: []byte(document),
	}
	if closed != 0 {
		saved.Closed = time.Unix(closed, 0).UTC()
	}
	return saved
}

func mustSave(t *testing.T, db *DB, saved ...core.SavedWorkspace) {
	t.Helper()
	if err := db.SaveWorkspaces(t.Context(), saved...); err != nil {
		t.Fatal(err)
	}
}

func savedPaths(t *testing.T, db *DB) (paths []string) {
	t.Helper()
	saved, err := db.SavedWorkspaces(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, one := range saved {
		paths = append(paths, one.Path)
	}
	return paths
}

func TestOpenWorkspacesComeInTheOrderOfTheirTabsAndThenTheClosed(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		want := []core.SavedWorkspace{
			savedAt("/first", 0, 0, `{"a":1}`), savedAt("/second", 1, 0, "s"), savedAt("/third", 2, 0, "\x00\xff"),
			savedAt("/later", 9, 20, "l"), savedAt("/earlier", 0, 10, "e"),
		}
		mustSave(t, db, want[3], want[1], want[4])
		mustSave(t, db, want[2])
		mustSave(t, db, want[0])
		got, err := db.SavedWorkspaces(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestOfEachFolderOneWorkspaceIsKept(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		far := savedAt("/a", 3, 0, "far")
		far.Environment = "far"
		mustSave(t, db, savedAt("/a", 0, 0, "old"), far)
		again := savedAt("/a", 1, 7, "new")
		again.ID = "another"
		mustSave(t, db, again)
		got, err := db.SavedWorkspaces(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]core.SavedWorkspace{far, again}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTheHundredWorkspacesClosedLastAreKeptAndEveryOpenOne(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		var all []core.SavedWorkspace
		for n := range 2 * keptClosed {
			all = append(all, savedAt(fmt.Sprintf("/open/%03d", n), n, 0, "o"))
		}
		for n := range keptClosed + 5 {
			all = append(all, savedAt(fmt.Sprintf("/closed/%03d", n), 0, int64(n+1), "c"))
		}
		mustSave(t, db, all...)
		got := savedPaths(t, db)
		if len(got) != 3*keptClosed || got[0] != "/open/000" || got[2*keptClosed] != "/closed/104" || got[3*keptClosed-1] != "/closed/005" {
			t.Errorf("%d are kept, from %s to %s", len(got), got[0], got[len(got)-1])
		}
	})
}

func TestAForgottenFolderLosesItsClosedWorkspaceAndNoOpenOne(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		remember(t, db, "/closed", 1)
		remember(t, db, "/open", 2)
		mustSave(t, db, savedAt("/closed", 0, 5, "c"), savedAt("/open", 0, 0, "o"))
		for _, path := range []string{"/closed", "/open"} {
			if err := db.Forget(t.Context(), core.LocalEnvironment, path); err != nil {
				t.Fatal(err)
			}
		}
		if diff := cmp.Diff([]string{"/open"}, savedPaths(t, db)); diff != "" {
			t.Error(diff)
		}
	})
}

func TestAWriteOfSeveralWorkspacesIsWhole(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		mustSave(t, db, savedAt("/a", 0, 0, "old"))
		// No value of ours is refused by SQLite, so a trigger refuses the second.
		if _, err := db.writer.ExecContext(t.Context(), `
			CREATE TEMP TRIGGER refuse BEFORE INSERT ON saved_workspace WHEN NEW.path = '/b' BEGIN SELECT RAISE(ABORT, 'no'); END`); err != nil {
			t.Fatal(err)
		}
		if err := db.SaveWorkspaces(t.Context(), savedAt("/a", 0, 0, "new"), savedAt("/b", 1, 0, "")); err == nil {
			t.Fatal("the write was not refused")
		}
		got, err := db.SavedWorkspaces(t.Context())
		if err != nil || len(got) != 1 || string(got[0].Document) != "old" {
			t.Errorf("SavedWorkspaces = %+v, %v", got, err)
		}
	})
}

func TestADocumentIsReplacedWholeAndMayBeAbsent(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		if got, err := db.Document(ctx, "window"); err != nil || got.Version != 0 || got.Body != nil {
			t.Errorf("Document = %+v, %v", got, err)
		}
		for _, want := range []Document{{1, []byte("{}")}, {2, []byte("\x00\xff")}, {3, []byte{}}, {4, bytes.Repeat([]byte("x"), maxDocument)}} {
			if err := db.SaveDocument(ctx, "window", want); err != nil {
				t.Fatal(err)
			}
			if got, err := db.Document(ctx, "window"); err != nil || !bytes.Equal(got.Body, want.Body) || got.Version != want.Version {
				t.Errorf("Document = %d bytes of version %d, %v", len(got.Body), got.Version, err)
			}
		}
		if err := db.SaveDocument(ctx, "none", Document{}); err != nil {
			t.Error(err)
		}
		err := db.SaveDocument(ctx, "window", Document{Body: make([]byte, maxDocument+1)})
		if errs.KindOf(err) != errs.Limit {
			t.Errorf("a large one: %v", err)
		}
		if got, _ := db.Document(ctx, "window"); got.Version != 4 {
			t.Errorf("the refused one replaced it: %+v", got.Version)
		}
	})
}

func TestAnyDocumentComesBackAsItWas(t *testing.T) {
	all := stores(t)
	delete(all, "rollback journal") // it stores the same, with slower flushes
	rapid.Check(t, func(t *rapid.T) {
		saved := core.SavedWorkspace{
			ID: core.WorkspaceID(rapid.String().Draw(t, "id")), Environment: core.LocalEnvironment,
			Path: "/" + string(rapid.SliceOf(rapid.ByteRange(1, 255)).Draw(t, "path")), Position: rapid.Int().Draw(t, "position"),
			Document: rapid.SliceOf(rapid.Byte()).Draw(t, "document"),
		}
		for name, db := range all {
			if err := db.SaveWorkspaces(context.Background(), saved); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, err := db.SavedWorkspaces(context.Background())
			found := false
			for _, one := range got {
				found = found || one.ID == saved.ID && one.Path == saved.Path && one.Position == saved.Position && bytes.Equal(one.Document, saved.Document)
			}
			if err != nil || !found {
				t.Fatalf("%s: %+v is not among %+v (%v)", name, saved, got, err)
			}
		}
	})
}

// versionOne is a file as the first released schema left it.
func versionOne(t *testing.T, dir string) {
	t.Helper()
	text, err := fs.ReadFile(migrationFiles, "migrations/0001_recents_and_processes.sql")
	if err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", dsn(filepath.Join(dir, FileName), lockWait, map[string][]string{}))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, statement := range []string{
		string(text),
		fmt.Sprintf("PRAGMA application_id = %d", applicationID), "PRAGMA user_version = 1",
		`INSERT INTO recent_workspace VALUES ('local', 'default', '/kept', 'kept', 1000000000)`,
		`INSERT INTO workspace_size VALUES ('local', 'default', '/kept', 90, 30)`,
		`INSERT INTO process VALUES ('t', 7, 8, 'boot', 'bash', 'local', 'default', '/kept', 9)`,
	} {
		if _, err := db.ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFileOfTheFirstVersionIsUpgradedAndLosesNothing(t *testing.T) {
	dir := t.TempDir()
	versionOne(t, dir)
	for range 2 { // the second time there is nothing to upgrade
		db := mustOpen(t, dir)
		if got := paths(t, db); len(got) != 1 || got[0] != "/kept" {
			t.Errorf("paths = %q", got)
		}
		if got := db.LastSize(t.Context(), core.LocalEnvironment, "/kept"); got != (core.Size{Cols: 90, Rows: 30}) {
			t.Errorf("size = %v", got)
		}
		if got, err := db.Processes(t.Context()); err != nil || len(got) != 1 || got[0].Process.Pid != 7 {
			t.Errorf("processes = %+v, %v", got, err)
		}
		mustSave(t, db, savedAt("/kept", 0, 0, "{}"))
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
}

func TestAFileThatCannotBeWrittenIsReadWithItsWorkspacesAndDocuments(t *testing.T) {
	dir := t.TempDir()
	db := mustOpen(t, dir)
	mustSave(t, db, savedAt("/a", 0, 0, "a"), savedAt("/b", 1, 4, "b"))
	if err := db.SaveDocument(t.Context(), "window", Document{2, []byte("w")}); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, FileName), 0o400); err != nil {
		t.Fatal(err)
	}
	memory, notices := openNoticed(t, dir)
	if len(notices) != 1 || notices[0].ID != noticeReadOnly {
		t.Errorf("notices = %+v", notices)
	}
	if diff := cmp.Diff([]string{"/a", "/b"}, savedPaths(t, memory)); diff != "" {
		t.Error(diff)
	}
	if got, err := memory.Document(t.Context(), "window"); err != nil || got.Version != 2 || string(got.Body) != "w" {
		t.Errorf("Document = %+v, %v", got, err)
	}
}
