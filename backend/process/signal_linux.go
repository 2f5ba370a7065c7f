package process

import "golang.org/x/sys/unix"

// signalOne signals exactly the listed process. A pidfd names one process for as
// long as it is open, so the pid cannot change hands between check and signal;
// kernels before 5.3 have none and take the small risk.
func signalOne(e entry, sig unix.Signal) {
	fd, err := unix.PidfdOpen(e.Pid, 0)
	if err != nil {
		if err != unix.ESRCH && stillMember(e) {
			_ = unix.Kill(e.Pid, sig)
		}
		return
	}
	defer unix.Close(fd)
	if stillMember(e) {
		_ = unix.PidfdSendSignal(fd, sig, nil, 0)
	}
}
