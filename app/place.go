package app

import (
	"encoding/json"
	"time"

	"github.com/wailsapp/wails/v2/pkg/options"

	"clankergrid/backend/core"
)

// The window's first size, and the smallest that the page is usable in.
const (
	firstWidth, firstHeight = 1440, 900
	minWidth, minHeight     = 800, 500
	// maxExtent is beyond any desktop of several screens; what is larger was never
	// measured.
	maxExtent = 100_000
)

// place is where the window stands and how large it is when it is not maximised, in
// the units of the desktop.
type place struct {
	area
	Maximised bool `json:"maximised"`
}

// area is a rectangle of the desktop.
type area struct {
	X      int `json:"x"`
	Y      int `json:"y"`
	Width  int `json:"width"`
	Height int `json:"height"`
}

// parsePlace reads a kept place. What is none is reported as such: the window then
// opens in its first size, where the desktop puts it.
func parsePlace(kept []byte) (place, bool) {
	var p place
	if json.Unmarshal(kept, &p) != nil || p.Width < 1 || p.Height < 1 {
		return place{}, false
	}
	for _, extent := range []int{p.X, p.Y, p.Width, p.Height} {
		if extent < -maxExtent || extent > maxExtent {
			return place{}, false
		}
	}
	return p, true
}

// visible moves and shrinks an area into that of the screens which shows most of it.
// It reports false when none shows any of it, as after a screen was taken away.
func (a area) visible(screens []area) (area, bool) {
	best, most := area{}, 0
	for _, screen := range screens {
		if n := screen.shared(a); n > most {
			best, most = screen, n
		}
	}
	if most == 0 {
		return a, false
	}
	a.Width, a.Height = min(max(a.Width, minWidth), best.Width), min(max(a.Height, minHeight), best.Height)
	a.X = min(max(a.X, best.X), best.X+best.Width-a.Width)
	a.Y = min(max(a.Y, best.Y), best.Y+best.Height-a.Height)
	return a, true
}

// shared is how much two areas have in common.
func (a area) shared(b area) int {
	width := min(a.X+a.Width, b.X+b.Width) - max(a.X, b.X)
	height := min(a.Y+a.Height, b.Y+b.Height) - max(a.Y, b.Y)
	return max(width, 0) * max(height, 0)
}

// observed is the window at one moment.
type observed struct {
	place
	// aside is set when it is minimised, fills the screen, or is otherwise not where
	// it is come back to.
	aside bool
}

// after is the place to be kept after a window that was kept as p is observed: one
// that is maximised keeps the area it goes back to.
func (p place) after(o observed) place {
	switch {
	case o.aside:
		return p
	case o.Maximised:
		p.Maximised = true
		return p
	}
	return o.place
}

// placeRest is how long a window must rest before its place is kept: it is told of
// with every pixel that it is dragged, and in halves while it is being maximised.
const placeRest = 500 * time.Millisecond

// placeKeeper keeps the window's place, so that it is there after a crash as well.
type placeKeeper struct {
	seen chan observed // the newest that was not looked at
	stop chan struct{}
	done chan struct{}
}

// keepPlace begins to keep; known is what was kept last, and keep replaces it.
func keepPlace(known place, keep func([]byte)) *placeKeeper {
	k := &placeKeeper{make(chan observed, 1), make(chan struct{}), make(chan struct{})}
	go k.follow(known, keep)
	return k
}

// observe is called by one goroutine, with every change of the window.
func (k *placeKeeper) observe(o observed) {
	select {
	case <-k.seen:
	default:
	}
	k.seen <- o
}

func (k *placeKeeper) follow(known place, keep func([]byte)) {
	defer close(k.done)
	rest := time.NewTimer(placeRest)
	rest.Stop()
	defer rest.Stop()
	newest, settled := observed{}, true
	settle := func() {
		if settled {
			return
		}
		settled = true
		next := known.after(newest)
		if body, err := json.Marshal(next); next != known && err == nil {
			known = next
			keep(body)
		}
	}
	for {
		select {
		case newest = <-k.seen:
			settled = false
			rest.Reset(placeRest)
		case <-rest.C:
			settle()
		case <-k.stop:
			settle()
			return
		}
	}
}

// close keeps what was observed last.
func (k *placeKeeper) close() {
	close(k.stop)
	<-k.done
}

// surface is the theme's app surface, which the page's own style sheet begins with
// as well, so that nothing flashes before the page is drawn. light says what the
// desktop prefers.
func surface(theme core.Theme, light bool) *options.RGBA {
	switch {
	case theme == core.ThemeSlate:
		return options.NewRGB(0x14, 0x18, 0x1d)
	case theme == core.ThemeLight, theme == core.ThemeSystem && light:
		return options.NewRGB(0xdf, 0xe2, 0xe0)
	}
	return options.NewRGB(0x07, 0x08, 0x08)
}
