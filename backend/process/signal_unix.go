//go:build unix

package process

import "golang.org/x/sys/unix"

// session is the ladder's target on systems that have sessions and signals.
type session struct {
	tree *Tree
	// listed are the members found last, and proven whether they are all of the
	// session.
	listed []entry
	proven bool
}

var _ target = (*session)(nil)

func (s *session) members() (_ []entry, err error) {
	s.listed, s.proven, err = s.tree.members()
	return s.listed, err
}

var signals = map[demand]unix.Signal{
	hangUp: unix.SIGHUP, resume: unix.SIGCONT, terminate: unix.SIGTERM, kill: unix.SIGKILL,
}

// group signals a process group. The group cannot be another's: its number is
// not reused while e, which has just been found in it, is a member. In a session
// that is not proven, members of the group that do not belong are left out.
func (s *session) group(e entry, d demand) {
	if !s.proven {
		for _, m := range s.listed {
			if m.group == e.group {
				s.one(m, d)
			}
		}
		return
	}
	if e.group > 1 && stillMember(e) {
		// An error means that the group ended first, which is the aim.
		_ = unix.Kill(-e.group, signals[d])
	}
}

func (s *session) one(e entry, d demand) { signalOne(e, signals[d]) }

// stillMember verifies identity and place at the last moment before a signal.
func stillMember(e entry) bool {
	sid, err := unix.Getsid(e.Pid)
	return err == nil && sid == e.session && Alive(e.Process)
}
