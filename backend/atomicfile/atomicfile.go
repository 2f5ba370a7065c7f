// Package atomicfile replaces a file in one step: a reader, and a machine that
// loses power, sees the old content or the new, never a part. It decides
// nothing about the content, and it never follows a link: a link at the target
// is itself replaced and what it pointed to stays as it was, because a path
// that another program can turn must not choose which file we overwrite.
package atomicfile

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"clankergrid/backend/errs"
)

// Write makes path hold data with exactly the permission perm (the umask does
// not apply). The folder must exist. On every error the previous file is as it
// was and no temporary file remains, with one exception: when flushing the
// folder fails after the replacement, the new content is in place but may not
// outlive a power cut.
//
// Kinds: NotFound (no such folder), Permission, Invalid (the target is a
// folder), Storage (full, read-only or failing disk).
func Write(path string, perm fs.FileMode, data []byte) error {
	dir := filepath.Dir(path)
	temp, err := os.CreateTemp(dir, "."+filepath.Base(path)+".*.tmp")
	if err != nil {
		return failed(path, err)
	}
	// The name is forgotten after the rename, so that the new file is not
	// removed by the cleanup of a path that has been taken by another writer.
	name := temp.Name()
	defer func() {
		if name != "" {
			os.Remove(name)
		}
	}()
	if err := fill(temp, perm, data); err != nil {
		return failed(path, err)
	}
	if info, err := os.Lstat(path); err == nil && info.IsDir() {
		return errs.New("atomicfile.Write", errs.Invalid, errs.Quote(path)+" is a folder.", "Move it away and try again.")
	}
	if err := os.Rename(name, path); err != nil {
		return failed(path, err)
	}
	name = ""
	if err := syncFolder(dir); err != nil {
		return failed(path, err)
	}
	return nil
}

// fill writes and closes the temporary file. The flush before the rename is
// what keeps a power cut from leaving a file with the new name and no content.
func fill(temp *os.File, perm fs.FileMode, data []byte) error {
	_, err := temp.Write(data)
	if err == nil {
		err = temp.Chmod(perm)
	}
	if err == nil {
		err = temp.Sync()
	}
	return errors.Join(err, temp.Close())
}

func failed(path string, err error) error {
	kind, hint := errs.Storage, "Free some space or make the folder writable, then try again."
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kind, hint = errs.NotFound, "Make the folder and try again."
	case errors.Is(err, fs.ErrPermission):
		kind, hint = errs.Permission, "Make the folder writable and try again."
	}
	return errs.Wrap("atomicfile.Write", kind, "The file "+errs.Quote(path)+" could not be written.", hint, err)
}
