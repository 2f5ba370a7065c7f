// Package shell is what the application asks of the desktop around it: opening
// links, reading the clipboard, and keeping files that a browser hands over. Each
// question has a desktop and a browser answer. It decides which links may be opened
// at all, what of a clipboard a paste inserts, and under which names files are kept;
// it must never run anything through a command interpreter, and never start a
// program that a terminal's content chose.
package shell

import (
	"context"
	"net/url"
	"path/filepath"
	"runtime"
	"strings"
	"unicode"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// maxLink is what browsers and mail programs take; a longer one is refused.
const maxLink = 8 << 10

// Opener opens a URL or an absolute path in the program that the user has for
// it. The target has been validated.
type Opener interface {
	Open(ctx context.Context, target string) error
}

// Links decides about links that terminals show. What a terminal shows is
// untrusted: a repository, a web page or a remote host may have written it.
type Links struct {
	// Folder returns the folder of the workspace that a terminal belongs to.
	Folder func(core.TerminalID) (string, error)
	// Hostname is this machine's, for links of the form file://host/path.
	Hostname string
	// System opens links in the desktop; nil in a browser, whose page does.
	System Opener
}

// Open opens a link, or returns the URL that the page itself must open. Kinds:
// Denied for what may not be opened, NotFound for a file that is not there,
// Unsupported for a file in a browser.
func (l Links) Open(ctx context.Context, terminal core.TerminalID, uri string) (string, error) {
	const op = "shell.Links.Open"
	parsed, err := parseLink(uri)
	if err != nil {
		return "", err
	}
	if parsed.Scheme != "file" {
		if l.System == nil {
			return parsed.String(), nil
		}
		return "", l.System.Open(ctx, parsed.String())
	}
	folder, err := l.Folder(terminal)
	if err != nil {
		return "", err
	}
	path, err := l.fileInside(parsed, folder)
	if err != nil {
		return "", err
	}
	if l.System == nil {
		return "", errs.New(op, errs.Unsupported, "A browser cannot open files of the machine that the terminals run on.", "Open the file in the terminal instead.")
	}
	return "", l.System.Open(ctx, path)
}

// parseLink accepts absolute http, https, mailto and file URLs.
func parseLink(uri string) (*url.URL, error) {
	const op = "shell.parseLink"
	refused := errs.New(op, errs.Denied, "This kind of link is not opened.", "Web, mail and workspace file links are; copy the link to use it elsewhere.")
	if len(uri) > maxLink || strings.ContainsFunc(uri, func(r rune) bool { return unicode.IsControl(r) || unicode.IsSpace(r) || r == unicode.ReplacementChar }) {
		return nil, refused
	}
	u, err := url.Parse(uri)
	if err != nil {
		return nil, refused
	}
	switch u.Scheme { // lower case already
	case "http", "https":
		if u.Hostname() == "" {
			return nil, refused
		}
	case "mailto":
		if u = mailLink(u); u == nil {
			return nil, refused
		}
	case "file":
		if u.Opaque != "" || !ownPath(u.Path, runtime.GOOS) {
			return nil, refused
		}
	default:
		return nil, refused
	}
	return u, nil
}

// onHost reports whether a file URL names this machine.
func onHost(u *url.URL, hostname string) bool {
	return u.Host == "" || strings.EqualFold(u.Host, "localhost") || strings.EqualFold(u.Host, hostname)
}

// filePath is the path that a file URL names.
func filePath(u *url.URL) string {
	path := filepath.FromSlash(u.Path)
	if runtime.GOOS == "windows" {
		path = strings.TrimPrefix(path, `\`) // file:///C:/dir names C:\dir
	}
	return path
}

// fileInside resolves a file link and requires that it ends inside the folder,
// whatever symbolic links lead there.
func (l Links) fileInside(u *url.URL, folder string) (string, error) {
	const op = "shell.fileInside"
	if !onHost(u, l.Hostname) {
		return "", errs.New(op, errs.Denied, "The file is on another machine.", "Open it there.")
	}
	resolved, err := filepath.EvalSymlinks(filePath(u))
	if err != nil {
		return "", errs.Wrap(op, errs.NotFound, "The file that the link names is not there.", "", err)
	}
	root, err := filepath.EvalSymlinks(folder)
	if err != nil {
		return "", errs.Wrap(op, errs.NotFound, "The workspace folder is not there.", "", err)
	}
	relative, err := filepath.Rel(root, resolved)
	if err != nil || !filepath.IsLocal(relative) {
		return "", errs.New(op, errs.Denied, "The file is outside the workspace.", "Open its folder as a workspace first.")
	}
	return opened(resolved, runtime.GOOS)
}
