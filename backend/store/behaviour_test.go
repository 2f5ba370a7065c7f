package store

import (
	"context"
	"database/sql"
	"fmt"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"clankergrid/backend/core"
)

// stores are all the places where a database may live; every behaviour holds in
// each of them.
func stores(t *testing.T) map[string]*DB {
	t.Helper()
	ctx := t.Context()
	open := map[string]func(path string) (*DB, error){
		"write-ahead log":  func(path string) (*DB, error) { return openFile(ctx, path, Options{}, writeAhead) },
		"rollback journal": func(path string) (*DB, error) { return openFile(ctx, path, Options{}, rollback) },
		"memory":           func(path string) (*DB, error) { return openMemory(ctx, path, Options{}) },
	}
	all := map[string]*DB{}
	for name, open := range open {
		db, err := open(filepath.Join(t.TempDir(), FileName))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		t.Cleanup(func() {
			if err := db.Close(); err != nil {
				t.Errorf("%s: Close: %v", name, err)
			}
		})
		all[name] = db
	}
	return all
}

func eachStore(t *testing.T, behaviour func(*testing.T, *DB)) {
	t.Helper()
	for name, db := range stores(t) {
		t.Run(name, func(t *testing.T) { behaviour(t, db) })
	}
}

func TestRecentsComeLastOpenedFirst(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		remember(t, db, "/a", 1)
		remember(t, db, "/b", 3)
		remember(t, db, "/c", 2)
		remember(t, db, "/a", 4)
		if diff := cmp.Diff([]string{"/a", "/b", "/c"}, paths(t, db)); diff != "" {
			t.Error(diff)
		}
		two, err := db.Recents(t.Context(), 2)
		if err != nil || len(two) != 2 {
			t.Errorf("Recents(2) = %v, %v", two, err)
		}
		if diff := cmp.Diff(recentAt("/a", 4), two[0]); diff != "" {
			t.Error(diff)
		}
	})
}

func TestOnlyTheNewestHundredRecentsAreKept(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		// The first hundred in one transaction: a flush for each takes long.
		err := transact(t.Context(), db.writer, func(tx *sql.Tx) error {
			for n := range keptRecents {
				if err := insertRecent(t.Context(), tx, recentAt(fmt.Sprintf("/%03d", n), int64(n)), core.Size{}); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for n := range 5 {
			remember(t, db, fmt.Sprintf("/%03d", keptRecents+n), int64(keptRecents+n))
		}
		got := paths(t, db)
		if len(got) != keptRecents || got[0] != "/104" || got[len(got)-1] != "/005" {
			t.Errorf("kept %d from %s to %s", len(got), got[0], got[len(got)-1])
		}
	})
}

func TestASizeIsKeptPerFolderUntilAValidOneReplacesIt(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		size := core.Size{Cols: 100, Rows: 30}
		for _, last := range []core.Size{size, {}, {Cols: 1, Rows: 0}, {Cols: math.MaxUint16, Rows: 1}} {
			if err := db.Remember(ctx, recentAt("/a", 1), last); err != nil {
				t.Fatal(err)
			}
		}
		if got := db.LastSize(ctx, core.LocalEnvironment, "/a"); got != size {
			t.Errorf("LastSize = %v, want %v", got, size)
		}
		if got := db.LastSize(ctx, core.LocalEnvironment, "/b"); got != (core.Size{}) {
			t.Errorf("LastSize of an unknown folder = %v", got)
		}
		if got := db.LastSize(ctx, "elsewhere", "/a"); got != (core.Size{}) {
			t.Errorf("LastSize on another machine = %v", got)
		}
	})
}

func TestAForgottenFolderLosesItsSizeToo(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		if err := db.Remember(ctx, recentAt("/a", 1), core.Size{Cols: 90, Rows: 20}); err != nil {
			t.Fatal(err)
		}
		for range 2 { // the second time it is not there any more
			if err := db.Forget(ctx, core.LocalEnvironment, "/a"); err != nil {
				t.Fatal(err)
			}
		}
		if got := paths(t, db); len(got) != 0 {
			t.Errorf("paths = %q", got)
		}
		if got := db.LastSize(ctx, core.LocalEnvironment, "/a"); got != (core.Size{}) {
			t.Errorf("LastSize = %v", got)
		}
	})
}

