// Package all is the one list of the coding-agent CLIs that the application knows,
// in the order in which they are presented. It decides nothing else.
package all

import (
	"clankergrid/backend/harness"
	"clankergrid/backend/harness/agy"
	"clankergrid/backend/harness/claude"
	"clankergrid/backend/harness/codex"
	"clankergrid/backend/harness/hermes"
	"clankergrid/backend/harness/omp"
	"clankergrid/backend/harness/opencode"
	"clankergrid/backend/harness/pi"
)

// Registry holds every provider.
func Registry() *harness.Registry {
	return harness.NewRegistry(
		codex.Provider(),
		claude.Provider(),
		opencode.Provider(),
		pi.Provider(),
		omp.Provider(),
		hermes.Provider(),
		agy.Provider(),
	)
}
