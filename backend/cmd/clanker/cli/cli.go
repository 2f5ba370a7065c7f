// Package cli is what every verb of the command line shares: the process it runs
// in, as values, and how errors and exit codes are told. It decides their form
// and nothing about any verb.
package cli

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"syscall"

	"clankergrid/backend/errs"
)

// Process is the process that a verb runs in.
type Process struct {
	Stdout  io.Writer
	Stderr  io.Writer
	Getenv  func(string) string
	Environ []string
	Home    string
	// Dir is where relative paths begin.
	Dir string
	// Assets returns the built frontend.
	Assets func() (fs.FS, error)
}

// FromProcess reads the real process once. A home or folder that the system does
// not tell stays empty and is refused by whoever needs it.
func FromProcess(assets func() (fs.FS, error)) *Process {
	home, _ := os.UserHomeDir()
	dir, _ := os.Getwd()
	return &Process{
		Stdout:  os.Stdout,
		Stderr:  os.Stderr,
		Getenv:  os.Getenv,
		Environ: os.Environ(),
		Home:    home,
		Dir:     dir,
		Assets:  assets,
	}
}

// Report prints an error for a person and returns the exit code of its kind. The
// cause stays out of it: it may hold native text.
func (p *Process) Report(err error) int {
	if err == nil {
		return 0
	}
	public := errs.PublicOf(err)
	fmt.Fprintf(p.Stderr, "clanker: %s\n", public.Message)
	if public.Hint != "" {
		fmt.Fprintln(p.Stderr, public.Hint)
	}
	return errs.ExitCode(err)
}

// Interruptible gives a verb that starts commands of its own a context that ends
// with Ctrl+C: they stand in process groups of their own and would go on without it.
func Interruptible(ctx context.Context) (context.Context, context.CancelFunc) {
	return signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
}

// Interrupted is the error of a verb whose context has ended; nil otherwise.
func Interrupted(ctx context.Context) error {
	return errs.Wrap("cli", errs.Canceled, "Interrupted.", "", ctx.Err())
}

// Usage is an error in the command line itself. The parser's text names what the
// user typed and is shown as it is.
func Usage(err error) error {
	return errs.Wrap("cli", errs.Invalid, sentence(err.Error()), "Run clanker --help to see what there is.", err)
}

func sentence(text string) string {
	if text == "" {
		return "The command line is not understood."
	}
	return string(upper(text[0])) + text[1:] + "."
}

func upper(b byte) byte {
	if 'a' <= b && b <= 'z' {
		return b - 'a' + 'A'
	}
	return b
}
