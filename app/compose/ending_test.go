//go:build unix

package compose

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/process"
)

// stubborn starts the application with a terminal whose program ignores every
// signal but KILL.
func stubborn(t *testing.T) (*Application, core.Process) {
	t.Helper()
	u := newUser(t)
	pidFile, shell := filepath.Join(u.home, "pid"), filepath.Join(u.home, "stubborn")
	script := "#!/bin/sh\n[ -t 0 ] || exit 0 # asked for its PATH\ntrap '' HUP TERM INT\necho $$ > '" + pidFile + "'\nwhile :; do sleep 0.1; done\n"
	if err := os.WriteFile(shell, []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	u.options.Environ = slices.DeleteFunc(u.options.Environ, func(entry string) bool { return strings.HasPrefix(entry, "SHELL=") })
	u.options.Environ = append(u.options.Environ, "SHELL="+shell)
	app, err := Start(t.Context(), u.options)
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := app.workspaces.Open(t.Context(), u.folder, 1, nil); err != nil {
		t.Fatal(err)
	}
	var found core.Process
	eventually(t, "the program runs", func() bool {
		data, _ := os.ReadFile(pidFile)
		pid, err := strconv.Atoi(strings.TrimSpace(string(data)))
		if err != nil {
			return false
		}
		found, err = process.Lookup(pid)
		return err == nil
	})
	t.Cleanup(func() {
		if process.Alive(found) {
			syscall.Kill(found.Pid, syscall.SIGKILL)
		}
	})
	return app, found
}

// hang adds a part that does not end before the test does.
func hang(t *testing.T, app *Application) {
	released := make(chan struct{})
	t.Cleanup(func() { close(released) })
	app.onClose("hanging part", func(context.Context) error {
		<-released
		return nil
	})
}

func TestTreesAreEndedWhateverElseHangsAndNothingCutsThat(t *testing.T) {
	app, program := stubborn(t)
	hang(t, app)
	ctx, cancel := context.WithCancel(t.Context())
	cancel() // as a second Ctrl+C does
	app.Close(ctx)
	if process.Alive(program) {
		t.Error("the program outlives the application")
	}
}

func TestAPartThatHangsDoesNotKeepTheApplication(t *testing.T) {
	u := newUser(t)
	app, err := Start(t.Context(), u.options)
	if err != nil {
		t.Fatal(err)
	}
	hang(t, app)
	ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if err := app.Close(ctx); err == nil {
		t.Error("nothing was said about it")
	}
	// The lock was given back all the same.
	u.start(t)
}

func TestTreesThatACallIsEndingAreEndedToTheLast(t *testing.T) {
	app, program := stubborn(t)
	id := app.workspaces.List()[0].ID
	called := make(chan struct{})
	go func() {
		defer close(called)
		app.page.Workspaces.Close(id, true)
	}()
	eventually(t, "the call is ending it", func() bool {
		free := app.climbing.TryLock()
		if free {
			app.climbing.Unlock()
		}
		return !free
	})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	app.Close(ctx)
	if process.Alive(program) {
		t.Error("the program outlives the application")
	}
	<-called
}
