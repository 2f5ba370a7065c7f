package app

import (
	"context"
	"errors"

	webview "github.com/wailsapp/wails/v2/pkg/runtime"

	"clankergrid/backend/errs"
	"clankergrid/backend/shell"
)

var _ shell.SystemClipboard = (*window)(nil)

// WriteText replaces the system clipboard's text.
func (w *window) WriteText(_ context.Context, text string) error {
	err := errNoWindow
	w.with(func(ctx context.Context) { err = webview.ClipboardSetText(ctx, text) })
	return errs.Wrap("app.window.WriteText", errs.Unavailable, "The clipboard cannot be written.", "", err)
}

// ReadText returns the system clipboard's text.
func (w *window) ReadText(ctx context.Context) (string, error) {
	text, err := w.clipboardText(ctx)
	return text, errs.Wrap("app.window.ReadText", errs.Unavailable, "The clipboard cannot be read.", "", err)
}

// Formats names the formats that the system's clipboard is offered in, where the
// system lets us ask.
func (w *window) Formats(ctx context.Context) ([]string, error) {
	const op = "app.window.Formats"
	if err := w.askable(op); err != nil {
		return nil, err
	}
	names, err := clipboardFormats(ctx)
	return names, errs.Wrap(op, errs.Unavailable, "The clipboard cannot be read.", "", err)
}

// Read returns the system clipboard's content in one of its formats.
func (w *window) Read(ctx context.Context, format string, limit int) ([]byte, error) {
	const op = "app.window.Read"
	if err := w.askable(op); err != nil {
		return nil, err
	}
	content, err := readClipboard(ctx, format, limit)
	if errors.Is(err, errTooMuch) {
		return nil, errs.Wrap(op, errs.Limit, "The clipboard holds too much.", "", err)
	}
	return content, errs.Wrap(op, errs.Unavailable, "The clipboard cannot be read.", "", err)
}

// askable reports whether there is a window, whose main loop brings answers. The
// lock is not held while another program is waited for.
func (w *window) askable(op string) error {
	if w.with(func(context.Context) {}) {
		return nil
	}
	return errs.Wrap(op, errs.Unavailable, "The clipboard cannot be read.", "", errNoWindow)
}
