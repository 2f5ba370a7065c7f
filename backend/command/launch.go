package command

import (
	"context"

	"clankergrid/backend/core"
)

// Launch is a program that a terminal runs before the user's shell, which follows in
// its place. A launch is carried out once.
type Launch interface {
	// Agent says what is launched.
	Agent() core.Agent
	// Prepare acquires what the program needs in that terminal, which starts it at once.
	// The Size of the request is left to the terminal. When it fails nothing is held.
	Prepare(ctx context.Context, terminal core.TerminalID) (Prepared, error)
}

// Prepared is a program that can be started.
type Prepared struct {
	Request TerminalRequest
	// Release gives back what was acquired. It is called when the program has ended or
	// could not be started, before anything else runs in the terminal; it may be called
	// again, and must return soon after ctx has ended.
	Release func(ctx context.Context)
}
