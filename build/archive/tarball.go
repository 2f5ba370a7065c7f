package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
	"os"
	"path/filepath"
)

// WriteTarball writes the tree as a compressed tar.
func WriteTarball(w io.Writer, t *Tree) error {
	return compressed(w, func(w io.Writer) error { return writeTar(w, t) })
}

// compressed gzips what write writes. The header holds neither a name nor a
// time: that would be one more way for two builds to differ.
func compressed(w io.Writer, write func(io.Writer) error) error {
	z, err := gzip.NewWriterLevel(w, gzip.BestCompression)
	if err != nil {
		return err
	}
	if err := write(z); err != nil {
		return err
	}
	return z.Close()
}

func writeTar(w io.Writer, t *Tree) error {
	out := tar.NewWriter(w)
	for _, e := range t.sorted(true) {
		header := &tar.Header{
			Name: e.Path, Mode: int64(e.Mode.Perm()), ModTime: t.Time,
			Uname: "root", Gname: "root", Format: tar.FormatGNU,
		}
		switch e.Mode.Type() {
		case fs.ModeDir:
			header.Typeflag = tar.TypeDir
			header.Name += "/"
		case fs.ModeSymlink:
			header.Typeflag = tar.TypeSymlink
			header.Linkname = string(e.Data)
		default:
			header.Typeflag = tar.TypeReg
			header.Size = int64(len(e.Data))
		}
		if err := out.WriteHeader(header); err != nil {
			return err
		}
		if header.Typeflag == tar.TypeReg {
			if _, err := out.Write(e.Data); err != nil {
				return err
			}
		}
	}
	return out.Close()
}

// WriteZip writes the files of a tree; links cannot be in it, because Windows
// unpacks them as text.
func WriteZip(w io.Writer, t *Tree) error {
	out := zip.NewWriter(w)
	for _, e := range t.sorted(false) {
		if !e.Mode.IsRegular() {
			continue
		}
		header := &zip.FileHeader{Name: e.Path, Method: zip.Deflate, Modified: t.Time}
		header.SetMode(e.Mode)
		file, err := out.CreateHeader(header)
		if err != nil {
			return err
		}
		if _, err := io.Copy(file, bytes.NewReader(e.Data)); err != nil {
			return err
		}
	}
	return out.Close()
}

// Gzipped returns data compressed, without a name or a time.
func Gzipped(data []byte) []byte {
	var b bytes.Buffer
	// A buffer takes everything.
	compressed(&b, func(w io.Writer) error { _, err := w.Write(data); return err })
	return b.Bytes()
}

// WriteFolder writes the tree into a folder that exists, for a program that
// packages folders.
func WriteFolder(folder string, t *Tree) error {
	for _, e := range t.sorted(true) {
		path := filepath.Join(folder, filepath.FromSlash(e.Path))
		var err error
		switch e.Mode.Type() {
		case fs.ModeDir:
			err = os.MkdirAll(path, e.Mode.Perm())
		case fs.ModeSymlink:
			err = os.Symlink(string(e.Data), path)
		default:
			err = os.WriteFile(path, e.Data, e.Mode.Perm())
		}
		if err != nil {
			return err
		}
	}
	return nil
}
