package app

import (
	"context"
	_ "embed"
	"fmt"
	"io/fs"
	"net/http"
	"os"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/logger"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"
	"github.com/wailsapp/wails/v2/pkg/options/mac"
	"github.com/wailsapp/wails/v2/pkg/options/windows"
	webview "github.com/wailsapp/wails/v2/pkg/runtime"

	"clankergrid/app/bind"
	"clankergrid/app/compose"
	"clankergrid/app/serve"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// icon is what the window shows where no menu entry of it is installed. It is
// drawn from the page's own icon, and a test of the build compares them.
//
//go:embed icon.png
var icon []byte

// window is the application's one window. Before it is shown and after it is
// gone its methods do nothing: the page hydrates when it loads.
type window struct {
	// quitting is set once the window may close without asking.
	quitting atomic.Bool
	closing  *closing

	mu  sync.RWMutex    // guards ctx and stopFollowing
	ctx context.Context // the webview's own; nil while there is none
	// stopFollowing ends what tells of the window's place; nil when nothing does.
	stopFollowing func()
}

var _ bind.Sink = (*window)(nil)

func newWindow() *window { return &window{} }

// Desktop is bound beside the services: what the page needs to know in a window
// and nowhere else.
type Desktop struct {
	app     *compose.Application
	closing *closing
}

// Socket is the ui socket's address and the token that opens it.
type Socket struct {
	URL   string `json:"url"`
	Token string `json:"token"`
}

// Socket returns where terminal bytes travel.
func (d *Desktop) Socket() Socket {
	url, token := d.app.Socket()
	return Socket{URL: url, Token: token}
}

// AsksToQuit is called by the page when its question about what runs is shown.
func (d *Desktop) AsksToQuit() { d.closing.pageAsks() }

// show opens the window and returns when it is closed for good.
func (w *window) show(app *compose.Application, assets fs.FS) (err error) {
	w.closing = newClosing(app, w.confirmEnd, func() { app.Log().Warn("the page does not answer a close; the system's dialog asks") })
	ended := make(chan struct{})
	var follower sync.WaitGroup
	follower.Go(func() { w.closeWhenQuitting(app, ended) })
	defer follower.Wait()
	defer close(ended)
	defer w.setContext(nil)
	defer func() {
		if p := recover(); p != nil {
			// The toolkit panics when a display is named and does not answer.
			err = errs.Wrap("app.window.show", errs.Unavailable, "The window cannot be opened.", "Check the display, or run clanker serve to use a browser.", fmt.Errorf("%w: %v", errNoWindow, p))
		}
	}()
	socket, _ := app.Socket()
	appearance := app.Settings().Appearance
	drawn := decideGraphics(appearance.Graphics, findCard(os.DirFS("/")), os.Getenv(noSharedBuffers))
	drawn.apply(os.Setenv, app.Log())
	if drawn.drawsLate {
		app.AvoidWebGL()
	}
	first, known := firstPlace(app)
	keeper := keepPlace(first, app.KeepWindow)
	defer keeper.close()
	defer w.setFollowing(nil)
	err = wails.Run(&options.App{
		Title:     "Clanker Grid",
		Width:     first.Width,
		Height:    first.Height,
		MinWidth:  minWidth,
		MinHeight: minHeight,
		// Our own title bar holds the workspaces; macOS keeps its traffic lights. With
		// a title bar of the system the window is decorated later: it stays frameless
		// for the toolkit, so that this can be changed while it is open.
		Frameless:        runtime.GOOS != "darwin",
		BackgroundColour: surface(appearance.Theme, prefersLight()),
		AssetServer: &assetserver.Options{
			Handler: serve.Assets(assets, app.Look),
			Middleware: func(next http.Handler) http.Handler {
				return http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
					serve.SecurityHeaders(rw.Header(), socket)
					next.ServeHTTP(rw, r)
				})
			},
		},
		Bind:           append(app.Bound(), &Desktop{app, w.closing}),
		ErrorFormatter: func(err error) any { return errs.PublicOf(err) },
		OnStartup: func(ctx context.Context) {
			w.setContext(ctx)
			watchWebProcess(w.webProcessEnded(app.Log()))
			steadyCaret()
			decorate(appearance.SystemTitleBar)
			if known {
				restorePlace(ctx, first)
			}
			w.setFollowing(followPlace(ctx, keeper.observe))
			if w.quitting.Load() { // asked to end before there was a window
				webview.Quit(ctx)
			}
		},
		OnBeforeClose: func(context.Context) (prevent bool) {
			if w.quitting.Load() {
				return false
			}
			w.closing.begin() // its decision closes the window through Quit
			return true
		},
		// Files are named by path in a desktop; the page inserts them.
		DragAndDrop:        &options.DragAndDrop{EnableFileDrop: true},
		Logger:             webviewLog{app.Log()},
		LogLevelProduction: logger.WARNING,
		Linux: &linux.Options{
			ProgramName:      name, // the class that the menu entry names
			Icon:             icon,
			WebviewGpuPolicy: drawn.policy,
		},
		Mac:     &mac.Options{TitleBar: mac.TitleBarHiddenInset()},
		Windows: &windows.Options{Theme: windows.SystemDefault},
	})
	return errs.Wrap("app.window.show", errs.Unavailable, "The window cannot be opened.", "Run clanker serve to use a browser.", err)
}

