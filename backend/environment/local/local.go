// Package local is the machine that the backend runs on, as an environment. It
// decides what a terminal's child finds around itself: its environment
// variables, its login shell with shell integration, and the folders a person
// may choose. It must not read the process's own environment or home, which are
// given to it, never writes a user's own startup files, and knows no
// coding-agent CLI.
package local

import (
	"context"
	"log/slog"
	"path/filepath"
	"runtime"
	"sync"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
	"clankergrid/backend/pty"
)

var _ environment.Environment = (*Environment)(nil)

// Options are the facts about this machine's user.
type Options struct {
	Home    string
	Environ []string // the owner's environment at start
	// Markers are further variables that no program of the user's is given; a name that
	// ends in * is a prefix.
	Markers []string
	DataDir string // where shell integration is installed
	Version string // what TERM_PROGRAM_VERSION says; empty means a development build
	Log     *slog.Logger
	// Notice is told what the user should know; nil when nobody listens.
	Notice func(core.Notice)
}

// Environment is this machine. It is safe for concurrent use.
type Environment struct {
	options Options
	path    *loginPath
	scripts *scripts
	// toldShell makes the missing shell one notice, not one a pane.
	toldShell sync.Once
}

// New returns the local environment and begins to ask the login shell for its
// PATH, so that the first pane need not wait for it. Close releases it.
func New(o Options) (*Environment, error) {
	if !filepath.IsAbs(o.Home) || !filepath.IsAbs(o.DataDir) {
		return nil, errs.New("local.New", errs.Invalid, "The home and data folders must be absolute paths.", "Set HOME to your home folder.")
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	if o.Version == "" {
		o.Version = "dev"
	}
	e := &Environment{options: o, scripts: &scripts{dir: filepath.Join(o.DataDir, "shell-integration")}}
	e.path = newLoginPath(func(ctx context.Context) string {
		return askShell(ctx, e.loginShell(), o.Home, clean(o.Environ, o.Markers))
	})
	if runtime.GOOS != "windows" {
		e.path.begin()
	}
	return e, nil
}

// ID names this machine.
func (e *Environment) ID() core.EnvironmentID { return core.LocalEnvironment }

// Home is the user's home directory.
func (e *Environment) Home() string { return e.options.Home }

// RecheckPath forgets the login shell's PATH; the next shell asks again.
func (e *Environment) RecheckPath() { e.path.forget() }

// Close waits for a login shell that is still being asked, after ending it.
func (e *Environment) Close() error {
	e.path.close()
	return nil
}

// StartTerminal starts a process on a new pseudo-terminal.
func (e *Environment) StartTerminal(ctx context.Context, req command.TerminalRequest) (command.Terminal, error) {
	if err := ctx.Err(); err != nil {
		return nil, errs.Wrap("local.StartTerminal", errs.Canceled, "The program was not started.", "", err)
	}
	terminal, err := pty.Start(req)
	if err != nil {
		return nil, err // not terminal: a nil *pty.Terminal is not a nil interface
	}
	return terminal, nil
}

// Activities says what runs in terminals that StartTerminal started.
func (e *Environment) Activities(ctx context.Context, terminals []command.Terminal) ([]command.Activity, error) {
	own, err := ours(ctx, "local.Activities", terminals)
	if err != nil {
		return nil, err
	}
	return pty.Activities(own)
}

// Departed lists what left terminals that StartTerminal started.
func (e *Environment) Departed(ctx context.Context, terminals []command.Terminal) ([][]core.Process, error) {
	own, err := ours(ctx, "local.Departed", terminals)
	if err != nil {
		return nil, err
	}
	return pty.Departed(own)
}

func ours(ctx context.Context, op string, terminals []command.Terminal) ([]*pty.Terminal, error) {
	if err := ctx.Err(); err != nil {
		return nil, errs.Wrap(op, errs.Canceled, "The terminals were not looked at.", "", err)
	}
	own := make([]*pty.Terminal, len(terminals))
	for i, t := range terminals {
		var ok bool
		if own[i], ok = t.(*pty.Terminal); !ok {
			return nil, errs.New(op, errs.Invalid, "The terminal runs on another machine.", "")
		}
	}
	return own, nil
}
