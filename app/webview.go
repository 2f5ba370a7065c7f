package app

import (
	"errors"
	"log/slog"
	"os"

	"github.com/wailsapp/wails/v2/pkg/logger"

	"clankergrid/backend/shell"
)

var (
	errNoWindow = errors.New("app: there is no window")
	errTooMuch  = errors.New("app: more than was asked for")
)

// webviewLog writes the webview's lines to our log. Its messages may hold what a
// page sent, so only warnings and errors are kept.
type webviewLog struct{ log *slog.Logger }

var _ logger.Logger = webviewLog{}

func (l webviewLog) Print(string)           {}
func (l webviewLog) Trace(string)           {}
func (l webviewLog) Debug(string)           {}
func (l webviewLog) Info(string)            {}
func (l webviewLog) Warning(message string) { l.log.Warn("webview", "message", message) }
func (l webviewLog) Error(message string)   { l.log.Error("webview", "message", message) }

// Fatal ends the program, as the webview's contract demands.
func (l webviewLog) Fatal(message string) {
	l.log.Error("webview failed", "message", message)
	os.Exit(1)
}

func systemOpener(environ []string) func(*slog.Logger) shell.Opener {
	return func(log *slog.Logger) shell.Opener { return &shell.System{Environ: environ, Log: log} }
}
