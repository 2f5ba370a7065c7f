package terminal

import (
	"bytes"

	"clankergrid/backend/core"
)

// maxUnwritten is how much input of one view a terminal accepts ahead of the
// program's reading; the protocol lets a page keep no more unacknowledged. Beyond
// it the page sends again after an acknowledgement.
const maxUnwritten = 256 << 10

// inputState counts the input of one view to the current process. It is kept by
// view ID, so that a reconnected socket goes on where it was, and guarded by the
// terminal's mutex.
type inputState struct {
	view     *View // to answer to
	accepted int64 // next offset expected
	written  int64
	dropped  bool // the view was told that what is not written is lost
}

// inputChunk is accepted input on its way to the process.
type inputChunk struct {
	from *inputState
	data []byte
}

// expectedInput is the next input offset of a view for an epoch. It needs mu.
func (t *terminal) expectedInput(view core.ViewID, epoch core.Epoch) int64 {
	if in := t.inputs[view]; in != nil && epoch == t.epoch {
		return in.accepted
	}
	return 0
}

// input accepts, drops or refuses what a view typed. It never blocks.
func (t *terminal) input(v *View, epoch core.Epoch, offset int64, data []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	refuse := func(reason RefusalReason, expected int64) {
		v.post(InputRefused{Terminal: t.id, Epoch: epoch, Reason: reason, Expected: expected})
	}
	if epoch != t.epoch || epoch == 0 {
		refuse(RefusedEpoch, 0)
		return
	}
	in := t.inputs[v.id]
	if in == nil {
		in = &inputState{}
		t.inputs[v.id] = in
	}
	in.view = v
	if t.state != core.TerminalRunning || t.closing {
		refuse(RefusedClosed, in.accepted)
		return
	}
	if offset < 0 || offset > in.accepted {
		refuse(RefusedGap, in.accepted)
		return
	}
	seen := in.accepted - offset
	if seen >= int64(len(data)) {
		// All of it is a repetition, so the page missed an acknowledgement.
		v.post(InputAck{Terminal: t.id, Epoch: epoch, Offset: in.written})
		return
	}
	data = data[seen:]
	if in.accepted-in.written+int64(len(data)) > maxUnwritten {
		refuse(RefusedGap, in.accepted)
		return
	}
	in.accepted += int64(len(data))
	t.keeping.untouched = false
	t.process.queue = append(t.process.queue, inputChunk{from: in, data: bytes.Clone(data)})
	t.process.inputWake.set()
}

// dropInput throws away what the ended process did not take. What is being written at
// this moment is answered for when that has come to its end: it may be what ended the
// process. It needs mu.
func (t *terminal) dropInput() {
	p := t.process
	p.queue = nil
	for _, in := range t.inputs {
		waiting := in.accepted - in.written
		if p.writing.from == in {
			waiting -= int64(len(p.writing.data))
		}
		if waiting > 0 {
			in.dropped = true
			in.view.post(InputRefused{Terminal: t.id, Epoch: t.epoch, Reason: RefusedClosed, Expected: in.accepted})
		}
	}
}

// write hands input to the process, in order of arrival across all views.
func (p *process) write() {
	t := p.terminal
	for {
		t.mu.Lock()
		var next inputChunk
		if len(p.queue) > 0 {
			next = p.queue[0]
			p.queue[0] = inputChunk{}
			p.queue = p.queue[1:]
		}
		p.writing = next
		epoch := t.epoch
		t.mu.Unlock()
		if next.from == nil {
			select {
			case <-p.inputWake:
				continue
			case <-p.stop:
				return
			}
		}
		// An error means that the terminal takes no input now. While the process lives the
		// page is told like of a success, because sending again cannot help.
		_, err := p.pty.Write(next.data)
		t.mu.Lock()
		p.writing = inputChunk{}
		next.from.written += int64(len(next.data))
		switch alive := t.process == p && t.state == core.TerminalRunning; {
		case alive || err == nil:
			next.from.view.post(InputAck{Terminal: t.id, Epoch: epoch, Offset: next.from.written})
		case !next.from.dropped:
			next.from.view.post(InputRefused{Terminal: t.id, Epoch: epoch, Reason: RefusedClosed, Expected: next.from.accepted})
		}
		t.mu.Unlock()
	}
}
