package paths

import "path/filepath"

const homeVariable = "USERPROFILE"

// resolve keeps everything below LOCALAPPDATA: a roaming profile would copy a
// live database to a server at every logout.
func resolve(getenv func(string) string, home string) Set {
	root := folderFrom(getenv, "LOCALAPPDATA", filepath.Join(home, "AppData", "Local"))
	return Set{
		Config:  filepath.Join(root, "config"),
		Data:    filepath.Join(root, "data"),
		State:   filepath.Join(root, "state"),
		Cache:   filepath.Join(root, "cache"),
		Runtime: filepath.Join(root, "run"),
	}
}
