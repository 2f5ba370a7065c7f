package terminal

import "clankergrid/backend/core"

// Message is what a view is sent. Attached, Output, SizeChanged and EpochChanged
// of one terminal come in the order in which they apply; OwnerChanged, InputAck
// and InputRefused come as soon as the view asks for its next message.
type Message interface{ message() }

// Attached is the answer to Attach, and is sent unasked to a view whose cursor
// fell out of the ring: both mean "continue at Offset as described here".
type Attached struct {
	Terminal core.TerminalID
	// Epoch is the process that the byte at Offset belongs to; 0 before the first.
	Epoch core.Epoch
	// Offset is the offset of the next output byte that will be sent. Bytes below
	// Live are replay and have no effect beyond the screen.
	Offset, Live int64
	// Reset asks for a fresh emulator of Size that parses Prologue (as replay)
	// before any output. It is false when the view continues exactly where it was;
	// Size then still holds.
	Reset    bool
	Prologue []byte
	// Truncated is set when output before Offset is no longer kept.
	Truncated bool
	Size      core.Size
	// Input is the next input offset expected from this view for Epoch.
	Input int64
}

// Output is at most 64 KiB of output. Data is shared with the history and must
// not be modified; it stays valid for as long as it is held.
type Output struct {
	Terminal core.TerminalID
	Epoch    core.Epoch
	Offset   int64
	Data     []byte
}

// SizeChanged says that the bytes from Offset on were written for another size.
type SizeChanged struct {
	Terminal core.TerminalID
	Offset   int64
	Size     core.Size
}

// EpochChanged says that the bytes from Offset on are of another process; input
// offsets restart at 0.
type EpochChanged struct {
	Terminal core.TerminalID
	Offset   int64
	Epoch    core.Epoch
}

// OwnerChanged names the view that decides the size and answers queries, or ""
// when no view is attached.
type OwnerChanged struct {
	Terminal core.TerminalID
	View     core.ViewID
}

// InputAck says that all input before Offset was written to the terminal.
type InputAck struct {
	Terminal core.TerminalID
	Epoch    core.Epoch
	Offset   int64
}

// InputRefused says that input was not accepted and why; Expected is the input
// offset that would be, for Epoch.
type InputRefused struct {
	Terminal core.TerminalID
	Epoch    core.Epoch
	Reason   RefusalReason
	Expected int64
}

// RefusalReason is part of the ui socket protocol.
type RefusalReason string

const (
	// RefusedEpoch is input for another process than the current one.
	RefusedEpoch RefusalReason = "epoch"
	// RefusedGap is input that does not follow what was accepted, or that is more
	// than may be outstanding.
	RefusedGap RefusalReason = "gap"
	// RefusedClosed is input for a terminal without a live process.
	RefusedClosed RefusalReason = "closed"
)

func (Attached) message()     {}
func (Output) message()       {}
func (SizeChanged) message()  {}
func (EpochChanged) message() {}
func (OwnerChanged) message() {}
func (InputAck) message()     {}
func (InputRefused) message() {}

var (
	_ Message = Attached{}
	_ Message = Output{}
	_ Message = SizeChanged{}
	_ Message = EpochChanged{}
	_ Message = OwnerChanged{}
	_ Message = InputAck{}
	_ Message = InputRefused{}
)
