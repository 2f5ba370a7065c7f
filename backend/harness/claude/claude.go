// Package claude describes Claude Code. It decides how it is launched, and nothing
// about any other CLI.
package claude

import (
	_ "embed"

	"clankergrid/backend/harness"
)

const id harness.ID = "claude"

//go:embed icon.svg
var icon string

// Provider describes Claude Code, as 2.1.332 behaves. It has no command that lists
// models.
func Provider() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{
			ID: id, Name: "Claude Code", Icon: icon, Executable: "claude",
			Site: "https://code.claude.com/docs/en/setup",
			Install: []harness.Install{
				{System: "linux", Command: "curl -fsSL https://claude.ai/install.sh | bash"},
				{System: "darwin", Command: "curl -fsSL https://claude.ai/install.sh | bash"},
				{System: "windows", Command: "irm https://claude.ai/install.ps1 | iex"},
			},
			FlagsExample: "--permission-mode plan", ModelExample: "opus, sonnet or a full name",
		},
		Launch:     harness.ModelFlag("--model"),
		ModelFlags: []string{"--model"},
		Markers:    []string{"CLAUDECODE", "CLAUDE_CODE_ENTRYPOINT", "CLAUDE_CODE_SSE_PORT", "CLAUDE_CODE_SESSION_*"},
	}
}
