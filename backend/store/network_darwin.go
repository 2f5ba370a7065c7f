package store

import "golang.org/x/sys/unix"

// onNetwork reports whether dir is on a filesystem that is not stored on this
// machine. When the system does not tell, it is taken for one: the rollback
// journal works everywhere.
func onNetwork(dir string) bool {
	var stat unix.Statfs_t
	if err := unix.Statfs(dir, &stat); err != nil {
		return true
	}
	return stat.Flags&unix.MNT_LOCAL == 0
}
