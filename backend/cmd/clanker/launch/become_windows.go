package launch

import (
	"errors"
	"os"
	"os/exec"
	"os/signal"

	"clankergrid/backend/command"
	"clankergrid/backend/errs"
)

// become runs the CLI in this terminal and ends with its code: Windows cannot replace a
// process. Ctrl+C goes to both, and is the CLI's alone.
func become(req command.TerminalRequest) error {
	signal.Ignore(os.Interrupt)
	cmd := exec.Command(req.Program, req.Args...)
	cmd.Env, cmd.Dir = req.Env, req.Dir
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	err := cmd.Run()
	var ended *exec.ExitError
	if err == nil || errors.As(err, &ended) {
		os.Exit(cmd.ProcessState.ExitCode())
	}
	return errs.Wrap("launch.become", errs.Unavailable, errs.Quote(req.Program)+" could not be started.", "Run it by its path to see why.", err)
}
