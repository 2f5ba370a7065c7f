// Package catalog knows what can be launched on a machine: which of the
// coding-agent CLIs are installed, in which version, and which models they list. It
// decides when a CLI is asked and how long an answer is good. It must not launch
// anything in a terminal, and it knows the CLIs through their providers alone.
package catalog

import (
	"clankergrid/backend/command"
)

// Machine is where the CLIs are.
type Machine interface {
	command.Runner
	command.Finder
}
