package shell

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"clankergrid/backend/errs"
)

// startGrace is how long a failing program has to fail. One that still runs then
// is the user's program itself, started in the foreground.
const startGrace = 2 * time.Second

// OpenAppWindow opens a page in a Chromium window without tabs. The page is
// named on a command line, which every user of the machine may read.
func (s *System) OpenAppWindow(ctx context.Context, page string) error {
	environ := cleanEnviron(s.Environ)
	program, ok := findAppBrowser(environ)
	if !ok {
		return errs.New("shell.System.OpenAppWindow", errs.Unavailable, "No Chromium browser is installed.", "Install one, or use the default browser.")
	}
	return start(ctx, environ, program, "--app="+page)
}

// start runs a program that outlives the call and belongs to the user: it is
// never ended by us, and the goroutine that reaps it ends with it or with the
// application. It fails only when the program fails at once.
func start(ctx context.Context, environ []string, program string, args ...string) error {
	const op = "shell.start"
	cmd := exec.Command(program, args...) // not bound to ctx, which would end it
	cmd.Env = environ
	cmd.Dir = filepath.VolumeName(program) + string(os.PathSeparator)
	cmd.SysProcAttr = detached
	if err := cmd.Start(); err != nil {
		return errs.Wrap(op, errs.Unavailable, filepath.Base(program)+" did not start.", "Copy the link instead.", err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	grace := time.NewTimer(startGrace)
	defer grace.Stop()
	select {
	case err := <-ended:
		return errs.Wrap(op, errs.Unavailable, filepath.Base(program)+" could not open it.", "Copy the link instead.", err)
	case <-grace.C:
		return nil
	case <-ctx.Done():
		return nil
	}
}

// lookPath finds a program on the PATH of environ instead of on ours.
func lookPath(name string, environ []string) (string, error) {
	for _, dir := range filepath.SplitList(lookup(environ, "PATH")) {
		if !filepath.IsAbs(dir) {
			continue // the current folder is no place to find programs in
		}
		if path, err := exec.LookPath(filepath.Join(dir, name)); err == nil {
			return path, nil
		}
	}
	return "", errors.New("not on PATH")
}
