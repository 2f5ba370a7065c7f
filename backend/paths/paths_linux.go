package paths

import "path/filepath"

const homeVariable = "HOME"

// resolve follows the XDG base directory specification.
func resolve(getenv func(string) string, home string) Set {
	return Set{
		Config:  folderFrom(getenv, "XDG_CONFIG_HOME", filepath.Join(home, ".config")),
		Data:    folderFrom(getenv, "XDG_DATA_HOME", filepath.Join(home, ".local", "share")),
		State:   folderFrom(getenv, "XDG_STATE_HOME", filepath.Join(home, ".local", "state")),
		Cache:   folderFrom(getenv, "XDG_CACHE_HOME", filepath.Join(home, ".cache")),
		Runtime: runtimeDir(getenv("XDG_RUNTIME_DIR")),
	}
}
