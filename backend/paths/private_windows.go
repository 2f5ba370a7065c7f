package paths

import (
	"os"

	"clankergrid/backend/errs"
)

// Private makes dir with its parents. Folders below a user's profile inherit
// its access list, which closes them to other users. Kind Storage.
func Private(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return errs.Wrap("paths.Private", errs.Storage, "The folder "+errs.Quote(dir)+" cannot be written.",
			"Make it writable to keep settings, history and logs.", err)
	}
	return nil
}

// PrivateRuntime is the same as Private: the folder is below the profile too.
func PrivateRuntime(dir string) error { return Private(dir) }
