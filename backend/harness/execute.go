package harness

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"time"

	"clankergrid/backend/command"
)

// The bounds of a command that a provider asks for. A request beyond one is a
// defect of the provider and is refused before anything is started.
const (
	DefaultTimeout = 10 * time.Second
	MaxTimeout     = 30 * time.Second
	// MaxInterpreterTimeout is for the one kind of command that may ask a service
	// live because the user asked for that.
	MaxInterpreterTimeout = 45 * time.Second

	DefaultOutput = 256 << 10 // bytes of each stream
	MaxOutput     = 1 << 20
	MaxInput      = 64 << 10 // bytes, all in all
)

// Command is what a provider wants to be run without a terminal.
type Command struct {
	// Program is a bare name, never a path.
	Program string
	// Interpreter is an absolute path in the place of Program, for a CLI that can be
	// asked only through the interpreter that it brings. The provider has found and
	// checked it: a regular file that no other user may write, in the CLI's own folder or
	// named by the user.
	Interpreter string
	Args        []string
	Dir         string // absolute; empty for the user's home
	Env         []string
	Stdin       []byte
	Timeout     time.Duration // 0 for DefaultTimeout
	Output      int           // bytes of each stream; 0 for DefaultOutput
}

// Executor runs a provider's commands on one machine, within the bounds. The
// provider decides what is run, the machine where and how.
type Executor struct {
	runner command.Runner
}

// NewExecutor bounds a machine's runner.
func NewExecutor(runner command.Runner) *Executor { return &Executor{runner} }

// Run returns once the command was reaped. Any exit code is a result; use
// RequireSuccess where zero is needed.
func (e *Executor) Run(ctx context.Context, c Command) (command.Result, error) {
	req, err := c.request()
	if err != nil {
		return command.Result{}, err
	}
	return e.runner.Run(ctx, req)
}

// Open starts a command for an exchange of lines. What it writes over its whole
// life is bounded by the command's Output, what it is sent by MaxInput.
func (e *Executor) Open(ctx context.Context, c Command) (command.Session, error) {
	if len(c.Stdin) > 0 {
		return nil, refused(c, errors.New("a session has no stdin of its own"))
	}
	req, err := c.request()
	if err != nil {
		return nil, err
	}
	return e.runner.Open(ctx, req)
}

// RequireSuccess turns an exit code other than zero into a failure.
func RequireSuccess(r command.Result, err error) (command.Result, error) {
	if err == nil && r.ExitCode != 0 {
		err = fmt.Errorf("harness: exit code %d", r.ExitCode)
	}
	return r, err
}

var (
	bareName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._+-]{0,63}$`)
	envName  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]{0,127}$`)
)

// ownVariables belong to the launches of agents: no other command gets one.
const ownVariables = "CLANKER_"

func (c Command) request() (command.Request, error) {
	longest := MaxTimeout
	program := c.Program
	if c.Interpreter != "" {
		program, longest = c.Interpreter, MaxInterpreterTimeout
	}
	req := command.Request{
		Program: program, Args: c.Args, Dir: c.Dir, Env: c.Env, Stdin: c.Stdin,
		Timeout: c.Timeout, MaxOutput: c.Output, MaxInput: MaxInput,
	}
	if req.Timeout == 0 {
		req.Timeout = DefaultTimeout
	}
	if req.MaxOutput == 0 {
		req.MaxOutput = DefaultOutput
	}
	switch {
	case c.Interpreter != "" && (c.Program != "" || !filepath.IsAbs(c.Interpreter) || strings.ContainsRune(c.Interpreter, 0)):
		return req, refused(c, errors.New("an interpreter is one absolute path"))
	case c.Interpreter == "" && !bareName.MatchString(c.Program):
		return req, refused(c, errors.New("a program is a bare name"))
	case req.Timeout < 0 || req.Timeout > longest:
		return req, refused(c, fmt.Errorf("a timeout of %v is beyond %v", req.Timeout, longest))
	case req.MaxOutput < 0 || req.MaxOutput > MaxOutput:
		return req, refused(c, fmt.Errorf("an output of %d bytes is beyond %d", req.MaxOutput, MaxOutput))
	case len(c.Stdin) > MaxInput:
		return req, &command.Failure{Reason: command.TooMuchInput, Program: program}
	case c.Dir != "" && (!filepath.IsAbs(c.Dir) || strings.ContainsRune(c.Dir, 0)):
		return req, refused(c, errors.New("a directory is an absolute path"))
	}
	for _, arg := range c.Args {
		if strings.ContainsRune(arg, 0) {
			return req, refused(c, errors.New("an argument holds a NUL"))
		}
	}
	for _, entry := range c.Env {
		name, value, ok := strings.Cut(entry, "=")
		switch {
		case !ok || !envName.MatchString(name):
			return req, refused(c, fmt.Errorf("%q is no variable's name", name))
		case strings.ContainsRune(value, 0):
			return req, refused(c, fmt.Errorf("the variable %s holds a NUL", name))
		case strings.HasPrefix(strings.ToUpper(name), ownVariables):
			return req, refused(c, fmt.Errorf("the variable %s belongs to launches", name))
		}
	}
	return req, nil
}

func refused(c Command, err error) error {
	program := c.Program
	if program == "" {
		program = c.Interpreter
	}
	return &command.Failure{Reason: command.BadRequest, Program: program, Err: err}
}
