//go:build unix

package shell

import (
	"context"
	"runtime"
	"syscall"

	"clankergrid/backend/errs"
)

// detached puts a program into a session of its own: it belongs to the user from
// then on.
var detached = &syscall.SysProcAttr{Setsid: true}

// Open asks the desktop's own opener.
func (s *System) Open(ctx context.Context, target string) error {
	name := "xdg-open"
	if runtime.GOOS == "darwin" {
		name = "open"
	}
	environ := cleanEnviron(s.Environ)
	program, err := lookPath(name, environ)
	if err != nil {
		return errs.Wrap("shell.System.Open", errs.Unavailable, "Nothing on this system opens links: "+name+" is missing.", "Install xdg-utils, or copy the link.", err)
	}
	return start(ctx, environ, program, target)
}
