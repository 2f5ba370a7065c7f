// Package paths decides which folders of a user's machine the product keeps its
// files in, and makes them private. It knows the convention of each operating
// system and nothing about what is kept there; it never reads the environment
// by itself, so that a test or a remote host can ask for another user's set.
package paths

import (
	"path/filepath"

	"clankergrid/backend/errs"
)

// product is the name of our folder inside each of the system's folders.
const product = "clanker-grid"

// Set is where one user's files live. All paths are absolute.
type Set struct {
	// Config holds what a user would take to another machine, and the state.
	Config string
	// Data holds what was installed for the user.
	Data string
	// State holds logs and what may be lost without regret.
	State string
	// Cache holds what can be rebuilt.
	Cache string
	// Runtime holds sockets and private files of this boot. Its path is short,
	// because a Unix socket's path may have about 100 bytes.
	Runtime string
}

// Resolve returns the set for the user whose environment and home are given.
// Folders named by a relative XDG variable are ignored, as its specification
// demands. Kind Invalid when home is empty or relative: every other choice
// would scatter private files over whatever folder happens to be current.
func Resolve(getenv func(string) string, home string) (Set, error) {
	if home == "" {
		return Set{}, errs.New("paths.Resolve", errs.Invalid,
			"The home folder is not set.", "Set "+homeVariable+" to your home folder and start again.")
	}
	if !filepath.IsAbs(home) {
		return Set{}, errs.New("paths.Resolve", errs.Invalid,
			"The home folder "+errs.Quote(home)+" is not an absolute path.",
			"Set "+homeVariable+" to the full path of your home folder and start again.")
	}
	return resolve(getenv, filepath.Clean(home)), nil
}

// folderFrom returns our folder inside the one that a variable names, or inside
// fallback when the variable is unset or not absolute.
func folderFrom(getenv func(string) string, variable, fallback string) string {
	if dir := getenv(variable); filepath.IsAbs(dir) {
		return filepath.Join(dir, product)
	}
	return filepath.Join(fallback, product)
}

// Prepare makes every folder of the set and gives it to this user alone. It
// tries all of them and returns the first failure: Kind Storage when the place
// cannot be written (read-only, full, missing), Permission when it belongs to
// somebody else. A caller goes on without what the failed folder would hold.
func (s Set) Prepare() error {
	var first error
	for _, dir := range []string{s.Config, s.Data, s.State, s.Cache} {
		if err := Private(dir); err != nil && first == nil {
			first = err
		}
	}
	if err := PrivateRuntime(s.Runtime); err != nil && first == nil {
		first = err
	}
	return first
}

// Secrets returns a folder of the set for short-lived files that hold a secret:
// the runtime folder, else the configuration's, else the state's. Each is checked
// anew, because a folder that Prepare refused is still there and may be another
// user's. The error is that of the runtime folder when none is private.
func (s Set) Secrets() (string, error) {
	refused := PrivateRuntime(s.Runtime)
	if refused == nil {
		return s.Runtime, nil
	}
	for _, dir := range []string{s.Config, s.State} {
		if Private(dir) == nil {
			return dir, nil
		}
	}
	return "", refused
}
