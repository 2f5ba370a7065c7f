// Package app is the desktop: one window around the page, the services bound to
// it, and the window's life. It decides what a close, a signal and a second
// start mean in a desktop, and it is the only importer of Wails. It must not do
// what a browser would need as well.
package app

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"runtime"
	"strings"
	"syscall"
	"time"

	"clankergrid/app/bind"
	"clankergrid/app/compose"
	"clankergrid/backend/errs"
	"clankergrid/backend/owner"
	"clankergrid/frontend"
)

// name is the program's, as users type it.
const name = "clanker-grid"

const help = `Coding agents side by side in real terminals.

Usage:
  clanker-grid             open the window, or bring the open one to the front
  clanker-grid --version   print the version
  clanker-grid --help      print this

The command clanker does the same in a browser: clanker serve.
`

// closeTimeout is the ladder that ends process trees, 3 s, and room for what
// must reach the disk.
const closeTimeout = 10 * time.Second

// Main runs the program with its arguments and returns its exit code. It must be
// called on the main goroutine, which the system's windows belong to.
func Main(args []string) int {
	switch {
	case len(args) == 0:
		return report(run())
	case len(args) == 1 && (args[0] == "--version" || args[0] == "-v"):
		fmt.Printf("%s %s\n", name, compose.Version())
		return 0
	case len(args) == 1 && (args[0] == "--help" || args[0] == "-h"):
		fmt.Print(help)
		return 0
	default:
		fmt.Fprintf(os.Stderr, "%s: %q is not understood.\nRun %s --help to see what there is.\n", name, strings.Join(args, " "), name)
		return errs.ExitCode(errs.New("app.Main", errs.Invalid, "", ""))
	}
}

// report tells an error where the user looks: on standard error, and in a window
// when that is no terminal.
func report(err error) int {
	if err == nil {
		return 0
	}
	public := errs.PublicOf(err)
	fmt.Fprintf(os.Stderr, "%s: %s\n", name, public.Message)
	if public.Hint != "" {
		fmt.Fprintln(os.Stderr, public.Hint)
	}
	// Where one window cannot be opened the toolkit ends the program at a second.
	if displayPresent(os.Getenv) && !isTerminal(os.Stderr) && !errors.Is(err, errNoWindow) {
		showFailure(public)
	}
	return errs.ExitCode(err)
}

func isTerminal(f *os.File) bool {
	info, err := f.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}

func run() error {
	const op = "app.run"
	if !displayPresent(os.Getenv) {
		return errs.New(op, errs.Unavailable, "There is no display to open a window on.", "Run clanker serve to use the application in a browser.")
	}
	assets, err := frontend.Dist()
	if err != nil {
		return err
	}
	home, err := os.UserHomeDir()
	if err != nil {
		return errs.Wrap(op, errs.Invalid, "The home folder is not known.", "Set HOME.", err)
	}
	hostname, _ := os.Hostname() // without one, file links name no host
	ctx := context.Background()
	w := newWindow()
	app, err := compose.Start(ctx, compose.Options{
		Shell:          bind.Desktop,
		Getenv:         os.Getenv,
		Environ:        os.Environ(),
		Home:           home,
		Hostname:       hostname,
		Assets:         assets,
		ForeignOrigins: []string{pageOrigin()},
		Opener:         systemOpener(os.Environ()),
		Clipboard:      w,
		Raise:          w.raise,
	})
	var held *owner.HeldError
	if errors.As(err, &held) {
		return focusOwner(ctx, held, home)
	}
	if err != nil {
		return err
	}
	app.AddSink(w)
	signals := watchSignals(app)
	failed := w.show(app, assets)
	signals.stop()

	closing, cancel := context.WithTimeout(ctx, closeTimeout)
	defer cancel()
	return errors.Join(failed, app.Close(closing))
}

// focusOwner brings the running application to the front. One in a browser has
// no window to bring.
func focusOwner(ctx context.Context, held *owner.HeldError, home string) error {
	const op = "app.focusOwner"
	if held.Kind != string(bind.Desktop) {
		return errs.New(op, errs.Busy, fmt.Sprintf("The application runs already, in a browser (pid %d).", held.Pid), "Run clanker serve --open to see it, or end it first.")
	}
	client, err := compose.DialOwner(ctx, os.Getenv, home)
	if err != nil {
		return errs.Wrap(op, errs.Busy, fmt.Sprintf("The application runs already (pid %d) and does not answer.", held.Pid), "End it, then start again.", err)
	}
	defer client.Close()
	return client.Focus(ctx, "")
}

// pageOrigin is what the webview names as the origin of our page.
func pageOrigin() string {
	if runtime.GOOS == "windows" {
		return "http://wails.localhost"
	}
	return "wails://wails"
}

// signals ends the application when the system asks for it. Hanging up is not
// asking: the terminal that the window was started from may close.
type signals struct {
	ch      chan os.Signal
	stopped chan struct{}
	ended   chan struct{}
}

func watchSignals(app *compose.Application) *signals {
	s := &signals{make(chan os.Signal, 8), make(chan struct{}), make(chan struct{})}
	// Caught and never ignored: an ignored signal would be inherited by every
	// program in a terminal.
	signal.Notify(s.ch, os.Interrupt, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGPIPE)
	go func() {
		defer close(s.ended)
		for {
			select {
			case sig := <-s.ch:
				if sig == os.Interrupt || sig == syscall.SIGTERM {
					app.Log().Info("ending", "signal", sig.String())
					app.Quit()
				} else {
					app.Log().Info("signal ignored", "signal", sig.String())
				}
			case <-s.stopped:
				return
			}
		}
	}()
	return s
}

func (s *signals) stop() {
	signal.Stop(s.ch)
	close(s.stopped)
	<-s.ended
}
