// Package environment is the contract for the machine where commands, terminals
// and files live. It decides which questions can be asked of a machine; it must
// not know any particular machine or coding-agent CLI.
package environment

import (
	"context"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
)

// Environment is one machine. Implementations are safe for concurrent use.
type Environment interface {
	ID() core.EnvironmentID
	// Home is the user's home directory there.
	Home() string
	// LoginShell is the request that starts the user's shell in dir, with shell
	// integration where the shell supports it. Size is left to the caller. It is
	// read anew at every call, so a changed shell takes effect at the next pane.
	LoginShell(ctx context.Context, dir string, terminal core.TerminalID) (command.TerminalRequest, error)
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
