package process

import (
	"bytes"
	"errors"
	"path"
	"strconv"
	"strings"
)

// stat is the part of Linux's /proc/PID/stat that identifies a process and its
// place among others (proc_pid_stat(5)).
type stat struct {
	pid, parent, group, session int
	comm                        string
	state                       byte
	startTime                   uint64
}

var errStat = errors.New("malformed process status")

// parseStat reads one line of /proc/PID/stat. The command name stands in
// parentheses and may itself hold spaces and parentheses, so it ends at the
// last closing one.
func parseStat(line []byte) (stat, error) {
	open, end := bytes.IndexByte(line, '('), bytes.LastIndexByte(line, ')')
	if open < 1 || end < open {
		return stat{}, errStat
	}
	// Fields after the name: state is the third of the line, starttime the 22nd.
	const state, parent, group, session, startTime = 0, 1, 2, 3, 19
	fields := strings.Fields(string(line[end+1:]))
	if len(fields) <= startTime || len(fields[state]) != 1 {
		return stat{}, errStat
	}
	s := stat{comm: string(line[open+1 : end]), state: fields[state][0]}
	for _, number := range []struct {
		into *int
		text string
	}{
		{&s.pid, strings.TrimSpace(string(line[:open]))},
		{&s.parent, fields[parent]}, {&s.group, fields[group]}, {&s.session, fields[session]},
	} {
		n, err := strconv.Atoi(number.text)
		if err != nil {
			return stat{}, errStat
		}
		*number.into = n
	}
	start, err := strconv.ParseUint(fields[startTime], 10, 64)
	if err != nil || s.pid <= 0 {
		return stat{}, errStat
	}
	s.startTime = start
	return s, nil
}

// displayName is what a person calls a process: the base name it was started
// under without a login shell's dash, else the kernel's name. A program may write
// anything there, so it is bounded and printable.
func displayName(cmdline []byte, kernelName string) string {
	argv0, _, _ := bytes.Cut(cmdline, []byte{0})
	name := strings.TrimPrefix(string(argv0), "-")
	if name != "" {
		name = path.Base(name)
	}
	name = printable(name)
	if name == "" || name == "/" || name == "." {
		return kernelName
	}
	return name
}

// nameless stands for a name in which nothing can be printed.
const nameless = "?"

// kernelName is the name of an entry of the process table. The kernel cuts it at
// 15 bytes on Linux and 16 on macOS, and the process may set it to anything,
// sequences for a terminal included.
func kernelName(comm string) string {
	if name := printable(comm); name != "" {
		return name
	}
	return nameless
}

// nameLimit is longer than any program's name and short enough for a pane's
// header; the rest is cut.
const nameLimit = 64

func printable(s string) string {
	var b strings.Builder
	count := 0
	for _, r := range s {
		if count == nameLimit {
			break
		}
		if r == '\uFFFD' || !strconv.IsPrint(r) {
			continue
		}
		b.WriteRune(r)
		count++
	}
	return strings.TrimSpace(b.String())
}
