//go:build linux && production

package app

/*
#cgo !webkit2_41 pkg-config: gtk+-3.0 webkit2gtk-4.0
#cgo webkit2_41 pkg-config: gtk+-3.0 webkit2gtk-4.1

#include <webkit2/webkit2.h>

#include "webkit_linux.h"
*/
import "C"

import (
	"context"
	"sync/atomic"
	"unsafe"
)

// onWebProcessEnd is where the exported function finds who listens: C code holds
// no Go value. There is one window.
var onWebProcessEnd atomic.Pointer[func(reason string)]

//export webProcessEnded
func webProcessEnded(reason C.int) {
	told := onWebProcessEnd.Load()
	if told == nil {
		return
	}
	switch reason {
	case C.WEBKIT_WEB_PROCESS_CRASHED:
		(*told)("crashed")
	case C.WEBKIT_WEB_PROCESS_EXCEEDED_MEMORY_LIMIT:
		(*told)("exceeded its memory limit")
	default:
		(*told)("was ended")
	}
}

// watchWebProcess calls ended, on the main thread, when the process that runs the
// page has ended.
func watchWebProcess(ended func(reason string)) {
	onWebProcessEnd.Store(&ended)
	C.watchWebProcess()
}

// reloadPage loads the page again, in a new process when the old one has ended.
func reloadPage() { C.reloadPage() }

// steadyCaret keeps the caret of text fields from blinking, for which the whole
// window would never rest.
func steadyCaret() { C.steadyCaret() }

// dismissDialogs answers every dialog of the system that is open with nothing.
func dismissDialogs() { C.dismissDialogs() }

// prefersLight reports whether the page will be drawn in the light theme. It must
// be called on the main goroutine, before the window is made.
func prefersLight() bool { return C.prefersLight() != 0 }

// onWindowChange is where the exported function finds who listens.
var onWindowChange atomic.Pointer[func(observed)]

//export windowChanged
func windowChanged(x, y, width, height, maximised, aside C.int) {
	if told := onWindowChange.Load(); told != nil {
		(*told)(observed{place{area{int(x), int(y), int(width), int(height)}, maximised != 0}, aside != 0})
	}
}

// followPlace calls changed, on the main thread, with every change of the window's
// place.
func followPlace(_ context.Context, changed func(observed)) (stop func()) {
	onWindowChange.Store(&changed)
	C.followWindow()
	return func() { onWindowChange.Store(nil) }
}

// maxScreens is more than a desk holds; others are not looked at.
const maxScreens = 16

// workAreas are the parts of all screens that a window may cover. It must be called
// on the main goroutine, before the window is made.
func workAreas() []area {
	var found [maxScreens]C.GdkRectangle
	n := C.workAreas((*C.GdkRectangle)(unsafe.Pointer(&found[0])), maxScreens)
	var areas []area
	for _, each := range found[:n] {
		areas = append(areas, area{int(each.x), int(each.y), int(each.width), int(each.height)})
	}
	return areas
}

// restorePlace moves the new window to a place that is visible.
func restorePlace(_ context.Context, p place) {
	maximised := C.int(0)
	if p.Maximised {
		maximised = 1
	}
	C.placeWindow(C.int(p.X), C.int(p.Y), maximised)
}

// decorate lets the desktop draw the window's title bar and borders, or ends that.
func decorate(on bool) {
	if on {
		C.decorate(1)
	} else {
		C.decorate(0)
	}
}
