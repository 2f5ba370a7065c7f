package bounded

import (
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// group is a job object, which what the command starts belongs to as well.
type group struct {
	job, leader windows.Handle
}

// startGroup starts the command without a console window. It is suspended until it
// belongs to the job, so that nothing it starts can escape.
func startGroup(cmd *exec.Cmd, commandLine string) (g group, err error) {
	if g.job, err = windows.CreateJobObject(nil, nil); err != nil {
		return g, err
	}
	limits := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	limits.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err = windows.SetInformationJobObject(g.job, windows.JobObjectExtendedLimitInformation,
		uintptr(unsafe.Pointer(&limits)), uint32(unsafe.Sizeof(limits))); err != nil {
		windows.CloseHandle(g.job)
		return g, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{
		HideWindow:    true,
		CmdLine:       commandLine,
		CreationFlags: windows.CREATE_NO_WINDOW | windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP,
	}
	if err = cmd.Start(); err != nil {
		windows.CloseHandle(g.job)
		return g, err
	}
	pid := uint32(cmd.Process.Pid)
	g.leader, err = windows.OpenProcess(windows.SYNCHRONIZE|windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE, false, pid)
	if err == nil {
		if err = windows.AssignProcessToJobObject(g.job, g.leader); err == nil {
			err = resume(pid)
		}
	}
	if err != nil {
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		g.close()
	}
	return g, err
}

// resume lets the one thread of a suspended process run.
func resume(pid uint32) error {
	snapshot, err := windows.CreateToolhelp32Snapshot(windows.TH32CS_SNAPTHREAD, 0)
	if err != nil {
		return err
	}
	defer windows.CloseHandle(snapshot)
	entry := windows.ThreadEntry32{Size: uint32(unsafe.Sizeof(windows.ThreadEntry32{}))}
	for err = windows.Thread32First(snapshot, &entry); err == nil; err = windows.Thread32Next(snapshot, &entry) {
		if entry.OwnerProcessID != pid {
			continue
		}
		thread, err := windows.OpenThread(windows.THREAD_SUSPEND_RESUME, false, entry.ThreadID)
		if err != nil {
			return err
		}
		defer windows.CloseHandle(thread)
		_, err = windows.ResumeThread(thread)
		return err
	}
	return err
}

func (g group) waitLeader() { _, _ = windows.WaitForSingleObject(g.leader, windows.INFINITE) }

// terminate has no gentle form for a program without a console.
func (g group) terminate() { g.kill() }

func (g group) kill() { _ = windows.TerminateJobObject(g.job, 1) }

func (g group) close() {
	if g.leader != 0 {
		windows.CloseHandle(g.leader)
	}
	windows.CloseHandle(g.job)
}
