package serve

import (
	"encoding/binary"
	"encoding/json"
	"errors"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/terminal"
)

// The constants of the ui socket. frontend/src/bridge/wire.ts repeats them and a
// test compares the two.
const (
	protocolVersion = 1

	// headerBytes is a multiple of 8, so that a payload can be viewed as numbers.
	headerBytes = 32
	kindOutput  = 1
	kindInput   = 2
	// maxOutput keeps one terminal from holding the socket for longer than a
	// fraction of a millisecond.
	maxOutput = 64 << 10
	maxInput  = 32 << 10
	// maxMessage bounds a message in either direction. A call's parameters and
	// result must fit; a larger result becomes an error of kind "limit".
	maxMessage = 1 << 20
	// maxCalls bounds the calls of one view in flight; more are refused.
	maxCalls = 64
	// maxQueued bounds text that a view does not take; beyond, it is closed.
	maxQueued = 4 << 20

	helloTimeout = 5 * time.Second
	pingInterval = 15 * time.Second

	closeMalformed       = 4400
	closeUnauthenticated = 4401
	closeSlow            = 4408
	closeReplaced        = 4409
	closeOwnerEnds       = 1001
)

var errFrame = errors.New("serve: malformed frame")

// frame is one binary message: bytes of a terminal at an offset.
type frame struct {
	kind     byte
	terminal core.TerminalID
	epoch    core.Epoch
	offset   int64
	payload  []byte
}

// appendFrame encodes f to b. A terminal ID that is not well formed is an error.
func appendFrame(b []byte, f frame) ([]byte, error) {
	id, ok := f.terminal.Bytes()
	if !ok || len(f.payload) == 0 || f.offset < 0 {
		return b, errFrame
	}
	b = append(b, f.kind, 0, 0, 0)
	b = append(b, id[:]...)
	b = binary.BigEndian.AppendUint32(b, uint32(f.epoch))
	b = binary.BigEndian.AppendUint64(b, uint64(f.offset))
	return append(b, f.payload...), nil
}

// parseFrame decodes a binary message from a page. The payload is part of b.
func parseFrame(b []byte) (frame, error) {
	if len(b) <= headerBytes || len(b) > headerBytes+maxInput {
		return frame{}, errFrame
	}
	if b[0] != kindInput || b[1] != 0 || b[2] != 0 || b[3] != 0 {
		return frame{}, errFrame
	}
	offset := binary.BigEndian.Uint64(b[24:])
	if offset > 1<<53 { // a page counts in doubles
		return frame{}, errFrame
	}
	return frame{
		kind:     b[0],
		terminal: core.TerminalIDFromBytes([16]byte(b[4:20])),
		epoch:    core.Epoch(binary.BigEndian.Uint32(b[20:])),
		offset:   int64(offset),
		payload:  b[headerBytes:],
	}, nil
}

// The messages from the page, by their "t".
type (
	helloMessage struct {
		T     string      `json:"t"`
		V     int         `json:"v"`
		Token string      `json:"token"`
		View  core.ViewID `json:"view"`
	}
	callMessage struct {
		T      string            `json:"t"`
		ID     uint64            `json:"id"`
		Method string            `json:"method"`
		Params []json.RawMessage `json:"params"`
	}
	// offsetMessage is both "attach" and "parsed".
	offsetMessage struct {
		T        string          `json:"t"`
		Terminal core.TerminalID `json:"terminal"`
		Offset   int64           `json:"offset"`
	}
	terminalMessage struct {
		T        string          `json:"t"`
		Terminal core.TerminalID `json:"terminal"`
	}
	resizeMessage struct {
		T        string          `json:"t"`
		Terminal core.TerminalID `json:"terminal"`
		Cols     uint16          `json:"cols"`
		Rows     uint16          `json:"rows"`
	}
	visibleMessage struct {
		T     string `json:"t"`
		Value bool   `json:"value"`
	}
)

// The messages to the page.
type (
	welcomeMessage struct {
		T       string `json:"t"`
		V       int    `json:"v"`
		Version string `json:"version"`
		Owner   string `json:"owner"`
	}
	resultMessage struct {
		T     string `json:"t"`
		ID    uint64 `json:"id"`
		Value any    `json:"value,omitempty"`
		Error any    `json:"error,omitempty"`
	}
	eventMessage struct {
		T    string `json:"t"`
		Name string `json:"name"`
		Data any    `json:"data"`
	}
	attachedMessage struct {
		T         string          `json:"t"`
		Terminal  core.TerminalID `json:"terminal"`
		Epoch     core.Epoch      `json:"epoch"`
		Offset    int64           `json:"offset"`
		Live      int64           `json:"live"`
		Reset     bool            `json:"reset"`
		Prologue  string          `json:"prologue"`
		Truncated bool            `json:"truncated"`
		Cols      uint16          `json:"cols"`
		Rows      uint16          `json:"rows"`
		Input     int64           `json:"input"`
	}
	sizeMessage struct {
		T        string          `json:"t"`
		Terminal core.TerminalID `json:"terminal"`
		Offset   int64           `json:"offset"`
		Cols     uint16          `json:"cols"`
		Rows     uint16          `json:"rows"`
	}
	epochMessage struct {
		T        string          `json:"t"`
		Terminal core.TerminalID `json:"terminal"`
		Offset   int64           `json:"offset"`
		Epoch    core.Epoch      `json:"epoch"`
	}
	ownerMessage struct {
		T        string          `json:"t"`
		Terminal core.TerminalID `json:"terminal"`
		View     core.ViewID     `json:"view"`
	}
	ackMessage struct {
		T        string          `json:"t"`
		Terminal core.TerminalID `json:"terminal"`
		Epoch    core.Epoch      `json:"epoch"`
		Offset   int64           `json:"offset"`
	}
	refusedMessage struct {
		T        string                 `json:"t"`
		Terminal core.TerminalID        `json:"terminal"`
		Epoch    core.Epoch             `json:"epoch"`
		Reason   terminal.RefusalReason `json:"reason"`
		Expected int64                  `json:"expected"`
	}
)

// text turns a terminal's message into its JSON form; output has none.
func text(m terminal.Message) (any, bool) {
	switch m := m.(type) {
	case terminal.Attached:
		return attachedMessage{
			T: "attached", Terminal: m.Terminal, Epoch: m.Epoch, Offset: m.Offset, Live: m.Live, Reset: m.Reset,
			Prologue: string(m.Prologue), Truncated: m.Truncated, Cols: m.Size.Cols, Rows: m.Size.Rows, Input: m.Input,
		}, true
	case terminal.SizeChanged:
		return sizeMessage{"size", m.Terminal, m.Offset, m.Size.Cols, m.Size.Rows}, true
	case terminal.EpochChanged:
		return epochMessage{"epoch", m.Terminal, m.Offset, m.Epoch}, true
	case terminal.OwnerChanged:
		return ownerMessage{"owner", m.Terminal, m.View}, true
	case terminal.InputAck:
		return ackMessage{"ack", m.Terminal, m.Epoch, m.Offset}, true
	case terminal.InputRefused:
		return refusedMessage{"refused", m.Terminal, m.Epoch, m.Reason, m.Expected}, true
	default:
		return nil, false
	}
}
