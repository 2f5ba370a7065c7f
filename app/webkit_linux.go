//go:build linux && production

package app

/*
#cgo !webkit2_41 pkg-config: gtk+-3.0 webkit2gtk-4.0
#cgo webkit2_41 pkg-config: gtk+-3.0 webkit2gtk-4.1

#include <webkit2/webkit2.h>

#include "webkit_linux.h"
*/
import "C"

import "sync/atomic"

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

// dismissDialogs answers every dialog of the system that is open with nothing.
func dismissDialogs() { C.dismissDialogs() }

// prefersLight reports whether the page will be drawn in the light theme. It must
// be called on the main goroutine, before the window is made.
func prefersLight() bool { return C.prefersLight() != 0 }
