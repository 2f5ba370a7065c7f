// Package agy describes Antigravity. It decides how it is launched and how its list
// of models is read, and nothing about any other CLI. No version of the CLI could be
// installed where this was written: everything here follows its documented contract
// of 1.2.12 and was never seen.
package agy

import (
	_ "embed"
	"fmt"
	"strings"
	"time"

	"clankergrid/backend/harness"
)

const id harness.ID = "agy"

//go:embed icon.svg
var icon string

// list waits for the vendor's service when nobody is signed in, so it has less time
// than others.
var list = harness.Command{Program: "agy", Args: []string{"models"}, Timeout: 8 * time.Second}

// Provider describes Antigravity.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "Antigravity", Icon: icon, Executable: "agy",
			Site:         "https://antigravity.google",
			FlagsExample: "--sandbox", ModelExample: "an ID from agy models",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch:     harness.ModelOption("--model"),
		ModelFlags: []string{"--model"},
		// No list stands in for one that cannot be had: none that was seen is known here.
		Models: &harness.Models{TTL: time.Hour, Discover: harness.ListedBy(id, list, parseModels)},
	}
}

// parseModels reads an ID, a tab and a label a line, each ID once. The spinner is on
// stderr.
func parseModels(output []byte) ([]harness.Model, error) {
	var models []harness.Model
	seen := map[string]bool{}
	for line := range strings.Lines(string(output)) {
		model, label, ok := strings.Cut(strings.TrimRight(line, "\r\n"), "\t")
		model = strings.TrimSpace(model)
		if !ok || model == "" || seen[model] {
			continue
		}
		seen[model] = true
		models = append(models, harness.Model{ID: model, Name: strings.TrimSpace(label)})
	}
	if len(models) == 0 && strings.TrimSpace(string(output)) != "" {
		return nil, fmt.Errorf("agy: no model in %d bytes", len(output))
	}
	return models, nil
}
