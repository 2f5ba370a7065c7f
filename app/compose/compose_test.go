//go:build unix

package compose

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/owner"
	"clankergrid/backend/paths"
	"clankergrid/backend/process"
	"clankergrid/backend/store"
)

func TestAKeystrokeReachesAShellAndItsAnswerThePage(t *testing.T) {
	u := newUser(t)
	app := u.start(t)
	p := openPage(t, app)
	opened := p.call("Workspaces.Open", u.folder, 1, nil)
	if opened["error"] != nil {
		t.Fatal(opened["error"])
	}
	id := app.workspaces.List()[0].Panes[0].Terminal
	p.send(map[string]any{"t": "attach", "terminal": id, "offset": -1})
	p.send(map[string]any{"t": "resize", "terminal": id, "cols": 90, "rows": 20})
	p.send(map[string]any{"t": "focus", "terminal": id})
	eventually(t, "the shell runs", func() bool {
		got, err := app.terminals.Get(id)
		return err == nil && got.State == core.TerminalRunning
	})
	p.typeInto(id, "echo answer-$((40+2)) in $(basename \"$PWD\") of $COLUMNS\r")
	p.until("the answer", func(map[string]any) bool {
		out := p.output[string(id)]
		return out != nil && strings.Contains(out.String(), "answer-42 in pro ject of 90")
	})

	status := app.Status()
	if len(status.Workspaces) != 1 || status.Workspaces[0].Path != u.folder {
		t.Fatalf("status = %+v", status)
	}
	shown := status.Workspaces[0].Terminals[0]
	if shown.Pid == 0 || shown.State != core.TerminalRunning || shown.Program != "bash" || shown.Size != (core.Size{Cols: 90, Rows: 20}) {
		t.Errorf("terminal = %+v", shown)
	}
	assertNowhere(t, u, app)
}

// assertNowhere scans what others can read for the token: every file of the
// user, and the arguments and environment of every process.
func assertNowhere(t *testing.T, u *user, app *Application) {
	t.Helper()
	_, token := app.Socket()
	needle := []byte(token)
	for _, root := range []string{u.home, u.options.Getenv("XDG_RUNTIME_DIR")} {
		filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			if err != nil || !d.Type().IsRegular() {
				return nil
			}
			if data, err := os.ReadFile(path); err == nil && bytes.Contains(data, needle) {
				t.Errorf("%s holds the token", path)
			}
			return nil
		})
	}
	for _, pattern := range []string{"/proc/[0-9]*/cmdline", "/proc/[0-9]*/environ"} {
		files, _ := filepath.Glob(pattern)
		for _, path := range files {
			if data, err := os.ReadFile(path); err == nil && bytes.Contains(data, needle) {
				t.Errorf("%s holds the token", path)
			}
		}
	}
}

func TestASecondOwnerLearnsWhoHoldsTheFolder(t *testing.T) {
	u := newUser(t)
	u.start(t)
	_, err := Start(t.Context(), u.options)
	var held *owner.HeldError
	if !errors.As(err, &held) || errs.KindOf(err) != errs.Busy || held.Pid != os.Getpid() || held.Kind != "browser" {
		t.Errorf("err = %v, held = %+v", err, held)
	}
}

func TestAStartWaitsForAnOwnerThatIsEnding(t *testing.T) {
	u := newUser(t)
	first, err := Start(t.Context(), u.options)
	if err != nil {
		t.Fatal(err)
	}
	// Longer than a start that does not wait takes to be refused.
	first.onClose("slow part", func(context.Context) error {
		<-time.After(300 * time.Millisecond)
		return nil
	})
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		u.stop(t, first)
	}()
	defer func() { <-ended }()
	eventually(t, "the first is ending", first.ending.Load)
	u.start(t)
}

// leaving is an owner that goes while it is being asked.
type leaving struct {
	owner.Handler
	gone func()
}

func (l leaving) URL(ctx context.Context) (string, error) {
	go l.gone()
	<-ctx.Done()
	return "", ctx.Err()
}

func TestAStartWaitsForAnOwnerThatGoesWhileItIsAsked(t *testing.T) {
	u := newUser(t)
	set, err := paths.Resolve(u.options.Getenv, u.home)
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Prepare(); err != nil {
		t.Fatal(err)
	}
	first, err := owner.Acquire(t.Context(), owner.Options{ConfigDir: set.Config, RuntimeDir: set.Runtime, Kind: "browser"})
	if err != nil {
		t.Fatal(err)
	}
	served := make(chan struct{})
	go func() {
		defer close(served)
		first.Serve(t.Context(), leaving{gone: func() { first.Close() }})
	}()
	u.start(t)
	<-served
}

