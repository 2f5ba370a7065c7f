// Package errs is the one error type of the product. It decides the vocabulary
// of error kinds that the user interface, the exit codes and the control
// protocol switch on. It must not know any package that fails, and nobody may
// decide anything by comparing error text.
package errs

import (
	"errors"
	"fmt"
)

// Kind classifies an error for decisions. The string form is part of the
// control protocol and of `--json` output and never changes once released.
type Kind string

// The kinds. Every error that crosses a service boundary has one; an error
// without one is Internal.
const (
	Internal    Kind = "internal"    // a defect of ours
	Invalid     Kind = "invalid"     // the request itself is wrong
	NotFound    Kind = "not-found"   // the named thing does not exist
	Permission  Kind = "permission"  // the operating system refused
	Conflict    Kind = "conflict"    // the request was made on an older revision or epoch
	Busy        Kind = "busy"        // something else holds the resource
	Running     Kind = "running"     // work runs there; confirm to go on
	Timeout     Kind = "timeout"     // a bounded wait ended
	Canceled    Kind = "canceled"    // the caller gave up
	Unavailable Kind = "unavailable" // the facility is absent on this system
	Unsupported Kind = "unsupported" // a capability does not exist
	Newer       Kind = "newer"       // written by a newer version than this one
	Corrupt     Kind = "corrupt"     // stored data cannot be understood
	Storage     Kind = "storage"     // disk full, read-only or failing
	Limit       Kind = "limit"       // a documented bound was reached
	Denied      Kind = "denied"      // authentication or policy refused the caller
)

// Error is what every package returns. Op names the operation in the form
// "package.Function"; Hint is one sentence for the user that says the next
// step, or empty. Err is the cause and is never shown to a user raw.
type Error struct {
	Op   string
	Kind Kind
	// Message is one product sentence that names the thing. It holds no native
	// text (stderr, URLs with secrets, tokens, prompts).
	Message string
	Hint    string
	Err     error
}

// New returns an error with a product message.
func New(op string, kind Kind, message, hint string) *Error {
	return &Error{Op: op, Kind: kind, Message: message, Hint: hint}
}

// Wrap attaches an operation, a kind and a product message to a cause. It
// returns nil for a nil cause.
func Wrap(op string, kind Kind, message, hint string, err error) error {
	if err == nil {
		return nil
	}
	return &Error{Op: op, Kind: kind, Message: message, Hint: hint, Err: err}
}

// Error is for logs. User interfaces show Message and Hint.
func (e *Error) Error() string {
	s := e.Op + ": " + string(e.Kind)
	if e.Message != "" {
		s += ": " + e.Message
	}
	if e.Err != nil {
		s = fmt.Sprintf("%s: %v", s, e.Err)
	}
	return s
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// KindOf returns the kind of the outermost Error in err's chain, Internal for
// any other error and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	var e *Error
	if errors.As(err, &e) {
		return e.Kind
	}
	return Internal
}

// Public is the part of an error that may cross to a user interface.
type Public struct {
	Kind    Kind   `json:"kind"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`
}

// PublicOf reduces an error to what a user may see. An error that carries no
// product message becomes a fixed sentence: native text never crosses.
func PublicOf(err error) Public {
	var e *Error
	if !errors.As(err, &e) || e.Message == "" {
		return Public{Kind: KindOf(err), Message: "The operation failed.", Hint: "The log names the cause."}
	}
	return Public{Kind: e.Kind, Message: e.Message, Hint: e.Hint}
}

// ExitCode maps a kind to a process exit code. 0 is success, 2 a wrong command
// line or request, 1 everything without a code of its own.
func ExitCode(err error) int {
	switch KindOf(err) {
	case "":
		return 0
	case Invalid, Unsupported:
		return 2
	case NotFound:
		return 3
	case Permission, Denied:
		return 4
	case Busy, Running, Conflict:
		return 5
	case Timeout:
		return 6
	case Unavailable:
		return 7
	case Newer, Corrupt, Storage:
		return 8
	case Canceled:
		return 130
	default:
		return 1
	}
}