// firstPlace is where the window opens, and whether it stood there before.
func firstPlace(app *compose.Application) (first place, known bool) {
	first, known = parsePlace(app.Window())
	if !known {
		return place{area: area{Width: firstWidth, Height: firstHeight}}, false
	}
	if screens := workAreas(); len(screens) > 0 {
		var seen bool
		if first.area, seen = first.visible(screens); !seen {
			start := area{screens[0].X, screens[0].Y, firstWidth, firstHeight}
			first.area, _ = start.visible(screens)
		}
	}
	return first, true
}

// closeWhenQuitting closes the window once the application was told to quit.
func (w *window) closeWhenQuitting(app *compose.Application, ended <-chan struct{}) {
	select {
	case <-app.Quitting():
		// The window's loop cannot end while a dialog has one of its own.
		if err := w.closing.settle(context.Background(), dismissDialogs); err != nil {
			app.Log().Warn("ending with a dialog open", "err", err)
		}
		w.setFollowing(nil) // it may need the window's loop to end
		w.quitting.Store(true)
		w.with(webview.Quit)
	case <-ended:
	}
}

func (w *window) setContext(ctx context.Context) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.ctx = ctx
}

// setFollowing ends what told of the window's place before.
func (w *window) setFollowing(stop func()) {
	w.mu.Lock()
	former := w.stopFollowing
	w.stopFollowing = stop
	w.mu.Unlock()
	if former != nil {
		former()
	}
}

// with runs do while the window is there.
func (w *window) with(do func(context.Context)) bool {
	w.mu.RLock()
	defer w.mu.RUnlock()
	if w.ctx == nil {
		return false
	}
	do(w.ctx)
	return true
}

// Emit sends an event to the page.
func (w *window) Emit(e bind.Event) {
	w.with(func(ctx context.Context) {
		webview.EventsEmit(ctx, e.Name, e.Data)
		if settings, ok := e.Data.(core.Settings); ok {
			w.follow(ctx, settings.Appearance)
		}
	})
}

// follow brings into force what the user chose of the window itself. What the
// desktop prefers is known to the page alone by now; it covers the surface.
func (w *window) follow(ctx context.Context, chosen core.AppearanceSettings) {
	decorate(chosen.SystemTitleBar)
	if chosen.Theme != core.ThemeSystem {
		colour := surface(chosen.Theme, false)
		webview.WindowSetBackgroundColour(ctx, colour.R, colour.G, colour.B, colour.A)
	}
}

// raise brings the window to the front. Window managers keep a program from
// raising itself, and let one that is on top stay there.
func (w *window) raise() {
	w.with(func(ctx context.Context) {
		webview.WindowUnminimise(ctx)
		webview.WindowShow(ctx)
		webview.WindowSetAlwaysOnTop(ctx, true)
		webview.WindowSetAlwaysOnTop(ctx, false)
	})
}
