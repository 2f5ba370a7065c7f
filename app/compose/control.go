package compose

import (
	"context"
	"encoding/json"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/owner"
)

// control answers other programs of the same user at the control endpoint.
type control struct{ app *Application }

var _ owner.Handler = control{}

// Focus brings the application to the front, on a folder when one is given.
func (c control) Focus(ctx context.Context, path string) error {
	if err := c.refuseWhenEnding(); err != nil {
		return err
	}
	if path != "" {
		ws, _, err := c.app.workspaces.Restore(ctx, core.LocalEnvironment, path)
		if err != nil {
			return err
		}
		c.app.events.Emit(bind.FocusWorkspace(ws.ID))
	}
	if c.app.options.Raise != nil {
		c.app.options.Raise()
	}
	return nil
}

// URL is a browser address with the token: the endpoint admits this user alone.
func (c control) URL(context.Context) (string, error) {
	return c.app.server.URL(), c.refuseWhenEnding()
}

// Status is the public status as JSON.
func (c control) Status(context.Context) (json.RawMessage, error) { return c.app.Status().encode() }

// Quit ends the application. Unforced, it is refused while something runs.
func (c control) Quit(_ context.Context, force bool) error {
	if running := c.app.QuitPlan().Running; !force && len(running) > 0 {
		return errs.New("compose.Quit", errs.Running, c.app.runningText(running), "End what runs first, or run clanker quit --force.")
	}
	c.app.Quit()
	return nil
}

// refuseWhenEnding keeps others from being sent to what is about to be gone.
func (c control) refuseWhenEnding() error {
	if c.app.ending.Load() {
		return errs.New("compose.control", errs.Unavailable, "The application is ending.", "Start it again in a moment.")
	}
	return nil
}
