// Package opencode describes OpenCode. It decides how it is launched and how its
// list of models is read, and nothing about any other CLI.
package opencode

import (
	"context"
	_ "embed"
	"strings"
	"time"

	"clankergrid/backend/harness"
)

const id harness.ID = "opencode"

//go:embed icon.svg
var icon string

// discoverTimeout: the list took 3.7 s with 1.18.33 on a small machine.
const discoverTimeout = 20 * time.Second

// Provider describes OpenCode, as 1.18.33 behaves.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "OpenCode", Icon: icon, Executable: "opencode",
			Site: "https://opencode.ai/docs",
			Install: []harness.Install{
				{System: "linux", Command: "curl -fsSL https://opencode.ai/install | bash"},
				{System: "darwin", Command: "brew install sst/tap/opencode"},
				{System: "windows", Command: "npm install -g opencode-ai"},
			},
			FlagsExample: "--agent plan", ModelExample: "provider/model",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch: launcher{},
		Models: &harness.Models{TTL: time.Hour, Discover: discover},
	}
}

type launcher struct{}

var _ harness.Launcher = launcher{}

// Invocation is opencode [--model PROVIDER/MODEL].
func (launcher) Invocation(choice harness.Choice) (harness.Invocation, error) {
	if choice.Model == "" {
		return harness.Invocation{}, nil
	}
	return harness.Invocation{Args: []string{"--model", choice.Model}}, nil
}

func discover(ctx context.Context, q harness.ModelQuery) ([]harness.Model, error) {
	const doing = "list models"
	result, err := harness.RequireSuccess(q.Executor.Run(ctx, harness.Command{
		Program: "opencode", Args: []string{"models"}, Timeout: discoverTimeout,
	}))
	if err != nil {
		return nil, harness.Classify(id, doing, err)
	}
	models := parseModels(string(result.Stdout))
	if len(models) == 0 && strings.TrimSpace(string(result.Stdout)) != "" {
		return nil, &harness.Failure{Kind: harness.ParseFailure, Harness: id, Doing: doing}
	}
	return models, nil
}

// parseModels reads one provider/model a line. A model's own name may hold slashes;
// lines of another form are passed over.
func parseModels(output string) []harness.Model {
	var models []harness.Model
	for line := range strings.Lines(output) {
		line = strings.TrimSpace(line)
		provider, model, ok := strings.Cut(line, "/")
		if !ok || provider == "" || model == "" || strings.ContainsAny(line, " \t") {
			continue
		}
		models = append(models, harness.Model{ID: line, Name: model, Provider: provider})
	}
	return models
}
