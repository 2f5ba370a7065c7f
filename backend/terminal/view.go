package terminal

import (
	"context"
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
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

const (
	// maxControl is how many bytes of control messages may wait for a view. Beyond it
	// the view ends with ErrSlow: a page that takes none of them is of no use.
	maxControl = 4 << 20
	// controlCost is what one control message is counted as: its size on the socket,
	// rounded up.
	controlCost = 256
)

// View is one window or tab. Next is for one goroutine; the other methods are for
// any and never wait for it.
type View struct {
	service *Service
	id      core.ViewID
	notify  signal

	// underWay counts the messages of all terminals that the page has not parsed.
	underWay atomic.Int64

	// requests lets one request of the page happen at a time, and guards what the
	// page has said.
	requests sync.Mutex
	hidden   bool
	ended    bool
	// sizes were said for terminals that are not attached, each of which exists.
	sizes map[core.TerminalID]core.Size

	// mu guards the rest.
	mu      sync.Mutex
	err     error
	control []Message
	// attachments is replaced and never changed, so that Next may walk it without mu.
	attachments []*attachment
	turn        int // whose turn it is
}

func newView(s *Service, id core.ViewID) *View {
	return &View{service: s, id: id, notify: newSignal(), sizes: map[core.TerminalID]core.Size{}}
}

// Attach asks for the output of a terminal from offset on; -1 asks for all that is
// kept. Attaching again starts over.
func (v *View) Attach(id core.TerminalID, offset int64) error {
	if offset < -1 {
		return errs.New("terminal.Attach", errs.Invalid, "The terminal offset is invalid.", "")
	}
	v.requests.Lock()
	defer v.requests.Unlock()
	if v.ended {
		return errs.Wrap("terminal.Attach", errs.Conflict, "This window was replaced by another.", "Reload it.", ErrViewClosed)
	}
	t, err := v.service.find("terminal.Attach", id)
	if err != nil {
		return err
	}
	a := v.attachment(id)
	if a == nil {
		a = &attachment{view: v, terminal: t, visible: !v.hidden, size: v.sizes[id]}
		v.mu.Lock()
		v.attachments = append(slices.Clone(v.attachments), a)
		v.mu.Unlock()
	}
	delete(v.sizes, id)
	attached := false
	t.update(func() { attached = t.attach(a, offset) })
	if !attached {
		v.drop(a)
		return notFound("terminal.Attach")
	}
	return nil
}

// attach needs mu. It reports false for a terminal that is being closed.
func (t *terminal) attach(a *attachment, offset int64) bool {
	if t.closing {
		return false
	}
	a.due, a.want = true, offset
	// Until the view has taken the answer, it has credit for what is to come.
	a.parsed, a.waiting = t.history.end, time.Now()
	if !slices.Contains(t.attachments, a) {
		t.attachments = append(t.attachments, a)
	}
	if in := t.inputs[a.view.id]; in != nil {
		in.view = a.view
	}
	before := t.owner
	t.settle()
	if t.owner == before {
		a.view.post(OwnerChanged{Terminal: t.id, View: t.owner})
	}
	a.view.wake()
	t.wakeReader()
	return true
}

// Detach stops the output of a terminal. The size said for it still holds if it is
// attached again.
func (v *View) Detach(id core.TerminalID) {
	v.requests.Lock()
	defer v.requests.Unlock()
	if a := v.attachment(id); a != nil {
		v.drop(a)
		v.sizes[id] = a.size
		a.terminal.update(func() { a.terminal.detach(a) })
	}
}

// forget drops what was said of a terminal that was removed.
func (v *View) forget(id core.TerminalID) {
	v.requests.Lock()
	defer v.requests.Unlock()
	delete(v.sizes, id)
}

// detach needs mu.
func (t *terminal) detach(a *attachment) {
	t.attachments = slices.DeleteFunc(t.attachments, func(o *attachment) bool { return o == a })
	a.arrived(a.cursor)
	a.view.wake() // it may have stood in another terminal's way
	t.settle()
	t.wakeReader()
}

func (t *terminal) wakeReader() {
	if t.process != nil {
		t.process.readWake.set()
	}
}

// Parsed says that the page's emulator has parsed everything before offset.
func (v *View) Parsed(id core.TerminalID, offset int64) {
	a := v.attachment(id)
	if a == nil {
		return
	}
	t := a.terminal
	t.mu.Lock()
	defer t.mu.Unlock()
	now := time.Now()
	if !a.parse(offset, now) {
		return
	}
	if a.redraw() {
		t.askRedraw(now)
	}
	t.wakeReader()
	v.wake()
}

// Resize says what this view has room for. An invalid size, such as that of a
// hidden pane, is ignored.
func (v *View) Resize(id core.TerminalID, size core.Size) {
	if !size.Valid() {
		return
	}
	v.requests.Lock()
	defer v.requests.Unlock()
	a := v.attachment(id)
	if a == nil {
		// Looked up under requests: a terminal that is removed is forgotten after that.
		if !v.ended && v.service.lookup(id) != nil {
			v.sizes[id] = size
		}
		return
	}
	v.tell(a, func() { a.size = size })
}

// Focus says that this view's user is in the terminal.
func (v *View) Focus(id core.TerminalID) {
	v.requests.Lock()
	defer v.requests.Unlock()
	if a := v.attachment(id); a != nil {
		n := v.service.nextFocus()
		v.tell(a, func() { a.terminal.focused[v.id] = n })
	}
}

// Visible says whether the view is on screen; a new view is.
func (v *View) Visible(visible bool) {
	v.requests.Lock()
	defer v.requests.Unlock()
	v.hidden = !visible
	for _, a := range v.attached() {
		v.tell(a, func() { a.visible = visible })
	}
}

// tell changes what a terminal knows of a view, with all consequences.
func (v *View) tell(a *attachment, change func()) {
	t := a.terminal
	t.update(func() {
		change()
		t.settle()
		t.wakeReader()
	})
}

// Input sends what was typed in this view. It never blocks; the answer comes
// through Next.
func (v *View) Input(id core.TerminalID, epoch core.Epoch, offset int64, data []byte) {
	if v.failed() {
		return // the socket that replaced this one sends the same bytes again
	}
	t := v.service.lookup(id)
	if t == nil {
		v.post(InputRefused{Terminal: id, Epoch: epoch, Reason: RefusedClosed})
		return
	}
	t.input(v, epoch, offset, data)
}

// Next waits for the next message: answers first, then output, each terminal in
// its turn. It returns ctx's error, ErrReplaced, ErrSlow or ErrViewClosed.
func (v *View) Next(ctx context.Context) (Message, error) {
	for {
		if m, err := v.takeControl(); m != nil || err != nil {
			return m, err
		}
		if m := v.pull(); m != nil {
			return m, nil
		}
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-v.notify:
		}
	}
}

