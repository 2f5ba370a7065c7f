// Package agy describes Antigravity. It decides how it is launched and how its list
// of models is read, and nothing about any other CLI. No version of the CLI could be
// installed where this was written: everything here follows its documented contract
// of 1.2.12 and was never seen.
package agy

import (
	"context"
	_ "embed"
	"strings"
	"time"

	"clankergrid/backend/harness"
)

const id harness.ID = "agy"

//go:embed icon.svg
var icon string

// discoverTimeout: a signed-out CLI waits for its service.
const discoverTimeout = 8 * time.Second

// Provider describes Antigravity.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "Antigravity", Icon: icon, Executable: "agy",
			Site:         "https://antigravity.google",
			FlagsExample: "--sandbox", ModelExample: "an ID from agy models",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch: launcher{},
		// No list stands in for one that cannot be had: none that was seen is known here.
		Models: &harness.Models{TTL: time.Hour, Discover: discover},
	}
}

type launcher struct{}

var _ harness.Launcher = launcher{}

// Invocation is agy [--model=ID].
func (launcher) Invocation(choice harness.Choice) (harness.Invocation, error) {
	if choice.Model == "" {
		return harness.Invocation{}, nil
	}
	return harness.Invocation{Args: []string{"--model=" + choice.Model}}, nil
}

func discover(ctx context.Context, q harness.ModelQuery) ([]harness.Model, error) {
	const doing = "list models"
	result, err := harness.RequireSuccess(q.Executor.Run(ctx, harness.Command{
		Program: "agy", Args: []string{"models"}, Timeout: discoverTimeout,
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

// parseModels reads an ID, a tab and a label a line, each ID once. The spinner is on
// stderr.
func parseModels(output string) []harness.Model {
	var models []harness.Model
	seen := map[string]bool{}
	for line := range strings.Lines(output) {
		model, label, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		model = strings.TrimSpace(model)
		if !ok || model == "" || seen[model] {
			continue
		}
		seen[model] = true
		models = append(models, harness.Model{ID: model, Name: strings.TrimSpace(label)})
	}
	return models
}
