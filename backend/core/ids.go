// Package core holds the identifiers and value types that cross services. It
// decides their form and their validity and nothing else: no behaviour, no
// input or output, no dependency beyond the standard library.
package core

import (
	"crypto/rand"
	"encoding/hex"
)

// EnvironmentID names the machine that commands, terminals and files live on.
type EnvironmentID string

// LocalEnvironment is the machine that the backend runs on.
const LocalEnvironment EnvironmentID = "local"

// AccountID names a harness account; every stored record carries one.
type AccountID string

// DefaultAccount is the account of a record that no account was chosen for.
const DefaultAccount AccountID = "default"

type (
	// WorkspaceID identifies an open workspace.
	WorkspaceID string
	// PaneID identifies a place in a layout; it is persistent.
	PaneID string
	// TerminalID identifies the terminal shown in a pane; it outlives its
	// processes, which are told apart by Epoch.
	TerminalID string
	// Epoch counts the processes of one terminal from 1; 0 means none yet.
	Epoch uint32
	// ViewID identifies one window or browser tab for as long as it lives,
	// across reconnects of its socket.
	ViewID string
)

// idBytes is 128 random bits: enough that a collision or a guess is not a
// case, and small enough to travel in every frame.
const idBytes = 16

func newID() string {
	var b [idBytes]byte
	rand.Read(b[:]) // never fails: crypto/rand aborts the program instead
	return hex.EncodeToString(b[:])
}

// NewWorkspaceID returns a fresh identifier of 32 lowercase hex digits.
func NewWorkspaceID() WorkspaceID { return WorkspaceID(newID()) }

// NewPaneID returns a fresh identifier of 32 lowercase hex digits.
func NewPaneID() PaneID { return PaneID(newID()) }

// NewTerminalID returns a fresh identifier of 32 lowercase hex digits.
func NewTerminalID() TerminalID { return TerminalID(newID()) }

// Bytes returns the 16 bytes of a terminal ID and whether it is well formed.
func (id TerminalID) Bytes() (out [16]byte, ok bool) {
	if len(id) != 2*idBytes {
		return out, false
	}
	n, err := hex.Decode(out[:], []byte(id))
	return out, err == nil && n == idBytes
}

// TerminalIDFromBytes is the inverse of Bytes.
func TerminalIDFromBytes(b [16]byte) TerminalID { return TerminalID(hex.EncodeToString(b[:])) }

// ValidViewID reports whether a view ID chosen by a frontend is usable: 32
// lowercase hex digits, like every other identifier.
func ValidViewID(id ViewID) bool {
	_, ok := TerminalID(id).Bytes()
	return ok
}
