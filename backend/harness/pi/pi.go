// Package pi describes Pi. It decides how it is launched and how its list of models
// is read, and nothing about any other CLI.
package pi

import (
	"context"
	_ "embed"
	"strings"
	"time"

	"clankergrid/backend/harness"
)

const id harness.ID = "pi"

//go:embed icon.svg
var icon string

// Provider describes Pi, as 1.6.0 behaves.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "Pi", Icon: icon, Executable: "pi",
			Site: "https://pi.dev",
			Install: []harness.Install{
				{System: "linux", Command: "npm install -g @earendil-works/pi-coding-agent"},
				{System: "darwin", Command: "npm install -g @earendil-works/pi-coding-agent"},
				{System: "windows", Command: "npm install -g @earendil-works/pi-coding-agent"},
			},
			FlagsExample: "--thinking high", ModelExample: "provider/model",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch: launcher{},
		Models: &harness.Models{TTL: time.Hour, Discover: discover},
	}
}

type launcher struct{}

var _ harness.Launcher = launcher{}

// Invocation is pi [--model PROVIDER/MODEL].
func (launcher) Invocation(choice harness.Choice) (harness.Invocation, error) {
	if choice.Model == "" {
		return harness.Invocation{}, nil
	}
	return harness.Invocation{Args: []string{"--model", choice.Model}}, nil
}

func discover(ctx context.Context, q harness.ModelQuery) ([]harness.Model, error) {
	result, err := harness.RequireSuccess(q.Executor.Run(ctx, harness.Command{Program: "pi", Args: []string{"--list-models"}}))
	if err != nil {
		return nil, harness.Classify(id, "list models", err)
	}
	return parseModels(string(result.Stdout)), nil
}

// parseModels reads the table that follows the line "provider  model  ...", whose
// first two columns hold no blanks. Without models Pi prints advice in its place,
// and ends without an error.
func parseModels(output string) []harness.Model {
	var models []harness.Model
	inTable := false
	for line := range strings.Lines(output) {
		columns := strings.Fields(line)
		switch {
		case len(columns) < 2:
		case columns[0] == "provider" && columns[1] == "model":
			inTable = true
		case inTable:
			models = append(models, harness.Model{ID: columns[0] + "/" + columns[1], Name: columns[1], Provider: columns[0]})
		}
	}
	return models
}
