package bind

import (
	"context"

	"clankergrid/backend/core"
)

// LinkOpener decides about links in terminals and opens them.
type LinkOpener interface {
	// Open returns the URL that the page itself must open, or "" when the
	// system has opened it.
	Open(ctx context.Context, terminal core.TerminalID, uri string) (openURL string, err error)
}

// LinkAction is what the page must do; nothing when OpenURL is empty.
type LinkAction struct {
	OpenURL string `json:"openUrl"`
}

// Links opens links that were shown in terminals.
type Links struct {
	life   lifetime
	opener LinkOpener
}

// NewLinks returns the service; ctx ends with the owner.
func NewLinks(ctx context.Context, opener LinkOpener) *Links {
	return &Links{life: lifetime{ctx}, opener: opener}
}

// Open opens a link of a terminal: http, https, mailto, and files inside the
// terminal's workspace. Everything else is refused with kind "denied".
func (l *Links) Open(terminal core.TerminalID, uri string) (LinkAction, error) {
	url, err := l.opener.Open(l.life.ctx, terminal, uri)
	return LinkAction{OpenURL: url}, err
}

// SystemClipboard is the clipboard of the system that the window belongs to.
type SystemClipboard interface {
	Write(ctx context.Context, text string) error
	// Read returns a text, or the absolute paths of copied files or of a copied
	// picture that was kept as a file.
	Read(ctx context.Context) (text string, paths []string, err error)
}

// ClipboardAction says whether the backend did it; otherwise the page acts.
type ClipboardAction struct {
	Handled bool `json:"handled"`
}

// ClipboardContent is what a paste inserts when the backend could read it: a text,
// or absolute paths of files.
type ClipboardContent struct {
	Handled bool     `json:"handled"`
	Text    string   `json:"text"`
	Paths   []string `json:"paths"`
}

// Clipboard reaches the system's clipboard in the desktop. In a browser the
// page has its own and need not ask.
type Clipboard struct {
	life   lifetime
	system SystemClipboard // nil in browser mode
}

// NewClipboard returns the service; a nil system means that pages act themselves.
func NewClipboard(ctx context.Context, system SystemClipboard) *Clipboard {
	return &Clipboard{life: lifetime{ctx}, system: system}
}

// Write replaces the clipboard's text.
func (c *Clipboard) Write(text string) (ClipboardAction, error) {
	if c.system == nil {
		return ClipboardAction{}, nil
	}
	return ClipboardAction{Handled: true}, c.system.Write(c.life.ctx, text)
}

// Read returns what a paste inserts. A picture is kept as a private file, as an
// upload is.
func (c *Clipboard) Read() (ClipboardContent, error) {
	content := ClipboardContent{Paths: []string{}}
	if c.system == nil {
		return content, nil
	}
	text, paths, err := c.system.Read(c.life.ctx)
	return ClipboardContent{Handled: true, Text: text, Paths: append(content.Paths, paths...)}, err
}

// UploadStore keeps files that a browser hands to a terminal.
type UploadStore interface {
	Begin(name string, size int64) (id string, err error)
	Append(id string, base64 string) error
	Finish(id string) (path string, err error)
}

// Uploads receives dropped files and pasted images from a page that cannot name
// a path, in pieces that fit one message.
type Uploads struct {
	store UploadStore
}

// NewUploads returns the service.
func NewUploads(store UploadStore) *Uploads { return &Uploads{store: store} }

// Begin announces a file of at most 64 MiB and returns the upload's id.
func (u *Uploads) Begin(name string, size int64) (string, error) { return u.store.Begin(name, size) }

// Append adds the next piece, in standard base64.
func (u *Uploads) Append(id string, base64 string) error { return u.store.Append(id, base64) }

// Finish returns the absolute path of the complete file.
func (u *Uploads) Finish(id string) (string, error) { return u.store.Finish(id) }
