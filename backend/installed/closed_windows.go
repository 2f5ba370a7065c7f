package installed

import "io/fs"

// closed is always true: the folder's access list covers what lies in it.
func closed(fs.FileInfo) bool { return true }

// inUse is false: Windows itself does not let a program be removed that runs.
func inUse(string) bool { return false }
