package harness

import (
	"context"
	"time"
)

// Model is one that a launch can choose.
type Model struct {
	// ID is what the launch is given. At most 256 bytes, printable, without space
	// around it.
	ID string `json:"id"`
	// Name is for a person; empty where the CLI gives none.
	Name string `json:"name"`
	// Provider is who serves it, as the CLI calls it; empty where it does not say.
	Provider string `json:"provider"`
}

// ModelQuery is one question for a list of models.
type ModelQuery struct {
	Executor *Executor
	// Home is the user's home directory on the machine that Executor runs on.
	Home string
	// Getenv reads the environment that the CLI would be launched with.
	Getenv func(string) string
	// Refresh is set when the user asked for a list that is current: the CLI may ask
	// its own servers. Without it, it may answer from what it knows.
	Refresh bool
}

// Models is the capability to list models.
type Models struct {
	// TTL is how long a list is good.
	TTL time.Duration
	// Discover asks the CLI. A list that is empty is a result; one that is not
	// understood fails with ParseFailure.
	Discover func(ctx context.Context, q ModelQuery) ([]Model, error)
	// Fallback is offered on this machine while Discover fails; nil for none.
	Fallback []Model
}
