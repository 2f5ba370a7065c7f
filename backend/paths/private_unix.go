//go:build unix

package paths

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"syscall"

	"clankergrid/backend/errs"
)

const privateMode = 0o700

// sharedTemp is the world-writable folder that the fallback for a missing
// runtime directory is made in. It is short on purpose.
const sharedTemp = "/tmp"

// runtimeDir returns our folder inside the session's private one, or a folder
// in /tmp named for the user when the session has none that can be trusted:
// absolute, a real directory, owned by us, and closed to everybody else.
func runtimeDir(session string) string {
	if filepath.IsAbs(session) {
		info, err := os.Lstat(session)
		if err == nil && info.IsDir() && ours(info) && info.Mode().Perm()&0o077 == 0 {
			return filepath.Join(session, product)
		}
	}
	return filepath.Join(sharedTemp, product+"-"+strconv.Itoa(os.Getuid()))
}

// Private makes dir with its parents and closes it to other users. A link to a
// folder of the same user is accepted, as people keep their configuration in
// repositories. Kinds: Storage, Permission, Invalid (something else is there).
func Private(dir string) error {
	if err := os.MkdirAll(dir, privateMode); err != nil {
		return failed("paths.Private", dir, err)
	}
	info, err := os.Stat(dir)
	if err != nil {
		return failed("paths.Private", dir, err)
	}
	return closeToOthers("paths.Private", dir, info)
}

// PrivateRuntime is Private for a folder inside a place that others may write
// to: a link is refused, for its owner could turn it at any time.
func PrivateRuntime(dir string) error {
	const op = "paths.PrivateRuntime"
	if err := os.Mkdir(dir, privateMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return failed(op, dir, err)
	}
	info, err := os.Lstat(dir)
	if err != nil {
		return failed(op, dir, err)
	}
	if info.Mode()&fs.ModeSymlink != 0 {
		return errs.New(op, errs.Permission, "The folder "+errs.Quote(dir)+" is a link and cannot be trusted.",
			"Remove it and start again.")
	}
	return closeToOthers(op, dir, info)
}

func closeToOthers(op, dir string, info fs.FileInfo) error {
	if !info.IsDir() {
		return errs.New(op, errs.Invalid, errs.Quote(dir)+" is not a folder.", "Move it away and start again.")
	}
	if !ours(info) {
		return errs.New(op, errs.Permission, "The folder "+errs.Quote(dir)+" belongs to another user.",
			"Remove it or choose another folder, then start again.")
	}
	if info.Mode().Perm() != privateMode {
		if err := os.Chmod(dir, privateMode); err != nil {
			return failed(op, dir, err)
		}
	}
	// access(2) finds a read-only filesystem that mkdir on an existing folder
	// and an unneeded chmod would not, without leaving a probe file behind.
	const writable = 2
	if err := syscall.Access(dir, writable); err != nil {
		return failed(op, dir, err)
	}
	return nil
}

func ours(info fs.FileInfo) bool {
	stat, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(stat.Uid) == os.Getuid()
}

func failed(op, dir string, err error) error {
	if errors.Is(err, syscall.ENOTDIR) {
		return errs.Wrap(op, errs.Invalid, "Part of the path "+errs.Quote(dir)+" is not a folder.",
			"Move the file in its way and start again.", err)
	}
	return errs.Wrap(op, errs.Storage, "The folder "+errs.Quote(dir)+" cannot be written.",
		"Make it writable to keep settings, history and logs.", err)
}
