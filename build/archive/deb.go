package archive

import (
	"bytes"
	"crypto/md5"
	"fmt"
	"io"
	"strings"
)

// WriteDeb writes a binary package as deb(5) and deb-control(5) describe it. It
// has no maintainer scripts: what a package has to tell the desktop (menus,
// icons, manual pages) the system does by itself when files appear in its
// folders, and what has no script can end no program.
func WriteDeb(w io.Writer, t *Tree, d Description) error {
	var control, data bytes.Buffer
	if err := compressed(&control, func(w io.Writer) error { return writeTar(w, debControl(t, d), "./") }); err != nil {
		return err
	}
	if err := compressed(&data, func(w io.Writer) error { return writeTar(w, t, "./") }); err != nil {
		return err
	}
	if _, err := io.WriteString(w, "!<arch>\n"); err != nil {
		return err
	}
	for _, member := range []struct {
		name string
		data []byte
	}{
		{"debian-binary", []byte("2.0\n")},
		{"control.tar.gz", control.Bytes()},
		{"data.tar.gz", data.Bytes()},
	} {
		if err := writeMember(w, t, member.name, member.data); err != nil {
			return err
		}
	}
	return nil
}

// writeMember writes one member of an ar archive, which begins at even offsets.
func writeMember(w io.Writer, t *Tree, name string, data []byte) error {
	if _, err := fmt.Fprintf(w, "%-16s%-12d%-6d%-6d%-8o%-10d`\n", name, t.Time.Unix(), 0, 0, 0o100644, len(data)); err != nil {
		return err
	}
	if len(data)%2 != 0 {
		data = append(data, '\n')
	}
	_, err := w.Write(data)
	return err
}

// debControl is the tree of control files.
func debControl(t *Tree, d Description) *Tree {
	control := NewTree(t.Time)
	control.File("control", []byte(controlText(t, d)))
	var sums strings.Builder
	for _, e := range t.sorted(false) {
		if e.Mode.IsRegular() {
			fmt.Fprintf(&sums, "%x  %s\n", md5.Sum(e.Data), e.Path)
		}
	}
	control.File("md5sums", []byte(sums.String()))
	return control
}

// controlText is the paragraph that dpkg and apt read.
func controlText(t *Tree, d Description) string {
	var b strings.Builder
	field := func(name, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", name, value)
		}
	}
	field("Package", d.Name)
	field("Version", d.Version)
	field("Architecture", d.Machine) // Debian's names for ours are Go's
	field("Maintainer", d.Maintainer)
	field("Installed-Size", fmt.Sprint((t.size()+1023)/1024))
	field("Depends", strings.Join(d.Requires, ", "))
	field("Recommends", strings.Join(d.Recommends, ", "))
	field("Section", d.Section)
	field("Priority", "optional")
	field("Description", d.Summary)
	for i, paragraph := range d.Text {
		if i > 0 {
			b.WriteString(" .\n")
		}
		fmt.Fprintf(&b, " %s\n", strings.ReplaceAll(paragraph, "\n", "\n "))
	}
	return b.String()
}
