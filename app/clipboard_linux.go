//go:build linux && production

package app

/*
#include "clipboard_linux.h"
*/
import "C"

import (
	"context"
	"math"
	"runtime/cgo"
	"strings"
	"unsafe"
)

// clipboardRequest is a question to the clipboard's owner. C code holds a handle of
// it, which the answer deletes: also one that nobody waits for any more.
type clipboardRequest struct {
	limit  int
	answer chan clipboardAnswer // has room for the one answer
}

type clipboardAnswer struct {
	content []byte
	err     error
}

//export clipboardAnswered
func clipboardAnswered(handle C.uintptr_t, data unsafe.Pointer, length C.int) {
	h := cgo.Handle(handle)
	request := h.Value().(*clipboardRequest)
	h.Delete()
	switch {
	case data == nil || length <= 0:
		request.answer <- clipboardAnswer{}
	case int(length) > request.limit:
		// The toolkit holds all of it until this returns; it is not copied as well.
		request.answer <- clipboardAnswer{err: errTooMuch}
	default:
		request.answer <- clipboardAnswer{content: C.GoBytes(data, length)}
	}
}

// clipboardText returns the clipboard's text. The toolkit's own way would wait for
// another program without a bound that we set, and could not be left meanwhile.
func (w *window) clipboardText(ctx context.Context) (string, error) {
	if !w.with(func(context.Context) {}) {
		return "", errNoWindow
	}
	text, err := readClipboard(ctx, C.textFormat, math.MaxInt32)
	return string(text), err
}

// maxFormats bounds the names of formats; programs offer some dozens.
const maxFormats = 64 << 10

// clipboardFormats are the names of the formats that the clipboard is offered in. It
// must not be called on the main thread, which brings the answer.
func clipboardFormats(ctx context.Context) ([]string, error) {
	names, err := readClipboard(ctx, C.namedFormats, maxFormats)
	return strings.Fields(string(names)), err
}

// readClipboard returns the clipboard's content in a format, nil when its owner
// refuses. It must not be called on the main thread either.
func readClipboard(ctx context.Context, format string, limit int) ([]byte, error) {
	request := &clipboardRequest{limit, make(chan clipboardAnswer, 1)}
	C.askClipboard(C.CString(format), C.uintptr_t(cgo.NewHandle(request)))
	select {
	case answer := <-request.answer:
		return answer.content, answer.err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}
