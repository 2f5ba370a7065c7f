package app

import (
	"context"
	"runtime"
	"strings"

	webview "github.com/wailsapp/wails/v2/pkg/runtime"
)

const yes, no = "Yes", "No"

// confirmEnd asks in a dialog of the system whether to end what runs. It is for
// when the page cannot ask, and returns when the user has answered.
func (w *window) confirmEnd(running string) bool {
	var ctx context.Context
	w.with(func(c context.Context) { ctx = c }) // the lock must not be held while a dialog is open
	if ctx == nil {
		return false
	}
	answer, err := webview.MessageDialog(ctx, webview.MessageDialogOptions{
		Type:          webview.QuestionDialog,
		Title:         "Clanker Grid",
		Message:       dialogText(runtime.GOOS, "The window's page does not answer. "+running+"\n\nEnd what runs and quit?"),
		Buttons:       []string{yes, no}, // macOS; the others have these two anyway
		DefaultButton: no,
		CancelButton:  no,
	})
	return err == nil && answer == yes
}

// dialogText is a text as the toolkit's dialog wants it: on Linux it is taken for a
// format, and a program's name must not be read as one.
func dialogText(system, text string) string {
	if system == "linux" {
		return strings.ReplaceAll(text, "%", "%%")
	}
	return text
}
