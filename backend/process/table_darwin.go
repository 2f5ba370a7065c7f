package process

import (
	"bytes"
	"fmt"
	"os"
	"sync"

	"golang.org/x/sys/unix"

	"clankergrid/backend/core"
)

// bootID is read once: it cannot change while this process lives.
var bootID = sync.OnceValue(func() string {
	id, err := unix.Sysctl("kern.bootsessionuuid")
	if err != nil {
		return ""
	}
	return id
})

// zombieState is SZOMB of <sys/proc.h>.
const zombieState = 5

func readEntry(pid int) (entry, error) {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil {
		return entry{}, err
	}
	e := fromKernel(k)
	if e.Pid != pid {
		return entry{}, fmt.Errorf("pid %d does not run", pid)
	}
	return e, nil
}

func fromKernel(k *unix.KinfoProc) entry {
	started := k.Proc.P_starttime
	pid := int(k.Proc.P_pid)
	session, err := unix.Getsid(pid)
	if err != nil {
		session = -1
	}
	return entry{
		Process: core.Process{
			Pid:       pid,
			StartTime: uint64(started.Sec)*1_000_000 + uint64(started.Usec),
			BootID:    bootID(),
			Name:      kernelName(unix.ByteSliceToString(k.Proc.P_comm[:])),
		},
		parent: int(k.Eproc.Ppid), group: int(k.Eproc.Pgid), session: session,
		zombie: k.Proc.P_stat == zombieState,
	}
}

func processTable() ([]entry, error) {
	kernel, err := unix.SysctlKinfoProcSlice("kern.proc.all")
	if err != nil {
		return nil, err
	}
	out := make([]entry, 0, len(kernel))
	for i := range kernel {
		out = append(out, fromKernel(&kernel[i]))
	}
	return out, nil
}

// sessionTables returns what lists the processes of a session, from one reading.
func sessionTables() (func(session int) []entry, error) {
	all, err := snapshots.get()
	if err != nil {
		return nil, err
	}
	bySession := make(map[int][]entry)
	for _, e := range all.table {
		bySession[e.session] = append(bySession[e.session], e)
	}
	return func(session int) []entry { return bySession[session] }, nil
}

// arguments is the kernel's record of a start: a 32-bit count, the executable,
// padding, the arguments and the environment, each ended by a zero byte. Only
// the user's own processes have one.
func arguments(pid int) [][]byte {
	k, err := unix.SysctlKinfoProc("kern.proc.pid", pid)
	if err != nil || int(k.Eproc.Ucred.Uid) != os.Getuid() {
		return nil
	}
	b, err := unix.SysctlRaw("kern.procargs2", pid)
	if err != nil || len(b) < 4 {
		return nil
	}
	return bytes.Split(b[4:], []byte{0})
}

// environment may include arguments too: its readers look for one exact entry.
func environment(pid int) [][]byte { return arguments(pid) }

func commandLine(pid int) []byte {
	fields := arguments(pid)
	for _, f := range fields[min(1, len(fields)):] {
		if len(f) > 0 {
			return f
		}
	}
	return nil
}

// Cwd is empty: macOS tells it only through libproc, which needs cgo.
func Cwd(int) string { return "" }
