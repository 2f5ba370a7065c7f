package harness

import (
	"context"
)

// ModelFlag is a launcher that names the model in an argument of its own: FLAG MODEL.
type ModelFlag string

// ModelOption is a launcher that names the model in the flag's own argument:
// FLAG=MODEL.
type ModelOption string

var (
	_ Launcher = ModelFlag("")
	_ Launcher = ModelOption("")
)

// Invocation adds nothing for the CLI's own default.
func (f ModelFlag) Invocation(choice Choice) (Invocation, error) {
	if choice.Model == "" {
		return Invocation{}, nil
	}
	return Invocation{Args: []string{string(f), choice.Model}}, nil
}

// Invocation adds nothing for the CLI's own default.
func (o ModelOption) Invocation(choice Choice) (Invocation, error) {
	if choice.Model == "" {
		return Invocation{}, nil
	}
	return Invocation{Args: []string{string(o) + "=" + choice.Model}}, nil
}

// ListedBy discovers models by one command that has to succeed, and by reading what
// it printed. What parse does not understand is a ParseFailure. Unless the command
// says otherwise it may take as long as any: some put their list together for ten
// seconds when they are asked for the first time.
func ListedBy(id ID, c Command, parse func(stdout []byte) ([]Model, error)) func(context.Context, ModelQuery) ([]Model, error) {
	const doing = "list models"
	if c.Timeout == 0 {
		c.Timeout = MaxTimeout
	}
	return func(ctx context.Context, q ModelQuery) ([]Model, error) {
		result, err := RequireSuccess(q.Executor.Run(ctx, c))
		if err != nil {
			return nil, Classify(id, doing, err)
		}
		models, err := parse(result.Stdout)
		if err != nil {
			return nil, &Failure{Kind: ParseFailure, Harness: id, Doing: doing, Err: err}
		}
		return models, nil
	}
}
