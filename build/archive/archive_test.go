package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

var someTime = time.Date(2026, 3, 4, 5, 6, 7, 0, time.UTC)

// sample is a package with every kind of entry.
func sample() (*Tree, Description) {
	t := NewTree(someTime)
	t.Program("usr/bin/sample", []byte("#!/bin/sh\necho sample\n"))
	t.Link("usr/bin/other", "sample")
	t.OwnFolder("usr/lib/sample")
	t.File("usr/lib/sample/data", []byte("odd"))
	t.File("usr/share/doc/sample/copyright", nil)
	return t, Description{
		Name: "sample", Version: "1.3.0~rc.1+4.gabc", Machine: "amd64", Summary: "does nothing",
		Text: []string{"First paragraph\nin two lines.", "Second."}, Maintainer: "Somebody <somebody@example.invalid>",
		License: "MIT", Section: "utils", Requires: []string{"one", "two"}, Recommends: []string{"three"},
	}
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

func kept(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// tool runs a program of the system and returns what it printed.
func tool(t *testing.T, name string, args ...string) string {
	t.Helper()
	if _, err := exec.LookPath(name); errors.Is(err, exec.ErrNotFound) {
		t.Skipf("%s is not here", name)
	}
	out, err := exec.CommandContext(t.Context(), name, args...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
	}
	return string(out)
}

func contains(t *testing.T, text string, wanted ...string) {
	t.Helper()
	for _, want := range wanted {
		if !strings.Contains(text, want) {
			t.Errorf("%q is missing in\n%s", want, text)
		}
	}
}

func TestDpkgReadsTheDebianPackage(t *testing.T) {
	tree, d := sample()
	path := kept(t, "sample.deb", written(t, func(w io.Writer) error { return WriteDeb(w, tree, d) }))
	contains(t, tool(t, "dpkg-deb", "--info", path),
		"Package: sample\n", "Version: 1.3.0~rc.1+4.gabc\n", "Architecture: amd64\n", "Depends: one, two\n", "Recommends: three\n",
		"Description: does nothing\n  First paragraph\n  in two lines.\n  .\n  Second.\n")
	contains(t, tool(t, "dpkg-deb", "--contents", path),
		"drwxr-xr-x root/root         0 2026-03-04", "./usr/bin/sample\n", "./usr/bin/other -> sample\n", "./usr/lib/sample/data\n")
	root := t.TempDir()
	tool(t, "dpkg-deb", "--raw-extract", path, root)
	sums := exec.CommandContext(t.Context(), "md5sum", "--check", "--strict", "DEBIAN/md5sums")
	sums.Dir = root
	if out, err := sums.CombinedOutput(); err != nil {
		t.Errorf("the sums are wrong: %v\n%s", err, out)
	}
}

func TestRpmInstallsAndRemovesThePackage(t *testing.T) {
	tree, d := sample()
	path := kept(t, "sample.rpm", written(t, func(w io.Writer) error { return WriteRPM(w, tree, d) }))
	database := t.TempDir()
	rpm := func(args ...string) string {
		return tool(t, "rpm", append([]string{"--dbpath", database}, args...)...)
	}
	contains(t, rpm("--checksig", "--verbose", path), "Header SHA256 digest: OK", "Header SHA1 digest: OK", "Payload SHA256 digest: OK", "MD5 digest: OK")
	contains(t, rpm("-qpi", path), "Name        : sample", "Version     : 1.3.0~rc.1+4.gabc", "Architecture: x86_64", "First paragraph")
	contains(t, rpm("-qp", "--requires", path), "one\n", "two\n", "rpmlib(TildeInVersions) <= 4.10.0-1")
	contains(t, rpm("-qp", "--recommends", path), "three\n")
	contains(t, rpm("-qp", "--provides", path), "sample = 1.3.0~rc.1+4.gabc-1")
	files := rpm("-qplv", path)
	contains(t, files, "/usr/bin/other -> sample", "/usr/lib/sample/data")
	if strings.Contains(files, "/usr/bin\n") || !strings.Contains(files, "/usr/lib/sample\n") {
		t.Errorf("it has to own its folders and no others:\n%s", files)
	}
	if os.Geteuid() != 0 {
		t.Skip("installing needs root")
	}
	root := t.TempDir()
	in := []string{"--root", root, "--dbpath", "/db", "--nodeps", "--noscripts"}
	rpm = func(args ...string) string { return tool(t, "rpm", slices.Concat(in, args)...) }
	rpm("--force-debian", "--install", path) // Debian's rpm wants to be told that this is meant
	if out := tool(t, filepath.Join(root, "usr/bin/sample")); out != "sample\n" {
		t.Errorf("the installed program printed %q", out)
	}
	if target, err := os.Readlink(filepath.Join(root, "usr/bin/other")); err != nil || target != "sample" {
		t.Errorf("the link leads to %q: %v", target, err)
	}
	if out := rpm("--verify", "sample"); out != "" {
		t.Errorf("what was installed is not what was packaged:\n%s", out)
	}
	rpm("--force-debian", "--erase", "sample")
	for _, gone := range []string{"usr/bin/sample", "usr/lib/sample"} {
		if _, err := os.Lstat(filepath.Join(root, gone)); !errors.Is(err, fs.ErrNotExist) {
			t.Errorf("%s is left: %v", gone, err)
		}
	}
}

func TestAnRPMNamesItsProcessor(t *testing.T) {
	tree, d := sample()
	d.Machine = "arm64"
	path := kept(t, "sample.rpm", written(t, func(w io.Writer) error { return WriteRPM(w, tree, d) }))
	contains(t, tool(t, "rpm", "-qp", "--queryformat", "%{ARCH}", path), "aarch64")
	d.Machine = "pdp11"
	if err := WriteRPM(io.Discard, tree, d); err == nil {
		t.Error("an RPM for an unknown processor was written")
	}
}

func TestATarballUnpacksAsItWas(t *testing.T) {
	tree, _ := sample()
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
	tree, _ := sample()
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
		"deb": func(w io.Writer, t *Tree) error { _, d := sample(); return WriteDeb(w, t, d) },
		"rpm": func(w io.Writer, t *Tree) error { _, d := sample(); return WriteRPM(w, t, d) },
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
