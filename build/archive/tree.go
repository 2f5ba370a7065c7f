// Package archive holds the files of a package as a tree, and writes it as a tar
// ball, as a zip and into a folder. It decides the bytes: the same tree gives the
// same file, whatever the time, the machine and the order of adding.
//
// It must not know what is packaged, nor where it comes from.
package archive

import (
	"fmt"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// A Tree is what a package holds, in memory: a program is some 30 MB, and several
// formats are written from it.
type Tree struct {
	// Time is the time of every file. Times of the machine would make two builds
	// of the same source differ.
	Time    time.Time
	entries map[string]Entry
}

// An Entry is one file, folder or link. Everything belongs to root.
type Entry struct {
	// Path is slash-separated and relative to where the package is unpacked.
	Path string
	// Mode holds the type and the permissions.
	Mode fs.FileMode
	// Data is a file's content, or what a link leads to.
	Data []byte
}

// NewTree returns an empty tree whose files are of the given time, to the second:
// formats keep no more.
func NewTree(at time.Time) *Tree {
	return &Tree{Time: at.UTC().Truncate(time.Second), entries: map[string]Entry{}}
}

// File adds a file that anybody can read.
func (t *Tree) File(name string, data []byte) { t.add(Entry{Path: name, Mode: 0o644, Data: data}) }

// Program adds a file that anybody can run.
func (t *Tree) Program(name string, data []byte) { t.add(Entry{Path: name, Mode: 0o755, Data: data}) }

// Link adds a symbolic link.
func (t *Tree) Link(name, target string) {
	t.add(Entry{Path: name, Mode: fs.ModeSymlink | 0o777, Data: []byte(target)})
}

// add panics on a name that would be unpacked elsewhere and on a second entry of
// one name: both are mistakes in the program that builds the tree.
func (t *Tree) add(e Entry) {
	if !fs.ValidPath(e.Path) || e.Path == "." {
		panic(fmt.Sprintf("archive: %q is not a path in a package", e.Path))
	}
	if _, twice := t.entries[e.Path]; twice {
		panic(fmt.Sprintf("archive: %q is added twice", e.Path))
	}
	t.entries[e.Path] = e
}

// Under returns the same tree below a folder.
func (t *Tree) Under(folder string) *Tree {
	moved := NewTree(t.Time)
	for _, e := range t.entries {
		e.Path = path.Join(folder, e.Path)
		moved.add(e)
	}
	return moved
}

// Paths are the names of what was added, in order.
func (t *Tree) Paths() []string {
	var out []string
	for _, e := range t.sorted(false) {
		out = append(out, e.Path)
	}
	return out
}

// Get returns the entry of a name.
func (t *Tree) Get(name string) (Entry, bool) {
	e, ok := t.entries[name]
	return e, ok
}

// sorted returns the entries by name, a folder before what it holds. With parents
// come the folders that nobody added.
func (t *Tree) sorted(parents bool) []Entry {
	all := map[string]Entry{}
	for name, e := range t.entries {
		all[name] = e
		for dir := path.Dir(name); parents && dir != "."; dir = path.Dir(dir) {
			if _, known := all[dir]; !known {
				all[dir] = Entry{Path: dir, Mode: fs.ModeDir | 0o755}
			}
		}
	}
	out := make([]Entry, 0, len(all))
	for _, e := range all {
		out = append(out, e)
	}
	slices.SortFunc(out, func(a, b Entry) int { return strings.Compare(a.Path, b.Path) })
	return out
}
