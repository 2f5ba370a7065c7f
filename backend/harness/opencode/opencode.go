// Package opencode describes OpenCode. It decides how it is launched and how its
// list of models is read, and nothing about any other CLI.
package opencode

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

	"clankergrid/backend/harness"
)

const id harness.ID = "opencode"

//go:embed icon.svg
var icon string

// list took 3.7 s with 1.18.33 on a small machine.
var list = harness.Command{Program: "opencode", Args: []string{"models"}, Timeout: 20 * time.Second}

// Provider describes OpenCode, as 1.18.33 behaves.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "OpenCode", Icon: icon, Executable: "opencode",
			Site: "https://opencode.ai/docs",
			Install: []harness.Install{
				{System: "linux", Command: "curl -fsSL https://opencode.ai/install | bash"},
				{System: "darwin", Command: "brew install anomalyco/tap/opencode"},
				{System: "windows", Command: "npm install -g opencode-ai"},
			},
			FlagsExample: "--agent plan", ModelExample: "provider/model",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch:     harness.ModelFlag("--model"),
		ModelFlags: []string{"-m", "--model"},
		Markers:    []string{"OPENCODE", "OPENCODE_PID", "OPENCODE_SESSION*"},
		Models:     &harness.Models{TTL: time.Hour, Discover: harness.ListedBy(id, list, parseModels)},
	}
}

// parseModels reads one provider/model a line. A model's own name may hold slashes;
// lines of another form are passed over, unless there is nothing else.
func parseModels(output []byte) ([]harness.Model, error) {
	var models []harness.Model
	for line := range strings.Lines(string(output)) {
		line = strings.TrimSpace(line)
		provider, model, ok := strings.Cut(line, "/")
		if !ok || provider == "" || model == "" || strings.ContainsAny(line, " \t") {
			continue
		}
		models = append(models, harness.Model{ID: line, Name: model, Provider: provider})
	}
	if len(models) == 0 && strings.TrimSpace(string(output)) != "" {
		return nil, fmt.Errorf("opencode: no model in %d bytes", len(output))
	}
	return models, nil
}
