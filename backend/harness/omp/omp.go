// Package omp describes Oh My Pi. It decides how it is launched and how its list of
// models is read, and nothing about any other CLI.
package omp

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"time"

	"clankergrid/backend/harness"
)

const id harness.ID = "omp"

//go:embed icon.svg
var icon string

// Provider describes Oh My Pi, as 18.2.3 behaves.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "Oh My Pi", Icon: icon, Executable: "omp",
			Site: "https://omp.sh",
			Install: []harness.Install{
				{System: "linux", Command: "curl -fsSL https://omp.sh/install | sh"},
				{System: "darwin", Command: "curl -fsSL https://omp.sh/install | sh"},
				{System: "windows", Command: "irm https://omp.sh/install.ps1 | iex"},
			},
			FlagsExample: "--approval-mode always-ask", ModelExample: "provider/model",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch:     harness.ModelOption("--model"),
		ModelFlags: []string{"--model"},
		Models:     &harness.Models{TTL: time.Hour, Discover: harness.ListedBy(id, list, parseModels)},
	}
}

// list may be five hundred entries with their prices, longer than what is usually read.
var list = harness.Command{Program: "omp", Args: []string{"models", "--json"}, Output: harness.MaxOutput}

// parseModels reads {"models":[{"selector","name","kind","provider"}]} and keeps
// those to talk with: 18.2.3 lists no others and gives no kind, later versions do.
func parseModels(output []byte) ([]harness.Model, error) {
	var answer struct {
		Models *[]struct {
			Selector string `json:"selector"`
			Name     string `json:"name"`
			Kind     string `json:"kind"`
			Provider string `json:"provider"`
		} `json:"models"`
	}
	if err := json.Unmarshal(output, &answer); err != nil {
		return nil, err
	}
	if answer.Models == nil {
		return nil, fmt.Errorf("omp: no list of models in %d bytes", len(output))
	}
	var models []harness.Model
	for _, m := range *answer.Models {
		if m.Selector != "" && (m.Kind == "" || m.Kind == "chat") {
			models = append(models, harness.Model{ID: m.Selector, Name: m.Name, Provider: m.Provider})
		}
	}
	return models, nil
}
