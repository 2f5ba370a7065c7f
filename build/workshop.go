package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"time"
)

// workshop is the place the steps work in: the repository, the two outputs, and
// how children are started. Children inherit nothing from standard input, so a
// tool that would ask a question fails instead of waiting for ever.
type workshop struct {
	root string
	// full is whether the long tests were asked for as well.
	full bool
	out  io.Writer
	err  io.Writer
}

// path joins slash-separated elements below the repository.
func (w *workshop) path(elem ...string) string {
	return filepath.Join(append([]string{w.root}, elem...)...)
}

// say prints one line of progress.
func (w *workshop) say(format string, args ...any) { fmt.Fprintf(w.out, format+"\n", args...) }

// A child is one command to run.
type child struct {
	dir  string   // relative to the repository
	env  []string // added to ours
	argv []string
	// quiet keeps the output back and shows it only when the command fails.
	quiet bool
	// stdin connects the terminal: only the application itself wants it.
	stdin bool
}

// childGrace is how long a child may take to end after an interrupt before it
// is killed: `clanker serve` ends its terminals' process trees within 3 s.
const childGrace = 8 * time.Second

// command prepares a child whose life ends with ctx.
func (w *workshop) command(ctx context.Context, c child) *exec.Cmd {
	cmd := exec.CommandContext(ctx, c.argv[0], c.argv[1:]...)
	cmd.Dir = w.path(filepath.FromSlash(c.dir))
	cmd.Env = append(os.Environ(), c.env...)
	cmd.WaitDelay = childGrace
	if runtime.GOOS != "windows" { // Windows cannot send an interrupt to a child
		cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	}
	if c.stdin {
		cmd.Stdin = os.Stdin
	}
	return cmd
}

// run streams a child's output and turns a bad exit into one clear sentence.
func (w *workshop) run(ctx context.Context, c child) error {
	cmd := w.command(ctx, c)
	if c.quiet {
		output, err := cmd.CombinedOutput()
		if err != nil {
			w.out.Write(output)
		}
		return childError(ctx, c, err)
	}
	cmd.Stdout, cmd.Stderr = w.out, w.err
	return childError(ctx, c, cmd.Run())
}

// output returns what a child printed, trimmed.
func (w *workshop) output(ctx context.Context, c child) (string, error) {
	data, err := w.command(ctx, c).Output()
	return strings.TrimSpace(string(data)), childError(ctx, c, err)
}

func childError(ctx context.Context, c child, err error) error {
	if err == nil {
		return nil
	}
	if ctx.Err() != nil {
		return errors.New("interrupted")
	}
	line := strings.Join(c.argv, " ")
	if c.dir != "" {
		line += " (in " + c.dir + ")"
	}
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		return fmt.Errorf("%s ended with code %d", line, exit.ExitCode())
	}
	if errors.Is(err, exec.ErrNotFound) {
		return fmt.Errorf("%s is not installed", c.argv[0])
	}
	return fmt.Errorf("%s: %w", line, err)
}

// executable is a program's file name on this system.
func executable(name string) string {
	if runtime.GOOS == "windows" {
		return name + ".exe"
	}
	return name
}

// onPath reports whether a program can be found.
func onPath(name string) bool {
	_, err := exec.LookPath(name)
	return err == nil
}
