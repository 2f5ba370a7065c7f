//go:build unix

package installed

import (
	"io/fs"
	"os"
	"syscall"
)

// closed reports whether a copy may be run by this user and touched by nobody
// else.
func closed(info fs.FileInfo) bool { return info.Mode().Perm() == copyMode }

// trusted reports whether nobody but root, this user and the owner of the folder of
// the programs can change a file. A group may write when it is its owner's alone,
// which by the custom of private groups has the owner's number: with their umask of
// 002 every build is so.
func trusted(info, programs fs.FileInfo) bool {
	file, ok := info.Sys().(*syscall.Stat_t)
	folder, also := programs.Sys().(*syscall.Stat_t)
	if !ok || !also || file.Uid != 0 && file.Uid != folder.Uid && int(file.Uid) != os.Geteuid() {
		return false
	}
	const group, others = 0o020, 0o002
	mode := info.Mode().Perm()
	return mode&others == 0 && (mode&group == 0 || file.Gid == file.Uid)
}
