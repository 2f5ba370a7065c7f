package process

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/sys/unix"

	"clankergrid/backend/core"
)

const procRoot = "/proc"

// bootID is read once: it cannot change while this process lives. Without it
// (a container that hides it) identities are compared by start time alone.
var bootID = sync.OnceValue(func() string {
	b, err := os.ReadFile(procRoot + "/sys/kernel/random/boot_id")
	if err != nil {
		return ""
	}
	return strings.TrimSpace(string(b))
})

func readEntry(pid int) (entry, error) {
	b, err := os.ReadFile(procPath(pid, "stat"))
	if err != nil {
		return entry{}, err
	}
	s, err := parseStat(b)
	if err != nil {
		return entry{}, err
	}
	return entry{
		Process: core.Process{Pid: s.pid, StartTime: s.startTime, BootID: bootID(), Name: kernelName(s.comm)},
		parent:  s.parent, group: s.group, session: s.session,
		zombie: s.state == 'Z' || s.state == 'X',
	}, nil
}

// sessionTables returns what lists the processes of a session, from one reading of
// which pid is in which session. That is asked with getsid, which needs no file; only
// the processes of a session that is asked for are read further.
func sessionTables() (func(session int) []entry, error) {
	bySession, err := sessionPids.get()
	if err != nil {
		return nil, err
	}
	return func(session int) []entry { return readEntries(bySession[session]) }, nil
}

var sessionPids = &shared[map[int][]int]{read: func() (map[int][]int, error) {
	pids, err := allPids()
	if err != nil {
		return nil, err
	}
	bySession := make(map[int][]int)
	for _, pid := range pids {
		if sid, err := unix.Getsid(pid); err == nil {
			bySession[sid] = append(bySession[sid], pid)
		}
	}
	return bySession, nil
}}

func processTable() ([]entry, error) {
	pids, err := allPids()
	if err != nil {
		return nil, err
	}
	return readEntries(pids), nil
}

func allPids() ([]int, error) {
	dir, err := os.Open(procRoot)
	if err != nil {
		return nil, err
	}
	defer dir.Close()
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return nil, err
	}
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids, nil
}

// readEntries leaves out a process that has ended meanwhile.
func readEntries(pids []int) []entry {
	out := make([]entry, 0, len(pids))
	for _, pid := range pids {
		if e, err := readEntry(pid); err == nil {
			out = append(out, e)
		}
	}
	return out
}

// environment returns what the process was started with, or nil when it
// belongs to another user or the kernel refuses.
func environment(pid int) [][]byte {
	var st unix.Stat_t
	if err := unix.Stat(procPath(pid, ""), &st); err != nil || int(st.Uid) != os.Getuid() {
		return nil
	}
	b, err := os.ReadFile(procPath(pid, "environ"))
	if err != nil {
		return nil
	}
	return bytes.Split(b, []byte{0})
}

// Cwd is where the process works, or empty when the system does not tell.
func Cwd(pid int) string {
	dir, err := os.Readlink(procPath(pid, "cwd"))
	if err != nil || !filepath.IsAbs(dir) {
		return ""
	}
	// The kernel marks a directory that was removed; a directory may also be
	// called that, so the mark counts only when nothing has the full name.
	if bare, removed := strings.CutSuffix(dir, " (deleted)"); removed {
		if _, err := os.Lstat(dir); err != nil {
			return bare
		}
	}
	return dir
}

func commandLine(pid int) []byte {
	b, err := os.ReadFile(procPath(pid, "cmdline"))
	if err != nil {
		return nil
	}
	return b
}

func procPath(pid int, file string) string {
	return filepath.Join(procRoot, strconv.Itoa(pid), file)
}
