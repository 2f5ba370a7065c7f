package paths

import "path/filepath"

const homeVariable = "HOME"

// resolve follows Apple's file system layout. State has no folder of its own
// there; it stands beside the configuration, and logs remain findable.
func resolve(getenv func(string) string, home string) Set {
	support := filepath.Join(home, "Library", "Application Support", product)
	return Set{
		Config: support,
		Data:   filepath.Join(support, "data"),
		State:  filepath.Join(support, "state"),
		Cache:  filepath.Join(home, "Library", "Caches", product),
		// TMPDIR is a private folder of the user on this system.
		Runtime: runtimeDir(getenv("TMPDIR")),
	}
}
