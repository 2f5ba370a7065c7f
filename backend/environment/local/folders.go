package local

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// Bounds. A path longer than the kernel's own limit cannot exist. A folder of
// more entries than readLimit is listed in part and says so: a picker that waits
// for a million names helps nobody.
const (
	pathLimit = 4096
	readLimit = 10_000
	readBatch = 500
)

const chooseHint = "Choose a folder that exists and that you may enter."

// ResolveFolder returns the folder's absolute path with symlinks resolved.
func (e *Environment) ResolveFolder(ctx context.Context, path string) (string, error) {
	const op = "local.ResolveFolder"
	if err := ctx.Err(); err != nil {
		return "", errs.Wrap(op, errs.Canceled, "The folder was not looked up.", "", err)
	}
	full, err := e.absolute(op, path)
	if err != nil {
		return "", err
	}
	resolved, err := filepath.EvalSymlinks(full)
	if err != nil {
		return "", folderError(op, full, err)
	}
	info, err := os.Stat(resolved)
	if err != nil {
		return "", folderError(op, full, err)
	}
	if !info.IsDir() {
		return "", errs.New(op, errs.Invalid, fmt.Sprintf("%s is not a folder.", errs.Quote(path)), chooseHint)
	}
	if err := enterable(resolved); err != nil {
		return "", folderError(op, full, err)
	}
	return resolved, nil
}

// absolute expands a leading ~ and refuses what cannot name a folder.
func (e *Environment) absolute(op, path string) (string, error) {
	refuse := func(message string) (string, error) {
		return "", errs.New(op, errs.Invalid, message, chooseHint)
	}
	switch {
	case path == "":
		return refuse("No folder was named.")
	case len(path) > pathLimit:
		return refuse(fmt.Sprintf("A folder's path has at most %d bytes.", pathLimit))
	case strings.ContainsRune(path, 0):
		return refuse("A folder's path cannot hold a zero byte.")
	case path == "~":
		return e.options.Home, nil
	case strings.HasPrefix(path, "~/"), strings.HasPrefix(path, "~"+string(filepath.Separator)):
		return filepath.Join(e.options.Home, path[2:]), nil
	case !filepath.IsAbs(path):
		return refuse(fmt.Sprintf("%s is not an absolute path.", errs.Quote(path)))
	}
	return filepath.Clean(path), nil
}

// folderError turns the system's refusal into a sentence about the folder.
func folderError(op, path string, err error) error {
	kind, message := errs.Invalid, "%s cannot be opened."
	switch {
	case errors.Is(err, fs.ErrNotExist):
		kind, message = errs.NotFound, "%s does not exist."
	case errors.Is(err, fs.ErrPermission):
		kind, message = errs.Permission, "You may not enter %s."
	case passesThroughFile(err):
		message = "%s leads through a file."
	case isLoop(path):
		message = "%s is a symbolic link that leads back to itself."
	}
	return errs.Wrap(op, kind, fmt.Sprintf(message, errs.Quote(path)), chooseHint, err)
}

// ListFolder lists at most limit sub-folders, links to folders included, in the
// order a person expects. An empty path is the home folder.
func (e *Environment) ListFolder(ctx context.Context, path string, limit int) (core.Folder, error) {
	if path == "" {
		path = e.options.Home
	}
	dir, err := e.ResolveFolder(ctx, path)
	if err != nil {
		return core.Folder{}, err
	}
	names, truncated, err := subfolders(ctx, dir)
	if err != nil {
		return core.Folder{}, folderError("local.ListFolder", dir, err)
	}
	slices.SortFunc(names, naturally)
	if limit = max(limit, 0); len(names) > limit {
		names, truncated = names[:limit], true
	}
	folder := core.Folder{Path: dir, Entries: make([]core.FolderEntry, 0, len(names)), Truncated: truncated}
	if parent := filepath.Dir(dir); parent != dir {
		folder.Parent = parent
	}
	for _, name := range names {
		full := filepath.Join(dir, name)
		// A worktree and a submodule have a file there, a clone a folder.
		_, err := os.Lstat(filepath.Join(full, ".git"))
		folder.Entries = append(folder.Entries, core.FolderEntry{
			Name: name, Path: full, Hidden: strings.HasPrefix(name, "."), Repository: err == nil,
		})
	}
	return folder, nil
}

func subfolders(ctx context.Context, dir string) (names []string, truncated bool, err error) {
	f, err := os.Open(dir)
	if err != nil {
		return nil, false, err
	}
	defer f.Close()
	for read := 0; ; {
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		entries, err := f.ReadDir(readBatch)
		for _, entry := range entries {
			if isFolder(dir, entry) {
				names = append(names, entry.Name())
			}
		}
		if errors.Is(err, io.EOF) {
			return names, false, nil
		}
		if err != nil {
			return nil, false, err
		}
		if read += len(entries); read >= readLimit {
			return names, true, nil
		}
	}
}

func isFolder(dir string, entry fs.DirEntry) bool {
	if entry.Type()&fs.ModeSymlink == 0 {
		return entry.IsDir()
	}
	info, err := os.Stat(filepath.Join(dir, entry.Name()))
	return err == nil && info.IsDir()
}

// naturally orders names without regard to case and numbers by their value, so
// that "run 9" comes before "Run 10". Names that are equal so are ordered by
// their bytes, which makes the order total.
func naturally(a, b string) int {
	x, y := []rune(a), []rune(b)
	for len(x) > 0 && len(y) > 0 {
		if isDigit(x[0]) && isDigit(y[0]) {
			var m, n []rune
			m, x = number(x)
			n, y = number(y)
			if c := cmp.Or(cmp.Compare(len(m), len(n)), slices.Compare(m, n)); c != 0 {
				return c
			}
			continue
		}
		if c := cmp.Compare(unicode.ToLower(x[0]), unicode.ToLower(y[0])); c != 0 {
			return c
		}
		x, y = x[1:], y[1:]
	}
	return cmp.Or(cmp.Compare(len(x), len(y)), strings.Compare(a, b))
}

func isDigit(r rune) bool { return r >= '0' && r <= '9' }

// number splits off leading digits, without their leading zeros.
func number(s []rune) (digits, rest []rune) {
	end := 0
	for end < len(s) && isDigit(s[end]) {
		end++
	}
	start := 0
	for start < end && s[start] == '0' {
		start++
	}
	return s[start:end], s[end:]
}
