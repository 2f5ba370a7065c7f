package terminal

import (
	"context"
	"errors"

	"clankergrid/backend/core"
)

// Why a view's Next ends.
var (
	// ErrReplaced: another view with the same ID was opened.
	ErrReplaced = errors.New("terminal: the view was replaced")
	// ErrSlow: the view did not take its control messages.
	ErrSlow = errors.New("terminal: the view is too slow")
	// ErrViewClosed: Close was called, or the service has shut down.
	ErrViewClosed = errors.New("terminal: the view is closed")
)

// View is one window or tab.
type View struct{ id core.ViewID }

// OpenView returns the view of that ID, replacing an older one.
func (s *Service) OpenView(id core.ViewID) *View { return &View{id: id} }

// Attach asks for output from offset on.
func (v *View) Attach(id core.TerminalID, offset int64) error { return errors.ErrUnsupported }

// Detach stops output.
func (v *View) Detach(id core.TerminalID) {}

// Parsed returns credit.
func (v *View) Parsed(id core.TerminalID, offset int64) {}

// Resize says what the view has room for.
func (v *View) Resize(id core.TerminalID, size core.Size) {}

// Focus says that the view's user is in the terminal.
func (v *View) Focus(id core.TerminalID) {}

// Visible says whether the view is on screen.
func (v *View) Visible(visible bool) {}

// Input sends bytes typed in this view.
func (v *View) Input(id core.TerminalID, epoch core.Epoch, offset int64, data []byte) {}

// Next returns the next message.
func (v *View) Next(ctx context.Context) (Message, error) { return nil, ErrViewClosed }

// Close ends the view.
func (v *View) Close() {}