func TestOthersOfTheUserReachTheOwner(t *testing.T) {
	u := newUser(t)
	app := u.start(t)
	heard := &recorder{}
	app.AddSink(heard)
	client, err := DialOwner(t.Context(), u.options.Getenv, u.home)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()

	if url, err := client.URL(t.Context()); err != nil || url != app.URL() {
		t.Errorf("URL: %v", err)
	}
	if err := client.Focus(t.Context(), u.folder); err != nil {
		t.Fatal(err)
	}
	if !heard.saw("focus-workspace") || len(app.workspaces.List()) != 1 {
		t.Error("the folder was not opened and shown")
	}
	if err := client.Focus(t.Context(), filepath.Join(u.home, "nope")); errs.KindOf(err) != errs.NotFound {
		t.Errorf("a missing folder: %v", err)
	}
	raw, err := client.Status(t.Context())
	var status Status
	if err != nil || json.Unmarshal(raw, &status) != nil || len(status.Workspaces) != 1 || status.Pid != os.Getpid() {
		t.Errorf("status = %s, %v", raw, err)
	}
}

func TestAQuitIsRefusedWhileSomethingRunsUnlessForced(t *testing.T) {
	u := newUser(t)
	app := u.start(t)
	heard := &recorder{}
	app.AddSink(heard)
	p := openPage(t, app)
	p.call("Workspaces.Open", u.folder, 1, nil)
	if !app.AskToQuit() {
		t.Error("a shell at its prompt must not keep the application from ending")
	}
	id := app.workspaces.List()[0].Panes[0].Terminal
	p.send(map[string]any{"t": "attach", "terminal": id, "offset": -1})
	p.send(map[string]any{"t": "resize", "terminal": id, "cols": 90, "rows": 20})
	eventually(t, "the shell runs", func() bool {
		got, err := app.terminals.Get(id)
		return err == nil && got.State == core.TerminalRunning
	})
	p.typeInto(id, "sleep 1000\r")
	// A child is its shell's copy until it has become another program.
	eventually(t, "sleep runs", func() bool {
		running := app.QuitPlan().Running
		return len(running) == 1 && running[0].Program == "sleep" && running[0].Terminal == id
	})

	if app.AskToQuit() || !heard.saw("quit-requested") {
		t.Error("the views must be asked")
	}
	if closed := p.call("Workspaces.Close", app.workspaces.List()[0].ID, false); closed["value"].(map[string]any)["closed"] != false {
		t.Errorf("close = %v", closed)
	}
	client, err := DialOwner(t.Context(), u.options.Getenv, u.home)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Quit(t.Context(), false); errs.KindOf(err) != errs.Running {
		t.Errorf("unforced: %v, want kind running", err)
	}
	if err := client.Quit(t.Context(), true); err != nil {
		t.Errorf("forced: %v", err)
	}
	select {
	case <-app.Quitting():
	case <-time.After(patience):
		t.Error("the application was not told to end")
	}
}

func TestTerminalsAreToldTheVersionAndTheUserOfAMissingShell(t *testing.T) {
	u := newUser(t)
	u.options.Environ = slices.DeleteFunc(u.options.Environ, func(v string) bool { return strings.HasPrefix(v, "SHELL=") })
	u.options.Environ = append(u.options.Environ, "SHELL=/nowhere/shell")
	was := version
	t.Cleanup(func() { version = was })
	version = "9.8.7"
	app := u.start(t)
	p := openPage(t, app)
	p.call("Workspaces.Open", u.folder, 1, nil)
	id := app.workspaces.List()[0].Panes[0].Terminal
	p.send(map[string]any{"t": "attach", "terminal": id, "offset": -1})
	p.send(map[string]any{"t": "resize", "terminal": id, "cols": 90, "rows": 20})
	eventually(t, "the user is told of the shell", func() bool {
		return slices.ContainsFunc(app.Notices(), func(n core.Notice) bool { return n.ID == "shell-missing" })
	})
	eventually(t, "the terminal knows the version", func() bool {
		got, err := app.terminals.Get(id)
		if err != nil || got.Pid == 0 {
			return false
		}
		environment, err := os.ReadFile(fmt.Sprintf("/proc/%d/environ", got.Pid))
		return os.IsNotExist(err) || bytes.Contains(environment, []byte("TERM_PROGRAM_VERSION="+Version()+"\x00"))
	})
}

func TestASurvivorNamesWhatLivesAndNotTheShellThatIsGone(t *testing.T) {
	u := newUser(t)
	shell := exec.Command("/bin/sh", "-c", "trap '' HUP; sleep 1000 & echo $!; exec sleep 1001")
	shell.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	id := core.NewTerminalID()
	shell.Env = append(os.Environ(), process.SessionVariable+"="+string(id))
	out, err := shell.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := shell.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { syscall.Kill(-shell.Process.Pid, syscall.SIGKILL) })
	var child int
	if _, err := fmt.Fscan(out, &child); err != nil {
		t.Fatal(err)
	}
	leader, err := process.Lookup(shell.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	eventually(t, "the child is itself", func() bool { p, err := process.Lookup(child); return err == nil && p.Name == "sleep" })
	shell.Process.Kill()
	shell.Wait()
	recordSurvivors(t, u, core.Survivor{Process: leader, Terminal: id, Path: u.folder})

	app := u.start(t)
	got := app.Survivors()
	if len(got) != 1 || len(got[0].Members) != 1 || got[0].Members[0].Pid != child || got[0].Members[0].Name != "sleep" {
		t.Fatalf("survivors = %+v, want the child %d", got, child)
	}
	syscall.Kill(child, syscall.SIGKILL)
	eventually(t, "it is not listed when it has ended", func() bool { return len(app.Survivors()) == 0 })
}

