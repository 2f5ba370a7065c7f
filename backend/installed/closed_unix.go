//go:build unix

package installed

import "io/fs"

// closed reports whether a copy may be run by this user and touched by nobody
// else.
func closed(info fs.FileInfo) bool { return info.Mode().Perm() == copyMode }
