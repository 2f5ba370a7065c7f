package pty

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"clankergrid/backend/command"
	"clankergrid/backend/errs"
)

const folderHint = "Choose a folder that exists and that you may enter."

func checkDir(dir string) error {
	refuse := func(why string, err error) error {
		return &errs.Error{Op: startOp, Kind: errs.Invalid, Message: fmt.Sprintf("The folder %s %s.", errs.Quote(dir), why), Hint: folderHint, Err: err}
	}
	if !filepath.IsAbs(dir) {
		return refuse("is not an absolute path", nil)
	}
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return refuse("does not exist", err)
	case errors.Is(err, fs.ErrPermission):
		return refuse("may not be entered", err)
	case err != nil:
		return refuse("cannot be entered", err)
	case !info.IsDir():
		return refuse("is not a folder", nil)
	}
	if err := enterable(dir); err != nil {
		return refuse("may not be entered", err)
	}
	return nil
}

// findProgram resolves the program the way a shell would: a name with a
// separator is a path, any other is looked for on the request's own PATH. A
// relative path counts from the request's directory; empty PATH entries, which
// once meant the current directory, find nothing.
func findProgram(req command.TerminalRequest) (string, error) {
	name := req.Program
	if name == "" {
		return "", errs.New(startOp, errs.Invalid, "No program was named.", "")
	}
	if strings.ContainsAny(name, pathSeparators) {
		path := name
		if !filepath.IsAbs(path) {
			path = filepath.Join(req.Dir, path)
		}
		return firstExecutable(name, path, req.Env)
	}
	var refused error
	for _, dir := range filepath.SplitList(lookupEnv(req.Env, "PATH")) {
		if !filepath.IsAbs(dir) {
			continue
		}
		path, err := firstExecutable(name, filepath.Join(dir, name), req.Env)
		if err == nil {
			return path, nil
		}
		if refused == nil && errs.KindOf(err) != errs.NotFound {
			refused = err
		}
	}
	if refused != nil {
		return "", refused
	}
	return "", errs.New(startOp, errs.NotFound, fmt.Sprintf("The program %s was not found on the PATH.", errs.Quote(name)),
		"Install it, or add its folder to the PATH of your login shell.")
}

// firstExecutable returns path, or path with one of the system's program
// endings, whichever can be run.
func firstExecutable(name, path string, env []string) (string, error) {
	var last error
	for _, candidate := range withEndings(path, env) {
		if last = checkProgram(name, candidate); last == nil {
			return candidate, nil
		}
	}
	return "", last
}

func checkProgram(name, path string) error {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist), isNotDir(err):
		return &errs.Error{Op: startOp, Kind: errs.NotFound, Message: fmt.Sprintf("The program %s does not exist.", errs.Quote(name)), Hint: "Check the path, or install the program.", Err: err}
	case err != nil:
		return notExecutable(name, err)
	case !info.Mode().IsRegular():
		return notExecutable(name, nil)
	}
	if err := executable(path); err != nil {
		return notExecutable(name, err)
	}
	return nil
}

func notExecutable(name string, err error) error {
	return &errs.Error{Op: startOp, Kind: errs.Permission, Message: fmt.Sprintf("The program %s may not be executed.", errs.Quote(name)),
		Hint: "Make it executable, or choose another program.", Err: err}
}
