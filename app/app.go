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
	"runtime"
	"strings"
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

// closeTimeout bounds the end of everything but process trees, which have a bound
// of their own.
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
		fmt.Fprintf(os.Stderr, "%s: %s is not understood.\nRun %s --help to see what there is.\n", name, errs.Quote(strings.Join(args, " ")), name)
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
	signals := compose.CatchSignals()
	defer signals.Stop()
	app, err := compose.Start(ctx, compose.Options{
		Shell:          bind.Desktop,
		Getenv:         os.Getenv,
		Environ:        os.Environ(),
		Home:           home,
		Executable:     compose.Executable(),
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
	asking := watchSignals(signals, app)
	failed := w.show(app, assets)
	asking.stop()
	return errors.Join(failed, asking.close(ctx))
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

// asking turns signals into a quit. It also ends the application when its window
// does not close, as that of a webview that hangs.
type asking struct {
	signals *compose.Signals
	app     *compose.Application
	shown   chan struct{} // closed once the window is gone
	ended   chan struct{}
}

// windowPatience is how long a window has to close after a quit: the toolkit
// needs a moment, a webview that hangs takes for ever.
const windowPatience = 5 * time.Second

func watchSignals(signals *compose.Signals, app *compose.Application) *asking {
	a := &asking{signals, app, make(chan struct{}), make(chan struct{})}
	go func() {
		defer close(a.ended)
		a.signals.UntilEnd(app, func(plan bind.QuitPlan) {
			app.AskViews(plan)
			fmt.Fprint(os.Stderr, compose.RunningList(plan))
		})
		app.Quit()
		if !a.windowCloses() {
			app.Log().Error("the window does not close; the application ends without it")
			os.Exit(errs.ExitCode(a.close(context.Background())))
		}
	}()
	return a
}

func (a *asking) windowCloses() bool {
	patience := time.NewTimer(windowPatience)
	defer patience.Stop()
	select {
	case <-a.shown:
		return true
	case <-patience.C:
		return false
	}
}

// close closes the application once the window is gone. One more signal cuts the
// wait for anything but process trees.
func (a *asking) close(ctx context.Context) error {
	ctx, cancel := a.signals.Closing(ctx, closeTimeout)
	defer cancel()
	return a.app.Close(ctx)
}

// stop ends the watch; the window is gone.
func (a *asking) stop() {
	close(a.shown)
	a.app.Quit() // nobody is left to confirm anything
	<-a.ended
}
