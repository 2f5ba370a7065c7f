package compose

import (
	"context"
	"time"

	"clankergrid/backend/store"
)

// The document that the window's place is kept in.
const (
	windowName    = "window"
	windowVersion = 1
	// windowTimeout bounds one access: a window must open and close without it.
	windowTimeout = 2 * time.Second
)

// Window returns what KeepWindow kept last; nil when nothing is kept.
func (a *Application) Window() []byte {
	ctx, cancel := context.WithTimeout(context.Background(), windowTimeout)
	defer cancel()
	kept, err := a.documents.Document(ctx, windowName)
	if err != nil {
		a.log.Warn("the window's place is not known", "err", err)
	}
	if kept.Version != windowVersion {
		return nil
	}
	return kept.Body
}

// KeepWindow keeps where the window is, for the next start.
func (a *Application) KeepWindow(body []byte) {
	ctx, cancel := context.WithTimeout(context.Background(), windowTimeout)
	defer cancel()
	if err := a.documents.SaveDocument(ctx, windowName, store.Document{Version: windowVersion, Body: body}); err != nil {
		a.log.Warn("the window's place is not kept", "err", err)
	}
}
