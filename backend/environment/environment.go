// Package environment is the contract for the machine where commands, terminals
// and files live. It decides which questions can be asked of a machine; it must
// not know any particular machine or coding-agent CLI.
package environment

import (
	"context"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
)

// ShellRequest says how a shell is started.
type ShellRequest struct {
	// Dir is where it starts.
	Dir string
	// Terminal marks what descends from it.
	Terminal core.TerminalID
	// Shell is the ID of one of the shells that can be chosen; empty for the user's
	// login shell.
	Shell string
	// Plain starts it without shell integration, which it gets otherwise where the
	// shell supports it.
	Plain bool
}

// ProgramRequest says how a program of the user's is started in a terminal.
type ProgramRequest struct {
	// Program is a bare name, which is found on the PATH of that machine's user.
	Program string
	Args    []string // without argv[0]
	// Env are variables on top of those that every program there gets.
	Env []string
	// Dir is where it starts.
	Dir string
	// Terminal marks what descends from it.
	Terminal core.TerminalID
}

// Environment is one machine. Implementations are safe for concurrent use.
type Environment interface {
	ID() core.EnvironmentID
	// Home is the user's home directory there.
	Home() string
	// Shells lists the shells that a terminal can start, the user's login shell first.
	Shells(ctx context.Context) ([]core.ShellChoice, error)
	// Shell is the request that starts a shell. Size is left to the caller. It is
	// read anew at every call, so a changed shell takes effect at the next pane. Kind
	// NotFound when the shell that was asked for is none of Shells.
	Shell(ctx context.Context, req ShellRequest) (command.TerminalRequest, error)
	// Program is the request that starts a program in a terminal. Size is left to the
	// caller. What is not found or cannot be run fails with a *command.Failure.
	Program(ctx context.Context, req ProgramRequest) (command.TerminalRequest, error)
	// StartTerminal starts a process. Its errors name the program and the cause,
	// with kinds NotFound, Permission, Invalid (the directory) or Unavailable.
	StartTerminal(ctx context.Context, req command.TerminalRequest) (command.Terminal, error)
	// Activities says what runs in each of these terminals, which were started here.
	// However many there are, the machine's processes are read once.
	Activities(ctx context.Context, terminals []command.Terminal) ([]command.Activity, error)
	// Departed lists, for each of these terminals, the processes that were started in
	// it and left its session on purpose: ending the terminal leaves them alone. The
	// machine's processes are read once.
	Departed(ctx context.Context, terminals []command.Terminal) ([][]core.Process, error)
	// ResolveFolder expands a leading ~, requires a directory that can be entered,
	// and returns its absolute path with symlinks resolved. Kinds: Invalid,
	// NotFound, Permission.
	ResolveFolder(ctx context.Context, path string) (string, error)
	// ListFolder lists at most limit sub-folders.
	ListFolder(ctx context.Context, path string, limit int) (core.Folder, error)
}
