package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

var someTime = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// sample is a tree with every kind of entry.
func sample() *Tree {
	t := NewTree(someTime)
	t.Program("usr/bin/sample", []byte("#!/bin/sh\necho sample\n"))
	t.Link("usr/bin/other", "sample")
	t.File("usr/lib/sample/data", []byte("odd"))
	t.File("usr/share/doc/sample/copyright", nil)
	return t
}

// written is what a writer writes.
func written(t *testing.T, write func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

func TestATarballUnpacksAsItWas(t *testing.T) {
	tree := sample()
	z, err := gzip.NewReader(bytes.NewReader(written(t, func(w io.Writer) error { return WriteTarball(w, tree.Under("sample-1")) })))
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]*tar.Header{}
	for in := tar.NewReader(z); ; {
		header, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		names[header.Name] = header
	}
	program := names["sample-1/usr/bin/sample"]
	if program == nil || program.Mode != 0o755 || !program.ModTime.Equal(someTime) || program.Uid != 0 {
		t.Errorf("the program is %+v", program)
	}
	if folder := names["sample-1/usr/lib/"]; folder == nil || folder.Typeflag != tar.TypeDir {
		t.Errorf("a folder between is %+v", folder)
	}
}

func TestAZipHoldsFilesAndNoLinks(t *testing.T) {
	tree := sample()
	data := written(t, func(w io.Writer) error { return WriteZip(w, tree) })
	z, err := zip.NewReader(bytes.NewReader(data), int64(len(data)))
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, file := range z.File {
		names = append(names, file.Name)
	}
	if want := []string{"usr/bin/sample", "usr/lib/sample/data", "usr/share/doc/sample/copyright"}; !slices.Equal(names, want) {
		t.Errorf("it holds %v, want %v", names, want)
	}
}

// The order in which files were added, and anything else that differs between
// two runs, must not show.
func TestTheSameTreeIsTheSamePackage(t *testing.T) {
	formats := map[string]func(io.Writer, *Tree) error{
		"tar": WriteTarball,
		"zip": WriteZip,
	}
	names := []string{"b/c/f", "a", "b/a", "b/c/e", "ab", "c"}
	build := func(order ...int) *Tree {
		tree := NewTree(someTime)
		for _, i := range order {
			tree.File(names[i], []byte(names[i]))
		}
		return tree
	}
	for format, write := range formats {
		first := written(t, func(w io.Writer) error { return write(w, build(0, 1, 2, 3, 4, 5)) })
		second := written(t, func(w io.Writer) error { return write(w, build(5, 3, 1, 4, 0, 2)) })
		if !bytes.Equal(first, second) {
			t.Errorf("two %s of one tree differ", format)
		}
	}
}

func TestAFolderHoldsWhatTheTreeHolds(t *testing.T) {
	folder := t.TempDir()
	if err := WriteFolder(folder, sample()); err != nil {
		t.Fatal(err)
	}
	info, err := os.Stat(filepath.Join(folder, "usr/bin/other")) // through the link
	if err != nil || info.Mode().Perm() != 0o755 {
		t.Errorf("the program is %v: %v", info, err)
	}
}

func TestANameThatLeadsElsewhereIsRefused(t *testing.T) {
	for _, name := range []string{"", ".", "/etc/passwd", "../up", "usr/../../up", "usr//bin"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q was taken", name)
				}
			}()
			NewTree(someTime).File(name, nil)
		}()
	}
}
