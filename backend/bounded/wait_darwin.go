package bounded

import "golang.org/x/sys/unix"

// waitLeader returns once the leader has ended. It is not reaped.
func (g group) waitLeader() {
	queue, err := unix.Kqueue()
	if err != nil {
		return
	}
	defer unix.Close(queue)
	watch := unix.Kevent_t{Ident: uint64(g), Filter: unix.EVFILT_PROC, Flags: unix.EV_ADD | unix.EV_ONESHOT, Fflags: unix.NOTE_EXIT}
	events := make([]unix.Kevent_t, 1)
	for {
		// A leader that has ended already is refused, which is an answer too.
		_, err := unix.Kevent(queue, []unix.Kevent_t{watch}, events, nil)
		if err != unix.EINTR {
			return
		}
	}
}
