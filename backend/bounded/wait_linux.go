package bounded

import "golang.org/x/sys/unix"

// waitLeader returns once the leader has ended. It is not reaped.
func (g group) waitLeader() {
	for {
		err := unix.Waitid(unix.P_PID, int(g), nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return
		}
	}
}
