package pty

import (
	"errors"
	"unsafe"

	"golang.org/x/sys/windows"
)

// job is the set of a terminal's processes: Windows puts every descendant into
// the job of its parent. It carries no kill-on-close limit, so that an owner
// that crashes or closes a terminal does not end what runs there; End does.
type job windows.Handle

func newJob() (job, error) {
	h, err := windows.CreateJobObject(nil, nil)
	return job(h), err
}

func (j job) add(process windows.Handle) error {
	return windows.AssignProcessToJobObject(windows.Handle(j), process)
}

// pids lists the processes of the job.
func (j job) pids() ([]int, error) {
	// JOBOBJECT_BASIC_PROCESS_ID_LIST: two counts, then that many pointer-sized
	// pids. It is asked again with more room when more processes exist than fit.
	const header = 2 * unsafe.Sizeof(uint32(0)) / unsafe.Sizeof(uintptr(0)) // 1 on 64-bit systems, 2 on 32-bit ones
	for room := uintptr(64); ; room *= 2 {
		buf := make([]uintptr, header+room)
		err := windows.QueryInformationJobObject(windows.Handle(j), windows.JobObjectBasicProcessIdList,
			uintptr(unsafe.Pointer(&buf[0])), uint32(uintptr(len(buf))*unsafe.Sizeof(buf[0])), nil)
		if errors.Is(err, windows.ERROR_MORE_DATA) {
			continue
		}
		if err != nil {
			return nil, err
		}
		listed := (*[2]uint32)(unsafe.Pointer(&buf[0]))[1]
		out := make([]int, 0, listed)
		for _, pid := range buf[header : header+uintptr(listed)] {
			out = append(out, int(pid))
		}
		return out, nil
	}
}

func (j job) terminate() error { return windows.TerminateJobObject(windows.Handle(j), 1) }

func (j job) close() { _ = windows.CloseHandle(windows.Handle(j)) }
