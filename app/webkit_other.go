//go:build !linux || !production

package app

import (
	"context"
	"time"

	webview "github.com/wailsapp/wails/v2/pkg/runtime"
)

// watchWebProcess does nothing where the toolkit restarts the page itself, or
// gives no sign of its end.
func watchWebProcess(func(reason string)) {}

func reloadPage() {}

// steadyCaret does nothing where the webview is not known to need it.
func steadyCaret() {}

// dismissDialogs does nothing where a dialog of the system ends with its program.
func dismissDialogs() {}

// prefersLight is false where the window's first colour follows the system by
// other means, or is not known before the page is.
func prefersLight() bool { return false }

// workAreas are not known before there is a window.
func workAreas() []area { return nil }

// restorePlace moves the new window to where it was, if that is on the screen that
// it opened on; the toolkit does not tell where other screens lie.
func restorePlace(ctx context.Context, p place) {
	screens, err := webview.ScreenGetAll(ctx)
	if err != nil {
		return
	}
	for _, screen := range screens {
		if !screen.IsCurrent {
			continue
		}
		if to, ok := p.visible([]area{{Width: screen.Size.Width, Height: screen.Size.Height}}); ok {
			webview.WindowSetSize(ctx, to.Width, to.Height)
			webview.WindowSetPosition(ctx, to.X, to.Y)
		}
	}
	if p.Maximised {
		webview.WindowMaximise(ctx)
	}
}

// placeEvery is how often the window is asked where it is: the toolkit does not tell
// of moves.
const placeEvery = 2 * time.Second

// followPlace calls changed, from a goroutine of its own, with the window's place.
func followPlace(ctx context.Context, changed func(observed)) (stop func()) {
	ending, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		again := time.NewTicker(placeEvery)
		defer again.Stop()
		for {
			select {
			case <-again.C:
			case <-ending:
				return
			}
			var o observed
			o.X, o.Y = webview.WindowGetPosition(ctx)
			o.Width, o.Height = webview.WindowGetSize(ctx)
			o.Maximised = webview.WindowIsMaximised(ctx)
			o.aside = webview.WindowIsMinimised(ctx) || webview.WindowIsFullscreen(ctx)
			changed(o)
		}
	}()
	return func() {
		close(ending)
		<-ended
	}
}

// decorate does nothing where the title bar is not a choice.
func decorate(bool) {}
