package shell

import (
	"bytes"
	"context"
	"errors"
	"net/url"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"clankergrid/backend/errs"
)

// Bounds of a paste.
const (
	// maxCopied bounds a list of copied files: some ten thousand paths, more than any
	// command line takes. A longer one is refused.
	maxCopied = 1 << 20
	// clipboardTimeout bounds the wait for the program whose content the clipboard
	// is; large pictures take a second or two.
	clipboardTimeout = 10 * time.Second
)

// SystemClipboard is the clipboard of the desktop that the window belongs to.
type SystemClipboard interface {
	WriteText(ctx context.Context, text string) error
	ReadText(ctx context.Context) (string, error)
	// Formats names what the content is offered as, mostly by media types; none where
	// the system does not let us ask.
	Formats(ctx context.Context) ([]string, error)
	// Read returns the content in an offered format. More than limit bytes are an
	// error of kind Limit.
	Read(ctx context.Context, format string, limit int) ([]byte, error)
}

// Clipboard decides what a paste inserts.
type Clipboard struct {
	System SystemClipboard
	// Uploads keeps pictures.
	Uploads *Uploads
	// Hostname is this machine's, for file names of the form file://host/path.
	Hostname string
}

// pictures are the formats of a picture, in the order of preference, with the name
// of its file. Every program that copies pictures offers the first; the others are
// for those that copy a file's content.
var pictures = []struct{ format, name string }{
	{"image/png", "image.png"},
	{"image/jpeg", "image.jpeg"},
	{"image/webp", "image.webp"},
	{"image/gif", "image.gif"},
	{"image/bmp", "image.bmp"},
	{"image/tiff", "image.tiff"},
}

// Write replaces the clipboard's text.
func (c *Clipboard) Write(ctx context.Context, text string) error {
	return c.System.WriteText(ctx, text)
}

// lists are the formats in which file managers offer copied files. The second is for
// those that offer no other.
var lists = []string{"text/uri-list", "x-special/gnome-copied-files"}

// Read returns a text, or the absolute paths of copied files, or that of a copied
// picture, which is kept as a private file. A text wins, because a copied part of a
// document comes with a picture of itself; but the text that only lists copied files
// does not.
func (c *Clipboard) Read(ctx context.Context) (text string, paths []string, err error) {
	ctx, cancel := context.WithTimeout(ctx, clipboardTimeout)
	defer cancel()
	text, err = c.System.ReadText(ctx)
	if err != nil {
		return "", nil, unanswered(err)
	}
	listed := c.listed(text)
	if text != "" && len(listed) == 0 {
		return text, nil, nil // the common case asks the clipboard's owner once
	}
	// Asked first: some owners answer for a format that they do not offer.
	formats, err := c.System.Formats(ctx)
	if err != nil {
		return "", nil, unanswered(err)
	}
	copied, err := c.copied(ctx, formats)
	switch {
	case err != nil:
		return "", nil, err
	case len(copied) > 0 && (text == "" || slices.Equal(copied, listed)):
		return "", copied, nil
	case text != "":
		return text, nil, nil
	}
	path, err := c.picture(ctx, formats)
	if err != nil || path == "" {
		return "", nil, err
	}
	return "", []string{path}, nil
}

// copied are the files that were copied in a file manager. What it copied from
// another machine has no path here and is left out.
func (c *Clipboard) copied(ctx context.Context, formats []string) ([]string, error) {
	for _, format := range lists {
		if !slices.Contains(formats, format) {
			continue
		}
		list, err := c.System.Read(ctx, format, maxCopied)
		if errs.KindOf(err) == errs.Limit {
			return nil, errs.Wrap("shell.Clipboard.copied", errs.Limit, "Too many files were copied to be pasted at once.", "Copy fewer of them, or their folder.", err)
		}
		if err != nil {
			return nil, unanswered(err)
		}
		var paths []string
		for line := range bytes.Lines(list) {
			if path, ok := c.fileURL(strings.TrimRight(string(line), "\r\n\x00")); ok {
				paths = append(paths, path)
			}
		}
		if len(paths) > 0 {
			return paths, nil
		}
	}
	return nil, nil
}

// listed are the files that a text names when it does nothing else, one a line, by
// path or by URL: file managers offer such a text beside the files.
func (c *Clipboard) listed(text string) []string {
	if len(text) > maxCopied {
		return nil
	}
	var paths []string
	for line := range strings.Lines(text) {
		line = strings.TrimRight(line, "\r\n")
		switch path, ok := c.fileURL(line); {
		case ok:
			paths = append(paths, path)
		case filepath.IsAbs(line):
			paths = append(paths, line)
		case line == "", line == "x-special/nautilus-clipboard", line == "copy", line == "cut":
			// The words are how one file manager begins the list in its text.
		default:
			return nil
		}
	}
	return paths
}

// fileURL is the path that a URL of a file of this machine names.
func (c *Clipboard) fileURL(text string) (string, bool) {
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "file" || u.Opaque != "" || !ownPath(u.Path, runtime.GOOS) || !onHost(u, c.Hostname) {
		return "", false
	}
	return filePath(u), true
}

// picture keeps the copied picture as a file and returns its path, or "" when there
// is none.
func (c *Clipboard) picture(ctx context.Context, formats []string) (string, error) {
	for _, picture := range pictures {
		if !slices.Contains(formats, picture.format) {
			continue
		}
		content, err := c.System.Read(ctx, picture.format, MaxUpload)
		if errs.KindOf(err) == errs.Limit {
			return "", errs.Wrap("shell.Clipboard.picture", errs.Limit, "The copied picture is larger than 64 MiB.", "Save it to a file and insert its path.", err)
		}
		if err != nil {
			return "", unanswered(err)
		}
		if len(content) > 0 {
			return c.Uploads.Keep(picture.name, content)
		}
	}
	return "", nil
}

// unanswered explains a wait that was given up.
func unanswered(err error) error {
	if !errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	return errs.Wrap("shell.Clipboard.Read", errs.Timeout, "The program that the clipboard's content belongs to does not answer.", "Copy it again.", err)
}
