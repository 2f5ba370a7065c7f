// Package pty runs one program on one pseudo-terminal. It decides how a program
// is spawned, how its exit is proven, and how its terminal is resized and ended;
// it must not interpret what the program prints, choose an environment, or keep
// more than the operating system does: bytes wait in the kernel until they are
// read.
package pty

import (
	"fmt"
	"slices"
	"strings"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/process"
)

var _ command.Terminal = (*Terminal)(nil)

const startOp = "pty.Start"

// Start runs a program as the leader of a new session on a new
// pseudo-terminal. Errors name the program or the directory: NotFound and
// Permission are about the program, Invalid about the request or its directory,
// Unavailable about the system.
func Start(req command.TerminalRequest) (*Terminal, error) {
	if !req.Size.Valid() {
		return nil, errs.New(startOp, errs.Invalid,
			fmt.Sprintf("A terminal cannot have %d columns and %d rows.", req.Size.Cols, req.Size.Rows), "")
	}
	for _, s := range slices.Concat([]string{req.Program, req.Argv0, req.Dir}, req.Args, req.Env) {
		if strings.ContainsRune(s, 0) {
			return nil, errs.New(startOp, errs.Invalid,
				fmt.Sprintf("The command line or environment of %s holds a zero byte.", errs.Quote(req.Program)), "")
		}
	}
	if err := checkDir(req.Dir); err != nil {
		return nil, err
	}
	path, err := findProgram(req)
	if err != nil {
		return nil, err
	}
	argv0 := req.Argv0
	if argv0 == "" {
		argv0 = req.Program
	}
	return start(req, path, append([]string{argv0}, req.Args...))
}

// lookupEnv returns the last value of a variable, which is the one that counts.
func lookupEnv(env []string, name string) string {
	for _, entry := range slices.Backward(env) {
		if key, value, ok := strings.Cut(entry, "="); ok && sameVariable(key, name) {
			return value
		}
	}
	return ""
}

// terminalID is the mark that the program's descendants carry; empty for a
// request without one.
func terminalID(env []string) core.TerminalID {
	id := core.TerminalID(lookupEnv(env, process.SessionVariable))
	if _, ok := id.Bytes(); !ok {
		return ""
	}
	return id
}
