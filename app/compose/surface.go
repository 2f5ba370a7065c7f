package compose

import (
	"context"
	"errors"
	"log/slog"

	"clankergrid/app/bind"
	"clankergrid/app/serve"
	"clankergrid/backend/core"
	"clankergrid/backend/owner"
)

// buildSurface opens the loopback surface. From here on the token exists; the
// log learns it first, so that it can never be written there.
func (a *Application) buildSurface(ctx context.Context) error {
	server, err := serve.Start(ctx, serve.Options{
		Assets:         a.options.Assets,
		Look:           a.Look,
		Services:       a.page.List(),
		OpenView:       func(id core.ViewID) serve.View { return a.terminals.OpenView(id) },
		ForeignOrigins: a.options.ForeignOrigins,
		Port:           a.options.Port,
		Version:        Version(),
		Log:            a.log,
	})
	if err != nil {
		return err
	}
	a.redact(server.Secret().Reveal())
	a.server = server
	a.events.add(server)
	a.onClose("surface", server.Close)
	return nil
}

// answerControl answers other programs of this user; without a lock there is no
// endpoint either. It goes on until everything else has ended, so that who asked
// for the end can wait for it.
func (a *Application) answerControl(held *owner.Owner) {
	if held == nil {
		return
	}
	ctx, cancel := context.WithCancel(context.Background())
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		if err := held.Serve(ctx, control{a}); err != nil && !errors.Is(err, context.Canceled) {
			a.log.Error("the control endpoint stopped", "err", err)
		}
	}()
	a.stopControl = func() {
		cancel()
		<-ended
	}
}

// URL is what a browser opens. It holds the token: it is printed once, or put
// into a private file, and never logged.
func (a *Application) URL() string { return a.server.URL() }

// Socket is the ui socket's address and token, for the desktop's own page.
func (a *Application) Socket() (url, token string) {
	return a.server.SocketURL(), a.server.Secret().Reveal()
}

// Look is how the page looks, for the moment before it has asked.
func (a *Application) Look() core.AppearanceSettings { return a.Settings().Appearance }

// AvoidWebGL says that what WebGL draws in the window may show late.
func (a *Application) AvoidWebGL() { a.avoidsWebGL.Store(true) }

// Bound lists the services that the desktop binds to its page.
func (a *Application) Bound() []any { return a.window.List() }

// AddSink sends events to one more shell.
func (a *Application) AddSink(sink bind.Sink) { a.events.add(sink) }

// folderOf returns the workspace folder of a terminal, from our own records.
func (a *Application) folderOf(id core.TerminalID) (string, error) {
	t, err := a.terminals.Get(id)
	if err != nil {
		return "", err
	}
	ws, err := a.workspaces.Get(t.Workspace)
	return ws.Path, err
}

// Log is the application's log, for the entry point's own lines.
func (a *Application) Log() *slog.Logger { return a.log }