func TestSurvivorsOfACrashAreListedAndEndedOnRequest(t *testing.T) {
	u := newUser(t)
	left := exec.Command("/bin/sh", "-c", "trap '' HUP; sleep 1000 & wait")
	left.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := left.Start(); err != nil {
		t.Fatal(err)
	}
	reaped := make(chan struct{})
	go func() { left.Wait(); close(reaped) }()
	t.Cleanup(func() { syscall.Kill(-left.Process.Pid, syscall.SIGKILL); <-reaped })
	alive, err := process.Lookup(left.Process.Pid)
	if err != nil {
		t.Fatal(err)
	}
	gone := alive
	gone.StartTime++ // the pid of another process
	recordSurvivors(t, u, core.Survivor{Process: alive, Terminal: "alive", Path: u.folder}, core.Survivor{Process: gone, Terminal: "gone", Path: u.folder})

	app := u.start(t)
	if got := app.Survivors(); len(got) != 1 || got[0].Terminal != "alive" {
		t.Fatalf("survivors = %+v", got)
	}
	p := openPage(t, app)
	result := p.call("App.EndSurvivors", []string{"alive"})
	if value, _ := result["value"].(map[string]any); value["ended"] != 1.0 {
		t.Errorf("result = %v", result)
	}
	<-reaped
	if got := app.Survivors(); len(got) != 0 {
		t.Errorf("survivors = %+v", got)
	}
}

// recordSurvivors is the journal that a crashed owner left.
func recordSurvivors(t *testing.T, u *user, survivors ...core.Survivor) {
	t.Helper()
	set, err := paths.Resolve(u.options.Getenv, u.home)
	if err != nil {
		t.Fatal(err)
	}
	if err := set.Prepare(); err != nil {
		t.Fatal(err)
	}
	db, _, err := store.Open(t.Context(), store.Options{ConfigDir: set.Config})
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	for _, s := range survivors {
		if err := db.ProcessStarted(t.Context(), s); err != nil {
			t.Fatal(err)
		}
	}
}

func TestWithoutAConfigurationFolderTerminalsWorkAndTheUserIsTold(t *testing.T) {
	u := newUser(t)
	if err := os.WriteFile(u.options.Getenv("XDG_CONFIG_HOME"), []byte("a file in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	app := u.start(t)
	if len(app.Notices()) == 0 {
		t.Error("nothing was said")
	}
	p := openPage(t, app)
	if opened := p.call("Workspaces.Open", u.folder, 1, nil); opened["error"] != nil {
		t.Errorf("open: %v", opened["error"])
	}
	first := app.Notices()[0]
	p.call("App.DismissNotice", first.ID)
	for _, n := range app.Notices() {
		if n.ID == first.ID {
			t.Error("a dismissed notice is still there")
		}
	}
}

func TestStateOfANewerVersionIsRefusedAndNothingStaysOpen(t *testing.T) {
	u := newUser(t)
	recordSurvivors(t, u) // makes a valid file
	set, _ := paths.Resolve(u.options.Getenv, u.home)
	path := filepath.Join(set.Config, "state.db")
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	copy(data[60:64], []byte{0, 0, 0x7f, 0xff}) // the schema version in the file's header
	for _, stray := range []string{"-wal", "-shm"} {
		os.Remove(path + stray)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(t.Context(), u.options); errs.KindOf(err) != errs.Newer {
		t.Errorf("err = %v, want newer", err)
	}
	if _, err := DialOwner(t.Context(), u.options.Getenv, u.home); errs.KindOf(err) != errs.NotFound {
		t.Errorf("a refused start still owns the folder: %v", err)
	}
}

func TestABusyPortRefusesTheStart(t *testing.T) {
	first, second := newUser(t), newUser(t)
	app := first.start(t)
	second.options.Port = app.server.Port()
	if _, err := Start(t.Context(), second.options); errs.KindOf(err) != errs.Busy {
		t.Errorf("err = %v, want busy", err)
	}
}

func TestADesktopOwnerServesTabsThatKnowTheyAreTabs(t *testing.T) {
	u := newUser(t)
	u.options.Shell, u.options.Opener = bind.Desktop, noOpener
	app := u.start(t)
	p := openPage(t, app)
	info, _ := p.call("App.Info")["value"].(map[string]any)
	if info["kind"] != "browser" || info["logFile"] == "" {
		t.Errorf("info = %v", info)
	}
	if len(app.Bound()) != 10 {
		t.Errorf("%d services are bound to the window", len(app.Bound()))
	}
}