func TestTheSameFolderOnTwoMachinesIsTwoRecents(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		remember(t, db, "/a", 1)
		far := recentAt("/a", 2)
		far.Environment = "far"
		if err := db.Remember(t.Context(), far, core.Size{}); err != nil {
			t.Fatal(err)
		}
		if err := db.Forget(t.Context(), core.LocalEnvironment, "/a"); err != nil {
			t.Fatal(err)
		}
		got, err := db.Recents(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]core.Recent{far}, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestTheJournalHoldsExactlyWhatStartedAndDidNotEnd(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		ctx := t.Context()
		survivor := func(terminal core.TerminalID, pid int, start uint64) core.Survivor {
			return core.Survivor{
				Process:  core.Process{Pid: pid, StartTime: start, BootID: "boot", Name: "bash"},
				Terminal: terminal, Path: "/a", Started: time.Unix(int64(pid), 5).UTC(),
			}
		}
		first, second := survivor("t1", 10, math.MaxUint64), survivor("t1", 11, 7)
		for _, s := range []core.Survivor{second, first, first} {
			if err := db.ProcessStarted(ctx, s); err != nil {
				t.Fatal(err)
			}
		}
		// The same pid with another start time is another process.
		if err := db.ProcessEnded(ctx, "t1", core.Process{Pid: 11, StartTime: 8, BootID: "boot"}); err != nil {
			t.Fatal(err)
		}
		got, err := db.Processes(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]core.Survivor{first, second}, got); diff != "" {
			t.Error(diff)
		}
		if err := db.ProcessEnded(ctx, "t1", first.Process); err != nil {
			t.Fatal(err)
		}
		if got, _ := db.Processes(ctx); len(got) != 1 || got[0].Process.Pid != 11 {
			t.Errorf("Processes = %v", got)
		}
	})
}

func TestTheJournalDropsTheOldestBeyondItsBound(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		started := func(n int) core.Survivor {
			return core.Survivor{Terminal: "t", Process: core.Process{Pid: n + 1}, Started: time.Unix(int64(n+1), 0)}
		}
		err := transact(t.Context(), db.writer, func(tx *sql.Tx) error {
			for n := range keptProcesses {
				if err := insertProcess(t.Context(), tx, started(n)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := db.ProcessStarted(t.Context(), started(keptProcesses)); err != nil {
			t.Fatal(err)
		}
		got, err := db.Processes(t.Context())
		if err != nil || len(got) != keptProcesses || got[0].Process.Pid != 2 {
			t.Errorf("%d processes, %v", len(got), err)
		}
	})
}

func TestAnyPathComesBackAsItWas(t *testing.T) {
	all := stores(t)
	delete(all, "rollback journal") // it stores the same, with slower flushes
	rapid.Check(t, func(t *rapid.T) {
		path := "/" + string(rapid.SliceOf(rapid.ByteRange(1, 255)).Draw(t, "path"))
		for name, db := range all {
			recent := recentAt(path, 1)
			if err := db.Remember(context.Background(), recent, core.Size{}); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			got, err := db.Recents(context.Background(), 0)
			if err != nil || !slices.Contains(got, recent) {
				t.Fatalf("%s: %q is not among %v (%v)", name, path, got, err)
			}
			if err := db.Forget(context.Background(), recent.Environment, path); err != nil {
				t.Fatal(err)
			}
		}
	})
}

func TestReadersAndWritersDoNotHinderEachOther(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		const workers, rounds = 8, 10
		done := make(chan error, 2*workers)
		for worker := range workers {
			go func() {
				var err error
				for round := range rounds {
					if err == nil {
						err = db.Remember(t.Context(), recentAt(fmt.Sprintf("/%d", worker), int64(round)), core.Size{})
					}
				}
				done <- err
			}()
			go func() {
				var err error
				for range rounds {
					if err == nil {
						_, err = db.Recents(t.Context(), 0)
					}
				}
				done <- err
			}()
		}
		for range 2 * workers {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
		if got := paths(t, db); len(got) != workers {
			t.Errorf("%d folders, want %d", len(got), workers)
		}
	})
}

func TestMigrationsAreNumberedUpToTheSchemaVersion(t *testing.T) {
	all, err := migrations()
	if err != nil {
		t.Fatal(err)
	}
	if len(all) != schemaVersion {
		t.Errorf("%d migrations, schema version %d", len(all), schemaVersion)
	}
}
