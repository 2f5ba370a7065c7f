package process

import (
	"errors"
	"strings"
	"unsafe"

	"golang.org/x/sys/windows"

	"clankergrid/backend/core"
)

// bootID is constant: Windows start times are absolute, so they already differ
// across boots.
func bootID() string { return "absolute" }

// Lookup identifies the process that has this pid now.
func Lookup(pid int) (core.Process, error) {
	h, err := windows.OpenProcess(windows.PROCESS_QUERY_LIMITED_INFORMATION, false, uint32(pid))
	if err != nil {
		return core.Process{}, notFound("process.Lookup", err)
	}
	defer windows.CloseHandle(h)
	started, err := startTime(h)
	if err != nil {
		return core.Process{}, notFound("process.Lookup", err)
	}
	return core.Process{Pid: pid, StartTime: started, BootID: bootID(), Name: imageName(h)}, nil
}

// startTime fails for a process that has ended: its object outlives it as long
// as somebody holds a handle.
func startTime(h windows.Handle) (uint64, error) {
	var created, exited, kernel, user windows.Filetime
	if err := windows.GetProcessTimes(h, &created, &exited, &kernel, &user); err != nil {
		return 0, err
	}
	if exited != (windows.Filetime{}) {
		return 0, errors.New("the process has ended")
	}
	return uint64(created.HighDateTime)<<32 | uint64(created.LowDateTime), nil
}

func imageName(h windows.Handle) string {
	buf := make([]uint16, windows.MAX_LONG_PATH)
	n := uint32(len(buf))
	if err := windows.QueryFullProcessImageName(h, 0, &buf[0], &n); err != nil {
		return ""
	}
	full := windows.UTF16ToString(buf[:n])
	return programName(full[strings.LastIndexByte(full, '\\')+1:])
}

func programName(file string) string {
	if len(file) > 4 && strings.EqualFold(file[len(file)-4:], ".exe") {
		file = file[:len(file)-4]
	}
	return kernelName(file)
}

// processTable lists every process that this user may query. Windows has no
// sessions of this kind, so session and group stay zero.
func processTable() ([]entry, error) {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPPROCESS, 0)
	if err != nil {
		return nil, err
	}
	defer windows.CloseHandle(snapshot)
	row := windows.ProcessEntry32{Size: uint32(unsafe.Sizeof(windows.ProcessEntry32{}))}
	var out []entry
	for err = windows.Process32First(snapshot, &row); err == nil; err = windows.Process32Next(snapshot, &row) {
		p, lookupErr := Lookup(int(row.ProcessID))
		if lookupErr != nil {
			continue
		}
		out = append(out, entry{Process: p, parent: int(row.ParentProcessID)})
	}
	if !errors.Is(err, windows.ERROR_NO_MORE_FILES) {
		return nil, err
	}
	return out, nil
}

// Cwd is empty: Windows does not tell another process's directory.
func Cwd(int) string { return "" }
