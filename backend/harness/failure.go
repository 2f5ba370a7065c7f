package harness

import (
	"errors"

	"clankergrid/backend/command"
	"clankergrid/backend/errs"
)

// Kind says what went wrong with a CLI. The text is part of the interface.
type Kind string

// The kinds. An operation that failed is never told as a capability that is absent.
const (
	Unsupported       Kind = "unsupported"        // the CLI cannot do this
	BinaryUnavailable Kind = "binary-unavailable" // the CLI is not installed, or cannot be started
	NotConfigured     Kind = "not-configured"     // something has to be set up or chosen first
	Unauthenticated   Kind = "unauthenticated"    // the CLI says that nobody is signed in
	CommandFailed     Kind = "command-failed"     // the CLI ended with an error, or could not be asked safely
	TimedOut          Kind = "timeout"            // it did not answer in time
	OutputLimit       Kind = "output-limit"       // it wrote more than is read
	InputLimit        Kind = "input-limit"        // it was to be sent more than is allowed
	Aborted           Kind = "aborted"            // nobody waits for the answer any more
	ParseFailure      Kind = "parse-failure"      // its answer is not understood
	StorageChanged    Kind = "storage-changed"    // what it stores is not laid out as it was
	TransportFailure  Kind = "transport-failure"  // the machine it runs on was not reached
)

// Failure is an operation on a CLI that did not succeed. Err keeps the original
// cause, which is never shown.
type Failure struct {
	Kind    Kind
	Harness ID
	// Doing is the operation in the middle of a sentence: "list models".
	Doing string
	Err   error
}

func (f *Failure) Error() string {
	text := "harness: " + string(f.Harness) + ": " + f.Doing + ": " + string(f.Kind)
	if f.Err != nil {
		text += ": " + f.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// KindOf returns the kind of the outermost Failure in err's chain; what the
// machine says of a command otherwise; CommandFailed for anything unknown, because
// nobody guesses from an error's text; and "" for nil.
func KindOf(err error) Kind {
	if err == nil {
		return ""
	}
	var f *Failure
	if errors.As(err, &f) {
		return f.Kind
	}
	switch command.ReasonOf(err) {
	case command.NotInstalled, command.NotRunnable:
		return BinaryUnavailable
	case command.TimedOut:
		return TimedOut
	case command.TooMuchOutput:
		return OutputLimit
	case command.TooMuchInput:
		return InputLimit
	case command.GivenUp, command.Closed:
		return Aborted
	case command.Unreachable:
		return TransportFailure
	}
	return CommandFailed
}

// Classify makes a Failure of what an operation returned, and keeps one that
// already is.
func Classify(id ID, doing string, err error) error {
	if err == nil {
		return nil
	}
	var f *Failure
	if errors.As(err, &f) {
		return err
	}
	return &Failure{Kind: KindOf(err), Harness: id, Doing: doing, Err: err}
}

// sentences are what a user reads: a fact that follows the harness's name, and the
// next step. Native text is in neither.
var sentences = map[Kind]struct {
	kind       errs.Kind
	fact, hint string
}{
	Unsupported:       {errs.Unsupported, " cannot do this.", ""},
	BinaryUnavailable: {errs.NotFound, " is not installed, or cannot be started.", "Install it or repair its installation, then choose Recheck."},
	NotConfigured:     {errs.Invalid, " needs to be set up for this first.", "Look at its settings."},
	Unauthenticated:   {errs.Denied, " is signed out.", "Start it in a terminal and sign in."},
	CommandFailed:     {errs.Unavailable, " answered with an error.", "Run it in a terminal to see what it says."},
	TimedOut:          {errs.Timeout, " did not answer in time.", "Try again; if that fails, run it in a terminal."},
	OutputLimit:       {errs.Limit, " answered with more than is read.", "Run it in a terminal to see what it says."},
	InputLimit:        {errs.Limit, " would have been sent more than is allowed.", ""},
	Aborted:           {errs.Canceled, " was no longer waited for.", ""},
	ParseFailure:      {errs.Unavailable, " answered in a form that is not understood.", "Its version may be newer than this application knows."},
	StorageChanged:    {errs.Unavailable, " stores its data in a form that is not understood.", "Its version may be newer than this application knows."},
	TransportFailure:  {errs.Unavailable, "'s machine was not reached.", "Check the connection, then try again."},
}

// Public is the failure as the application's own error, in product sentences.
func Public(op, name string, err error) error {
	if err == nil {
		return nil
	}
	said := sentences[KindOf(err)]
	return errs.Wrap(op, said.kind, name+said.fact, said.hint, err)
}
