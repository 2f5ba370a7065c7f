package harness

import (
	"context"
	"errors"
	"strings"
	"testing"

	"clankergrid/backend/command"
	"clankergrid/backend/errs"
)

func TestWhatTheMachineSaysOfACommandBecomesAKind(t *testing.T) {
	for reason, want := range map[command.Reason]Kind{
		command.NotInstalled: BinaryUnavailable, command.NotRunnable: BinaryUnavailable,
		command.Unsafe: CommandFailed, command.BadRequest: CommandFailed,
		command.TimedOut: TimedOut, command.TooMuchOutput: OutputLimit, command.TooMuchInput: InputLimit,
		command.Closed: Aborted, command.GivenUp: Aborted, command.Unreachable: TransportFailure,
	} {
		cause := &command.Failure{Reason: reason, Program: "some", Err: context.Canceled}
		err := Classify("one", "list models", cause)
		var f *Failure
		if !errors.As(err, &f) || f.Kind != want || f.Harness != "one" || !errors.Is(err, context.Canceled) {
			t.Errorf("%s became %v, want %s with its cause", reason, err, want)
		}
	}
}

func TestNobodyGuessesFromAnErrorsText(t *testing.T) {
	if kind := KindOf(errors.New("401 unauthorized: please log in")); kind != CommandFailed {
		t.Errorf("got %s", kind)
	}
}

func TestAFailureThatIsMoreSpecificIsKept(t *testing.T) {
	specific := &Failure{Kind: Unauthenticated, Harness: "one", Doing: "read usage", Err: &command.Failure{Reason: command.TimedOut}}
	if err := Classify("one", "list models", specific); err != error(specific) || KindOf(err) != Unauthenticated { //nolint:errorlint // the very error
		t.Errorf("got %v", err)
	}
	if Classify("one", "x", nil) != nil || Public("op", "One", nil) != nil || KindOf(nil) != "" {
		t.Error("no error became one")
	}
}

func TestEveryKindHasASentenceWithoutNativeText(t *testing.T) {
	for _, kind := range []Kind{
		Unsupported, BinaryUnavailable, NotConfigured, Unauthenticated, CommandFailed, TimedOut, OutputLimit, InputLimit,
		Aborted, ParseFailure, StorageChanged, TransportFailure,
	} {
		err := Public("x.Y", "Some CLI", &Failure{Kind: kind, Harness: "one", Doing: "x", Err: errors.New("sk-secret at /home/me")})
		public := errs.PublicOf(err)
		if !strings.HasPrefix(public.Message, "Some CLI") || !strings.HasSuffix(public.Message, ".") || strings.Contains(public.Message+public.Hint, "secret") {
			t.Errorf("%s: %q %q", kind, public.Message, public.Hint)
		}
		if (public.Kind == errs.Unsupported) != (kind == Unsupported) {
			t.Errorf("%s is told as %s", kind, public.Kind)
		}
	}
	if len(sentences) != 12 {
		t.Errorf("%d sentences for 12 kinds", len(sentences))
	}
}
