//go:build unix

package shell

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"clankergrid/backend/errs"
)

// openGrace is how long a failing opener has to fail. One that still runs then
// is the user's program itself, started in the foreground.
const openGrace = 2 * time.Second

// Open starts the desktop's opener in a session of its own. The program that it
// starts belongs to the user: it is never ended by us, and what waits for it to
// be reaped ends with it or with the application.
func (s *System) Open(ctx context.Context, target string) error {
	const op = "shell.System.Open"
	environ := cleanEnviron(s.Environ)
	name := "xdg-open"
	if runtime.GOOS == "darwin" {
		name = "open"
	}
	program, err := lookPath(name, environ)
	if err != nil {
		return errs.Wrap(op, errs.Unavailable, "Nothing on this system opens links: "+name+" is missing.", "Install xdg-utils, or copy the link.", err)
	}
	cmd := exec.Command(program, target) // not bound to ctx: the program outlives the call
	cmd.Env = environ
	cmd.Dir = "/"
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	if err := cmd.Start(); err != nil {
		return errs.Wrap(op, errs.Unavailable, "The link cannot be opened: "+name+" did not start.", "Copy the link instead.", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	grace := time.NewTimer(openGrace)
	defer grace.Stop()
	select {
	case err := <-ended:
		return errs.Wrap(op, errs.Unavailable, "No program on this system opens this link.", "Copy the link instead.", err)
	case <-grace.C:
		return nil
	case <-ctx.Done():
		return nil
	}
}

// lookPath finds a program on the PATH of environ instead of on ours.
func lookPath(name string, environ []string) (string, error) {
	for _, entry := range environ {
		list, ok := strings.CutPrefix(entry, "PATH=")
		if !ok {
			continue
		}
		for _, dir := range filepath.SplitList(list) {
			if !filepath.IsAbs(dir) {
				continue // the current folder is no place to find programs in
			}
			if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
				return path, nil
			}
		}
	}
	return "", errors.New("not on PATH")
}
