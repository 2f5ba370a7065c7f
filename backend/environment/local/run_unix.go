//go:build unix

package local

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"syscall"

	"golang.org/x/sys/unix"

	"clankergrid/backend/bounded"
	"clankergrid/backend/command"
)

// place puts the program and its arguments into what is started.
func place(spec bounded.Spec, req command.Request, env environ) (bounded.Spec, error) {
	path, err := locate(req.Program, env)
	spec.Path, spec.Argv = path, append([]string{req.Program}, req.Args...)
	return spec, err
}

// locate finds the program. A name that is found and cannot be run is told apart
// from one that is nowhere.
func locate(program string, env environ) (string, error) {
	path, err := findExecutable(program, env.get("PATH"))
	if err != nil {
		reason := command.NotRunnable
		if errors.Is(err, fs.ErrNotExist) {
			reason = command.NotInstalled
		}
		return "", &command.Failure{Reason: reason, Program: program, Err: err}
	}
	return path, nil
}

// findExecutable looks for a bare name in the absolute folders of a PATH. Of what
// cannot be run the first reason is returned when nothing else is found.
func findExecutable(program, path string) (string, error) {
	if filepath.IsAbs(program) {
		return program, runnable(program)
	}
	var refused error
	for _, dir := range filepath.SplitList(path) {
		if !filepath.IsAbs(dir) {
			continue
		}
		candidate := filepath.Join(dir, program)
		err := runnable(candidate)
		if err == nil {
			return candidate, nil
		}
		if refused == nil && !absent(err) {
			refused = err
		}
	}
	if refused != nil {
		return "", refused
	}
	return "", &fs.PathError{Op: "find", Path: program, Err: fs.ErrNotExist}
}

// absent is also for a folder of PATH that is a file, or that may not be read.
func absent(err error) bool {
	return errors.Is(err, fs.ErrNotExist) || errors.Is(err, syscall.ENOTDIR)
}

func runnable(path string) error {
	info, err := os.Stat(path)
	if err != nil {
		return err
	}
	if info.IsDir() {
		return &fs.PathError{Op: "run", Path: path, Err: syscall.EISDIR}
	}
	if !info.Mode().IsRegular() {
		return &fs.PathError{Op: "run", Path: path, Err: fs.ErrInvalid}
	}
	if err := unix.Access(path, unix.X_OK); err != nil {
		return &fs.PathError{Op: "run", Path: path, Err: err}
	}
	return nil
}
