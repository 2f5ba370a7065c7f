package process

import "golang.org/x/sys/unix"

func signalOne(e entry, sig unix.Signal) {
	if stillMember(e) {
		_ = unix.Kill(e.Pid, sig)
	}
}
