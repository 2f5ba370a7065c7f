//go:build unix

package process

import (
	"golang.org/x/sys/unix"

	"clankergrid/backend/core"
)

// session is the ladder's target on systems that have sessions and signals.
type session struct{ leader core.Process }

var _ target = session{}

func (s session) members() ([]entry, error) { return members(s.leader) }

var signals = map[demand]unix.Signal{
	hangUp: unix.SIGHUP, resume: unix.SIGCONT, terminate: unix.SIGTERM, kill: unix.SIGKILL,
}

// group signals a process group. The group cannot be another's: its number is
// not reused while e, which has just been found in it, is a member.
func (s session) group(e entry, d demand) {
	if e.group > 1 && stillMember(e) {
		// An error means that the group ended first, which is the aim.
		_ = unix.Kill(-e.group, signals[d])
	}
}

func (s session) one(e entry, d demand) { signalOne(e, signals[d]) }

// stillMember verifies identity and place at the last moment before a signal.
func stillMember(e entry) bool {
	sid, err := unix.Getsid(e.Pid)
	return err == nil && sid == e.session && Alive(e.Process)
}
