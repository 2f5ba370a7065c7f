package command

import (
	"context"
	"errors"
	"time"
)

// Request asks for one run of a command without a terminal. The caller chooses
// every bound; an implementation refuses a request without them.
type Request struct {
	// Program is a bare name, found on the machine's PATH, or an absolute path.
	Program string
	Args    []string
	// Dir is absolute; empty means the user's home.
	Dir string
	// Env is added to the machine's own environment, which never holds what belongs
	// to other terminals and agents.
	Env []string
	// Stdin is written and closed. A session has none of it.
	Stdin []byte
	// Timeout bounds the life of the command, its reaping excepted.
	Timeout time.Duration
	// MaxOutput bounds each of stdout and stderr, in bytes, summed over the whole run.
	MaxOutput int
	// MaxInput bounds what a session may write, in bytes; a single run has its Stdin.
	MaxInput int
}

// Result is how a command ended by itself. Any exit code is a result.
type Result struct {
	Stdout, Stderr []byte
	ExitCode       int
}

// Runner runs commands on one machine, safe for concurrent use. Its errors hold a
// *Failure. When it returns, the command and everything that it started in its own
// process group is gone.
type Runner interface {
	// Run returns once the command was reaped.
	Run(ctx context.Context, req Request) (Result, error)
	// Open starts a command whose lines are exchanged. ctx ends it too.
	Open(ctx context.Context, req Request) (Session, error)
}

// Session moves lines to and from a running command and knows no protocol. Its
// methods may be called concurrently; lines are read in order by one reader.
type Session interface {
	// WriteLine appends one line feed. It is refused after CloseInput, for a line
	// that holds CR, LF or NUL, and beyond the bound of the input.
	WriteLine(line string) error
	// ReadLine returns the next line of stdout without its LF or CRLF, and io.EOF
	// after the last one.
	ReadLine() (string, error)
	// CloseInput ends the command's stdin. It may be called again.
	CloseInput() error
	// Wait returns once the command was reaped; Stdout is empty.
	Wait() (Result, error)
	// Close ends the command, if it still runs, and waits until it is reaped. It may
	// be called again and at any time.
	Close() error
}

// Reason says why a command has no result.
type Reason string

// The reasons.
const (
	NotInstalled  Reason = "not-installed" // the program is not there
	NotRunnable   Reason = "not-runnable"  // it is there and cannot be started
	Unsafe        Reason = "unsafe"        // an argument cannot be handed over unchanged
	BadRequest    Reason = "bad-request"   // a name, a bound or a byte that no machine accepts
	TimedOut      Reason = "timed-out"     // Timeout is over
	TooMuchOutput Reason = "too-much-output"
	TooMuchInput  Reason = "too-much-input"
	Closed        Reason = "closed"   // the session's input, or the session, was closed before
	GivenUp       Reason = "given-up" // the caller's context ended
	Unreachable   Reason = "unreachable"
)

// Failure is a command that has no result. It names the program and never what the
// program wrote.
type Failure struct {
	Reason  Reason
	Program string
	Err     error
}

func (f *Failure) Error() string {
	text := "command: " + f.Program + ": " + string(f.Reason)
	if f.Err != nil {
		text += ": " + f.Err.Error()
	}
	return text
}

// Unwrap returns the cause.
func (f *Failure) Unwrap() error { return f.Err }

// ReasonOf returns the reason of the outermost Failure in err's chain, "" without one.
func ReasonOf(err error) Reason {
	var f *Failure
	if errors.As(err, &f) {
		return f.Reason
	}
	return ""
}

// Found is where a program was found.
type Found struct {
	// Path is absolute, as PATH led to it.
	Path string
	// Stamp changes when the program is replaced, also behind a link.
	Stamp string
}

// Finder looks for programs on one machine.
type Finder interface {
	// Find looks for a bare name in the absolute folders of the machine's PATH. Its
	// errors hold a *Failure: NotInstalled, or NotRunnable for a name that is there
	// and no program.
	Find(ctx context.Context, program string) (Found, error)
}
