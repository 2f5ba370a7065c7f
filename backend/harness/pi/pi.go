// Package pi describes Pi. It decides how it is launched and how its list of models
// is read, and nothing about any other CLI.
package pi

import (
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
				{System: "linux", Command: "curl -fsSL https://pi.dev/install.sh | sh"},
				{System: "darwin", Command: "curl -fsSL https://pi.dev/install.sh | sh"},
				{System: "windows", Command: `powershell -c "irm https://pi.dev/install.ps1 | iex"`},
			},
			FlagsExample: "--thinking high", ModelExample: "provider/model",
			Capabilities: []harness.Capability{harness.CanListModels},
		},
		Launch:     harness.ModelFlag("--model"),
		ModelFlags: []string{"--model"},
		Models:     &harness.Models{TTL: time.Hour, Discover: harness.ListedBy(id, list, parseModels)},
	}
}

var list = harness.Command{Program: "pi", Args: []string{"--list-models"}}

// parseModels reads the table that follows the line "provider  model  ...", whose
// first two columns hold no blanks. Without models Pi prints advice in its place,
// and ends without an error.
func parseModels(output []byte) ([]harness.Model, error) {
	var models []harness.Model
	inTable := false
	for line := range strings.Lines(string(output)) {
		columns := strings.Fields(line)
		switch {
		case len(columns) < 2:
		case columns[0] == "provider" && columns[1] == "model":
			inTable = true
		case inTable:
			models = append(models, harness.Model{ID: columns[0] + "/" + columns[1], Name: columns[1], Provider: columns[0]})
		}
	}
	return models, nil
}