func (v *View) takeControl() (Message, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err != nil || len(v.control) == 0 {
		return nil, v.err
	}
	m := v.control[0]
	v.control[0] = nil
	if v.control = v.control[1:]; len(v.control) == 0 {
		v.control = nil
	}
	return m, nil
}

// pull asks the terminals in turn, beginning after the one that was served last.
func (v *View) pull() Message {
	v.mu.Lock()
	all, turn := v.attachments, v.turn
	v.mu.Unlock()
	for i := range all {
		at := (turn + i) % len(all)
		a := all[at]
		if m := a.terminal.serve(a); m != nil {
			v.mu.Lock()
			v.turn = at + 1
			v.mu.Unlock()
			return m
		}
	}
	return nil
}

// serve returns the next in-order message for a view, or nil.
func (t *terminal) serve(a *attachment) Message {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing {
		return nil
	}
	now := time.Now()
	m := a.pull(now)
	switch m.(type) {
	case nil, Output:
	default: // the view may now know the process whose output is held
		if a.redraw() {
			t.askRedraw(now)
		}
		t.wakeReader()
	}
	return m
}

// post queues an answer. Answers of one kind about one terminal that follow each
// other are one: the last says it all.
func (v *View) post(m Message) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.err != nil {
		return
	}
	if n := len(v.control); n > 0 && supersedes(m, v.control[n-1]) {
		v.control[n-1] = m
	} else if len(v.control) >= maxControl/controlCost {
		v.err, v.control = ErrSlow, nil
	} else {
		v.control = append(v.control, m)
	}
	v.notify.set()
}

func supersedes(m, last Message) bool {
	switch m := m.(type) {
	case InputAck:
		l, ok := last.(InputAck)
		return ok && l.Terminal == m.Terminal && l.Epoch == m.Epoch
	case OwnerChanged:
		l, ok := last.(OwnerChanged)
		return ok && l.Terminal == m.Terminal
	}
	return false
}

func (v *View) failed() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.err != nil
}

func (v *View) wake() { v.notify.set() }

func (v *View) attached() []*attachment {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.attachments
}

func (v *View) attachment(id core.TerminalID) *attachment {
	for _, a := range v.attached() {
		if a.terminal.id == id {
			return a
		}
	}
	return nil
}

// drop removes an attachment from the view's side.
func (v *View) drop(a *attachment) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.attachments = slices.DeleteFunc(slices.Clone(v.attachments), func(o *attachment) bool { return o == a })
}

// Close ends the view. Its input offsets are kept for ten minutes, so that the same
// view may be opened again and go on.
func (v *View) Close() {
	v.end(ErrViewClosed)
	v.service.leave(v)
}

// end makes Next return err and detaches from everything.
func (v *View) end(err error) {
	v.requests.Lock()
	defer v.requests.Unlock()
	v.ended = true
	clear(v.sizes) // inputs still refer to this view
	v.mu.Lock()
	if v.err == nil {
		v.err = err
	}
	v.control = nil
	all := v.attachments
	v.attachments = nil
	v.mu.Unlock()
	v.notify.set()
	for _, a := range all {
		a.terminal.update(func() { a.terminal.detach(a) })
	}
}
