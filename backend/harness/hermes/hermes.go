// Package hermes describes Hermes. It decides how it is launched and how its list of
// models is asked for and read, and nothing about any other CLI.
package hermes

import (
	_ "embed"
	"strings"
	"time"

	"clankergrid/backend/harness"
)

const id harness.ID = "hermes"

//go:embed icon.svg
var icon string

// Provider describes Hermes, as 0.19.0 behaves.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "Hermes", Icon: icon, Executable: "hermes",
			Site: "https://hermes-agent.nousresearch.com",
			Install: []harness.Install{
				{System: "linux", Command: "curl -fsSL https://hermes-agent.nousresearch.com/install.sh | bash"},
				{System: "darwin", Command: "curl -fsSL https://hermes-agent.nousresearch.com/install.sh | bash"},
				{System: "windows", Command: "iex (irm https://hermes-agent.nousresearch.com/install.ps1)"},
			},
			FlagsExample: "--yolo", ModelExample: "model, or provider::model",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch:     launcher{},
		ModelFlags: []string{"-m", "--model", "--provider"},
		Claims:     []string{"--tui", "--cli"},
		Models:     &harness.Models{TTL: time.Hour, Discover: discover},
	}
}

// qualifier stands between a provider and its model. Neither holds it: providers are
// names such as custom:local, and models paths such as org/name:free.
const qualifier = "::"

type launcher struct{}

var _ harness.Launcher = launcher{}

// Invocation starts the interface that stays in the terminal. The same model is
// served by several providers, so a model of the list names its own; one that was
// typed by hand need not.
func (launcher) Invocation(choice harness.Choice) (harness.Invocation, error) {
	if choice.Model == "" {
		return harness.Invocation{Args: []string{"--tui"}}, nil
	}
	provider, model, qualified := strings.Cut(choice.Model, qualifier)
	if !qualified {
		return harness.Invocation{Args: []string{"-m", choice.Model, "--tui"}}, nil
	}
	if provider == "" || model == "" {
		return harness.Invocation{}, &harness.Failure{Kind: harness.NotConfigured, Harness: id, Doing: "choose a model"}
	}
	return harness.Invocation{Args: []string{"-m", model, "--provider", provider, "--tui"}}, nil
}
