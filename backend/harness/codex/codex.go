// Package codex describes the Codex CLI. It decides how it is launched and how its
// list of models is read, and nothing about any other CLI.
package codex

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"clankergrid/backend/harness"
)

const id harness.ID = "codex"

//go:embed icon.svg
var icon string

// Provider describes the Codex CLI, as codex-cli 0.171.0 behaves.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "Codex", Icon: icon, Executable: "codex",
			Site: "https://developers.openai.com/codex/cli",
			Install: []harness.Install{
				{System: "linux", Command: "npm install -g @openai/codex"},
				{System: "darwin", Command: "brew install --cask codex"},
				{System: "windows", Command: "npm install -g @openai/codex"},
			},
			FlagsExample: "--sandbox workspace-write", ModelExample: "a slug from codex debug models",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch:     harness.ModelFlag("-m"),
		ModelFlags: []string{"-m", "--model"},
		Markers:    []string{"CODEX_SANDBOX*", "CODEX_THREAD_ID", "CODEX_INTERNAL_*"},
		Models:     &harness.Models{TTL: time.Hour, Discover: harness.ListedBy(id, list, parseModels)},
	}
}

// list needs neither network nor account. Its answer holds the instructions of every
// model, 900 kB in all.
var list = harness.Command{Program: "codex", Args: []string{"debug", "models"}, Output: harness.MaxOutput}

// parseModels reads {"models":[{"slug","display_name","visibility"}]} and leaves out
// what the CLI hides from its own picker.
func parseModels(output []byte) ([]harness.Model, error) {
	var answer struct {
		Models *[]struct {
			Slug       string `json:"slug"`
			Name       string `json:"display_name"`
			Visibility string `json:"visibility"`
		} `json:"models"`
	}
	if err := json.Unmarshal(output, &answer); err != nil {
		return nil, err
	}
	if answer.Models == nil {
		return nil, fmt.Errorf("codex: no list of models in %d bytes", len(output))
	}
	var models []harness.Model
	for _, m := range *answer.Models {
		if m.Slug != "" && m.Visibility != "hide" && m.Visibility != "none" {
			models = append(models, harness.Model{ID: m.Slug, Name: m.Name})
		}
	}
	return models, nil
}
