package pty

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"unicode/utf16"
	"unsafe"

	"golang.org/x/sys/windows"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/process"
)

func start(req command.TerminalRequest, path string, argv []string) (*Terminal, error) {
	t := &Terminal{exited: make(chan struct{}), continued: make(chan int, 1)}
	if err := t.openConsole(req.Size); err != nil {
		return nil, errs.Wrap(startOp, errs.Unavailable, fmt.Sprintf("The system has no terminal left for %s.", errs.Quote(req.Program)),
			"Close some terminals and try again. Windows 10 version 1809 or later is needed.", err)
	}
	if err := t.spawn(req, path, argv); err != nil {
		t.release()
		return nil, spawnError(req, err)
	}
	go t.wait()
	return t, nil
}

// openConsole connects a pseudoconsole to two pipes, of which this side keeps
// one end each.
func (t *Terminal) openConsole(size core.Size) error {
	var inRead, inWrite, outRead, outWrite windows.Handle
	if err := windows.CreatePipe(&inRead, &inWrite, nil, 0); err != nil {
		return err
	}
	defer windows.CloseHandle(inRead)
	t.in = os.NewFile(uintptr(inWrite), "console input")
	if err := windows.CreatePipe(&outRead, &outWrite, nil, 0); err != nil {
		t.in.Close()
		return err
	}
	defer windows.CloseHandle(outWrite)
	t.out = os.NewFile(uintptr(outRead), "console output")
	if err := windows.CreatePseudoConsole(coord(size), inRead, outWrite, 0, &t.console); err != nil {
		return errors.Join(err, t.in.Close(), t.out.Close())
	}
	return nil
}

// spawn starts the program suspended, so that it is in the job before its first
// instruction and can start nothing outside of it.
func (t *Terminal) spawn(req command.TerminalRequest, path string, argv []string) error {
	var err error
	if t.job, err = newJob(); err != nil {
		return err
	}
	info, err := createSuspended(t.console, req, path, argv)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(info.Thread)
	t.process = info.Process
	abandon := func(err error) error {
		_ = windows.TerminateProcess(info.Process, 1)
		return err
	}
	if err := t.job.add(info.Process); err != nil {
		return abandon(err)
	}
	if t.leader, err = process.Lookup(int(info.ProcessId)); err != nil {
		return abandon(err)
	}
	if _, err := windows.ResumeThread(info.Thread); err != nil {
		return abandon(err)
	}
	return nil
}

func createSuspended(console windows.Handle, req command.TerminalRequest, path string, argv []string) (*windows.ProcessInformation, error) {
	attributes, err := windows.NewProcThreadAttributeList(1)
	if err != nil {
		return nil, err
	}
	defer attributes.Delete()
	// The attribute's value is the handle itself, not a pointer to it.
	value := *(*unsafe.Pointer)(unsafe.Pointer(&console))
	if err := attributes.Update(windows.PROC_THREAD_ATTRIBUTE_PSEUDOCONSOLE, value, unsafe.Sizeof(console)); err != nil {
		return nil, err
	}
	startup := windows.StartupInfoEx{ProcThreadAttributeList: attributes.List()}
	startup.Cb = uint32(unsafe.Sizeof(startup))
	// Standard handles named and empty: otherwise a redirected owner would pass
	// its own on, and the program would print there.
	startup.Flags = windows.STARTF_USESTDHANDLES

	program, err := windows.UTF16PtrFromString(path)
	if err != nil {
		return nil, err
	}
	line, err := windows.UTF16PtrFromString(windows.ComposeCommandLine(argv))
	if err != nil {
		return nil, err
	}
	dir, err := windows.UTF16PtrFromString(req.Dir)
	if err != nil {
		return nil, err
	}
	block := environmentBlock(req.Env)
	info := new(windows.ProcessInformation)
	flags := uint32(windows.EXTENDED_STARTUPINFO_PRESENT | windows.CREATE_UNICODE_ENVIRONMENT | windows.CREATE_SUSPENDED)
	// No handle is inheritable: the console attribute carries what is needed.
	if err := windows.CreateProcess(program, line, nil, nil, false, flags, &block[0], dir, &startup.StartupInfo, info); err != nil {
		return nil, err
	}
	return info, nil
}

// environmentBlock is what CreateProcess reads: entries in name order without
// regard to case, each ended by zero, and one more zero.
func environmentBlock(env []string) []uint16 {
	sorted := slices.Clone(env)
	slices.SortStableFunc(sorted, func(a, b string) int {
		a, _, _ = strings.Cut(a, "=")
		b, _, _ = strings.Cut(b, "=")
		return strings.Compare(strings.ToUpper(a), strings.ToUpper(b))
	})
	var block []uint16
	for _, entry := range sorted {
		block = append(append(block, utf16.Encode([]rune(entry))...), 0)
	}
	if len(block) == 0 {
		block = append(block, 0)
	}
	return append(block, 0)
}

func spawnError(req command.TerminalRequest, err error) error {
	kind, message, hint := errs.Unavailable, "The program %s could not be started.", "The log names the cause."
	switch {
	case errors.Is(err, windows.ERROR_FILE_NOT_FOUND), errors.Is(err, windows.ERROR_PATH_NOT_FOUND):
		kind, message, hint = errs.NotFound, "The program %s does not exist.", "Check the path, or install the program."
	case errors.Is(err, windows.ERROR_ACCESS_DENIED):
		kind, message, hint = errs.Permission, "The system refused to execute %s.", "Check its permissions."
	case errors.Is(err, windows.ERROR_BAD_EXE_FORMAT):
		message, hint = "The program %s is not of a kind that this system can run.", "Install a build for this system."
	case errors.Is(err, windows.ERROR_DIRECTORY):
		return errs.Wrap(startOp, errs.Invalid, fmt.Sprintf("The folder %s may not be entered.", errs.Quote(req.Dir)), folderHint, err)
	}
	return errs.Wrap(startOp, kind, fmt.Sprintf(message, errs.Quote(req.Program)), hint, err)
}

func coord(size core.Size) windows.Coord {
	return windows.Coord{X: int16(size.Cols), Y: int16(size.Rows)}
}
