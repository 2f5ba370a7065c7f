package store

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"go.uber.org/goleak"

	"clankergrid/backend/core"
)

// childRole makes the test binary play another program.
const childRole = "STORE_TEST_CHILD"

func TestMain(m *testing.M) {
	switch os.Getenv(childRole) {
	case "":
		goleak.VerifyTestMain(m)
	case "hold":
		holdLock(os.Args[1])
	case "write":
		writeForever(os.Args[1])
	}
}

// holdLock keeps a write lock on the database until it is killed.
func holdLock(path string) {
	db, err := openFile(context.Background(), path, Options{}, rollback)
	exitOn(err)
	conn, err := db.writer.Conn(context.Background())
	exitOn(err)
	_, err = conn.ExecContext(context.Background(), "BEGIN EXCLUSIVE")
	exitOn(err)
	fmt.Println("locked")
	select {}
}

// writeForever remembers folders and says so after each commit.
func writeForever(dir string) {
	db, _, err := Open(context.Background(), Options{ConfigDir: dir})
	exitOn(err)
	for n := 1; ; n++ {
		path := fmt.Sprintf("/work/%d", n%keptRecents)
		exitOn(db.Remember(context.Background(), core.Recent{
			Environment: core.LocalEnvironment, Path: path, Name: "n", Opened: time.Unix(int64(n), 0),
		}, core.Size{Cols: 80, Rows: 24}))
		fmt.Println(n)
	}
}

func exitOn(err error) {
	if err != nil {
		fmt.Println(err)
		os.Exit(1)
	}
}

// startChild runs the test binary in a role and returns a reader of its lines.
// The child is killed and reaped at the end of the test at the latest.
func startChild(t *testing.T, role, arg string) (*exec.Cmd, *bufio.Scanner) {
	t.Helper()
	cmd := exec.Command(os.Args[0], arg)
	cmd.Env = []string{childRole + "=" + role, "HOME=" + t.TempDir()}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	cmd.Stderr = os.Stderr
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	return cmd, bufio.NewScanner(out)
}

// mustOpen opens a database that must raise no notice.
func mustOpen(t *testing.T, dir string) *DB {
	t.Helper()
	db, notices := openNoticed(t, dir)
	if len(notices) != 0 {
		t.Fatalf("notices = %+v, want none", notices)
	}
	return db
}

func openNoticed(t *testing.T, dir string) (*DB, []core.Notice) {
	t.Helper()
	db, notices, err := Open(t.Context(), Options{ConfigDir: dir})
	if err != nil {
		t.Fatalf("Open: %v", err)
	}
	t.Cleanup(func() { db.Close() })
	return db, notices
}

func recentAt(path string, second int64) core.Recent {
	return core.Recent{
		Environment: core.LocalEnvironment, Path: path, Name: filepath.Base(path),
		Opened: time.Unix(second, 0).UTC(),
	}
}

func remember(t *testing.T, db *DB, path string, second int64) {
	t.Helper()
	if err := db.Remember(t.Context(), recentAt(path, second), core.Size{}); err != nil {
		t.Fatalf("Remember: %v", err)
	}
}

func paths(t *testing.T, db *DB) []string {
	t.Helper()
	recents, err := db.Recents(t.Context(), 0)
	if err != nil {
		t.Fatalf("Recents: %v", err)
	}
	var all []string
	for _, recent := range recents {
		all = append(all, recent.Path)
	}
	return all
}

// keepsWorking checks that a database, wherever it lives, takes and gives.
func keepsWorking(t *testing.T, db *DB) {
	t.Helper()
	remember(t, db, "/later", 4_000_000_000)
	if got := paths(t, db); len(got) == 0 || got[0] != "/later" {
		t.Fatalf("paths = %q, want /later first", got)
	}
}
