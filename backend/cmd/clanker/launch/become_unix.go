//go:build unix

package launch

import (
	"slices"
	"syscall"

	"clankergrid/backend/command"
	"clankergrid/backend/errs"
)

// become replaces this process, so that the terminal, its signals and the exit code are
// the CLI's own.
func become(req command.TerminalRequest) error {
	err := syscall.Exec(req.Program, slices.Concat([]string{req.Argv0}, req.Args), req.Env)
	return errs.Wrap("launch.become", errs.Unavailable, errs.Quote(req.Program)+" could not be started.", "Run it by its path to see why.", err)
}
