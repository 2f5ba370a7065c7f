package main

import (
	"context"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"testing/fstest"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"clankergrid/app/compose"
	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/cmd/clanker/root"
	"clankergrid/backend/errs"
	"clankergrid/backend/process"
)

// patience bounds every wait for a real process.
const patience = 20 * time.Second

// sampleAssets stand for a built frontend, which tests do not need.
func sampleAssets() (fs.FS, error) {
	return fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}}, nil
}

func noAssets() (fs.FS, error) {
	return nil, errs.New("test", errs.Unavailable, "This program was built without its interface.", "Run `go run ./build build` in the source folder.")
}

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"clanker": func() { os.Exit(root.Execute(cli.FromProcess(sampleAssets), os.Args[1:])) },
		// The program as it is built without a frontend.
		"clanker-unbuilt": func() {
			os.Exit(root.Execute(cli.FromProcess(noAssets), os.Args[1:]))
		},
	})
}

func TestCommandLine(t *testing.T) {
	testscript.Run(t, testscript.Params{
		Dir: "testdata",
		Setup: func(env *testscript.Env) error {
			// A Unix socket's path is short; a script's folder may not be.
			runtimeDir, err := os.MkdirTemp("", "cg-")
			if err != nil {
				return err
			}
			env.Defer(func() { os.RemoveAll(runtimeDir) })
			home := filepath.Join(env.WorkDir, "home")
			for name, value := range map[string]string{
				"HOME": home, "USERPROFILE": home, "SHELL": "/bin/sh", "LANG": "C.UTF-8", "LOCALAPPDATA": filepath.Join(home, "local"),
				"XDG_CONFIG_HOME": filepath.Join(home, "config"), "XDG_DATA_HOME": filepath.Join(home, "data"),
				"XDG_STATE_HOME": filepath.Join(home, "state"), "XDG_CACHE_HOME": filepath.Join(home, "cache"), "XDG_RUNTIME_DIR": runtimeDir,
			} {
				env.Setenv(name, value)
			}
			return os.MkdirAll(home, 0o700)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"await-owner":     awaitOwner,
			"signal-owner":    signalOwner,
			"await-file":      awaitFile,
			"await-terminals": awaitTerminals,
			"gone":            gone,
		},
		Condition: func(name string) (bool, error) { return name == "posix" && runtime.GOOS != "windows", nil },
	})
}

// eventually waits for a condition of the real world.
func eventually(ts *testscript.TestScript, what string, condition func() bool) {
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-deadline.C:
			ts.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// awaitOwner waits until an owner answers, or with ! until none does.
func awaitOwner(ts *testscript.TestScript, neg bool, _ []string) {
	eventually(ts, "an owner", func() bool {
		client, err := compose.DialOwner(context.Background(), ts.Getenv, ts.Getenv("HOME"))
		if err == nil {
			client.Close()
		}
		return (err == nil) != neg
	})
}

// signalOwner sends a signal to the owner.
func signalOwner(ts *testscript.TestScript, _ bool, args []string) {
	signals := map[string]syscall.Signal{"INT": syscall.SIGINT, "TERM": syscall.SIGTERM, "HUP": syscall.SIGHUP, "QUIT": syscall.SIGQUIT}
	pid := 0
	eventually(ts, "the owner's pid", func() bool {
		pid = ownerStatus(ts).Pid
		return pid != 0
	})
	running, err := os.FindProcess(pid)
	ts.Check(err)
	ts.Check(running.Signal(signals[args[0]]))
}

// awaitFile waits until a file holds a pattern.
func awaitFile(ts *testscript.TestScript, _ bool, args []string) {
	pattern := regexp.MustCompile(args[1])
	eventually(ts, args[1]+" in "+args[0], func() bool {
		data, err := os.ReadFile(ts.MkAbs(args[0]))
		return err == nil && pattern.Match(data)
	})
}

// gone requires that the process whose pid a file holds has ended. One that
// nobody has reaped yet has: its parent may be an init that takes its time.
func gone(ts *testscript.TestScript, _ bool, args []string) {
	pid, err := strconv.Atoi(strings.TrimSpace(ts.ReadFile(args[0])))
	ts.Check(err)
	if p, err := process.Lookup(pid); err == nil {
		ts.Fatalf("%s runs still, as %d", p.Name, pid)
	}
}
