package local

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"clankergrid/backend/bounded"
	"clankergrid/backend/command"
)

var _ command.Runner = (*Environment)(nil)

// Run runs a command without a terminal. Its environment is that of a shell in a
// terminal, without what belongs to terminals and to launched agents.
func (e *Environment) Run(ctx context.Context, req command.Request) (command.Result, error) {
	spec, err := e.plan(ctx, req)
	if err != nil {
		return command.Result{}, err
	}
	return bounded.Run(ctx, spec, req.Stdin)
}

// Open starts a command for an exchange of lines.
func (e *Environment) Open(ctx context.Context, req command.Request) (command.Session, error) {
	spec, err := e.plan(ctx, req)
	if err != nil {
		return nil, err
	}
	process, err := bounded.Start(ctx, spec)
	if err != nil {
		return nil, err // not process: a nil *bounded.Process is not a nil interface
	}
	return process, nil
}

func (e *Environment) plan(ctx context.Context, req command.Request) (bounded.Spec, error) {
	refuse := func(reason command.Reason, err error) (bounded.Spec, error) {
		return bounded.Spec{}, &command.Failure{Reason: reason, Program: req.Program, Err: err}
	}
	if req.Timeout <= 0 || req.MaxOutput <= 0 {
		return refuse(command.BadRequest, errors.New("local: a command without bounds"))
	}
	for _, text := range slices.Concat([]string{req.Program, req.Dir}, req.Args, req.Env) {
		if strings.ContainsRune(text, 0) {
			return refuse(command.BadRequest, errors.New("local: a NUL in a command"))
		}
	}
	dir := req.Dir
	if dir == "" {
		dir = e.options.Home
	}
	env := e.childEnviron(ctx).with("PWD", dir)
	for _, entry := range req.Env {
		if name, value, ok := strings.Cut(entry, "="); ok {
			env = env.with(name, value)
		}
	}
	spec := bounded.Spec{
		Program: req.Program, Dir: dir, Env: env,
		Timeout: req.Timeout, MaxOutput: req.MaxOutput, MaxInput: req.MaxInput,
	}
	return place(spec, req, env)
}

// Find looks for a program where Run would find it.
func (e *Environment) Find(ctx context.Context, program string) (command.Found, error) {
	refuse := func(reason command.Reason, err error) (command.Found, error) {
		return command.Found{}, &command.Failure{Reason: reason, Program: program, Err: err}
	}
	if err := bare(program); err != nil {
		return command.Found{}, err
	}
	path, err := locate(program, e.childEnviron(ctx))
	if err != nil {
		return command.Found{}, err
	}
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return refuse(command.NotRunnable, err)
	}
	info, err := os.Stat(target)
	if err != nil {
		return refuse(command.NotRunnable, err)
	}
	return command.Found{Path: path, Stamp: fmt.Sprintf("%s %d %d", target, info.Size(), info.ModTime().UnixNano())}, nil
}

// bare refuses what is not looked for on PATH.
func bare(program string) error {
	if program == "" || strings.ContainsAny(program, "/\\\x00") {
		return &command.Failure{Reason: command.BadRequest, Program: program, Err: errors.New("local: only a bare name is looked for")}
	}
	return nil
}

// childEnviron is what every program of the user's finds around itself, in a
// terminal or not.
func (e *Environment) childEnviron(ctx context.Context) environ {
	return e.withPath(ctx, clean(e.options.Environ, e.options.Markers))
}

func (e *Environment) withPath(ctx context.Context, env environ) environ {
	if runtime.GOOS != "windows" {
		env = env.with("PATH", mergePath(e.path.get(ctx), env.get("PATH")))
	}
	return env
}
