package shell

import (
	"context"
	"syscall"

	"golang.org/x/sys/windows"

	"clankergrid/backend/errs"
)

// detached keeps a console program from opening a console.
var detached = &syscall.SysProcAttr{HideWindow: true}

// Open asks the Windows shell to open the target. The verb is given, so that a
// file type's own default verb is not what decides.
func (s *System) Open(_ context.Context, target string) error {
	const op = "shell.System.Open"
	verb, err := windows.UTF16PtrFromString("open")
	if err != nil {
		return errs.Wrap(op, errs.Internal, "", "", err)
	}
	file, err := windows.UTF16PtrFromString(target)
	if err != nil {
		return errs.Wrap(op, errs.Invalid, "The link cannot be opened.", "", err)
	}
	err = windows.ShellExecute(0, verb, file, nil, nil, windows.SW_SHOWNORMAL)
	return errs.Wrap(op, errs.Unavailable, "No program on this system opens this link.", "Copy the link instead.", err)
}
