package local

import (
	"errors"
	"os"

	"clankergrid/backend/bounded"
	"clankergrid/backend/cmdline"
	"clankergrid/backend/command"
)

// place finds the program and decides how it gets its arguments.
func place(spec bounded.Spec, req command.Request, env environ) (bounded.Spec, error) {
	plan, err := planner(env).Plan(req.Program, req.Args)
	switch {
	case errors.Is(err, cmdline.ErrNotFound):
		return spec, &command.Failure{Reason: command.NotInstalled, Program: req.Program, Err: err}
	case err != nil:
		return spec, &command.Failure{Reason: command.Unsafe, Program: req.Program, Err: err}
	}
	spec.Path, spec.Argv, spec.CommandLine = plan.Path, append([]string{plan.Path}, plan.Args...), plan.Line
	return spec, nil
}

// locate finds the program.
func locate(program string, env environ) (string, error) {
	path, ok := planner(env).Find(program)
	if !ok {
		return "", &command.Failure{Reason: command.NotInstalled, Program: program, Err: cmdline.ErrNotFound}
	}
	return path, nil
}

func planner(env environ) cmdline.Windows { return cmdline.Windows{Env: env, IsFile: isFile} }

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}
