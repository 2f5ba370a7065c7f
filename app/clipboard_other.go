//go:build !linux || !production

package app

import (
	"context"

	webview "github.com/wailsapp/wails/v2/pkg/runtime"
)

// clipboardText returns the clipboard's text.
func (w *window) clipboardText(context.Context) (text string, err error) {
	err = errNoWindow
	w.with(func(ctx context.Context) { text, err = webview.ClipboardGetText(ctx) })
	return text, err
}

// clipboardFormats finds none where the toolkit gives no way to ask for anything but
// text.
func clipboardFormats(context.Context) ([]string, error) { return nil, nil }

func readClipboard(context.Context, string, int) ([]byte, error) { return nil, nil }
