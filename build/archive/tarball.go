package archive

import (
	"archive/tar"
	"archive/zip"
	"bytes"
	"compress/gzip"
	"io"
	"io/fs"
)

// WriteTarball writes the tree as a compressed tar.
func WriteTarball(w io.Writer, t *Tree) error {
	return compressed(w, func(w io.Writer) error { return writeTar(w, t, "") })
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

// writeTar writes every entry with a prefix before its name.
func writeTar(w io.Writer, t *Tree, prefix string) error {
	out := tar.NewWriter(w)
	for _, e := range t.sorted(true) {
		header := &tar.Header{
			Name: prefix + e.Path, Mode: int64(e.Mode.Perm()), ModTime: t.Time,
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
