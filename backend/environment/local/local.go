// Package local is the machine that the backend runs on, as an environment. It
// decides what a terminal's child finds around itself: its environment
// variables, its login shell with shell integration, and the folders a person
// may choose. It must not read the process's own environment or home, which are
// given to it, and it knows no coding-agent CLI.
package local

import (
	"context"
	"log/slog"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/pty"
)

var _ environment.Environment = (*Environment)(nil)

// Options are the facts about this machine's user.
type Options struct {
	Home    string
	Environ []string // the owner's environment at start
	DataDir string   // where shell integration is installed
	Log     *slog.Logger
}

// Environment is this machine. It is safe for concurrent use.
type Environment struct {
	options Options
}

// New returns the local environment; Close releases it.
func New(o Options) (*Environment, error) {
	return &Environment{options: o}, nil
}

func (e *Environment) ID() core.EnvironmentID { return core.LocalEnvironment }
func (e *Environment) Home() string           { return e.options.Home }
func (e *Environment) Close() error           { return nil }
func (e *Environment) RecheckPath()           {}

func (e *Environment) LoginShell(_ context.Context, dir string, terminal core.TerminalID) (command.TerminalRequest, error) {
	return command.TerminalRequest{Program: "/bin/bash", Argv0: "-bash", Dir: dir, Env: append([]string{"TERM=xterm-256color", "TERM_SESSION_ID=" + string(terminal)}, e.options.Environ...)}, nil
}

func (e *Environment) StartTerminal(_ context.Context, req command.TerminalRequest) (command.Terminal, error) {
	return pty.Start(req)
}

func (e *Environment) ResolveFolder(context.Context, string) (string, error) { return "", nil }

func (e *Environment) ListFolder(context.Context, string, int) (core.Folder, error) {
	return core.Folder{}, nil
}
