package installed

import (
	"os"
	"path/filepath"
)

// inUse reports whether a process runs the program. Where the list of processes
// cannot be read, it is taken to be in use.
func inUse(program string) bool {
	program, err := filepath.EvalSymlinks(program)
	if err != nil {
		return true
	}
	links, err := filepath.Glob("/proc/[0-9]*/exe")
	if err != nil || len(links) == 0 {
		return true
	}
	for _, link := range links {
		// Another user's cannot be read, and cannot run what is closed to others.
		if target, err := os.Readlink(link); err == nil && target == program {
			return true
		}
	}
	return false
}
