//go:build unix

package bounded

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"clankergrid/backend/command"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// script is a shell script as a bounded command, with bounds that nothing reaches
// by accident.
func script(text string) Spec {
	return Spec{
		Program: "script", Path: "/bin/sh", Argv: []string{"sh", "-c", text},
		Dir: "/", Env: []string{"PATH=/usr/bin:/bin", "LC_ALL=C"},
		Timeout: time.Minute, MaxOutput: 1 << 20, MaxInput: 64 << 10,
	}
}

// gone fails unless nobody is left in the process group. An orphan is a zombie for
// the moment that init needs.
func gone(t interface {
	Helper()
	Fatalf(string, ...any)
}, pid int) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for syscall.Kill(-pid, 0) == nil {
		if onlyZombies(pid) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("the group %d is still there", pid)
		}
	}
}

func onlyZombies(group int) bool {
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		stat, err := os.ReadFile("/proc/" + e.Name() + "/stat")
		if err != nil {
			continue
		}
		fields := strings.Fields(string(stat[bytes.LastIndexByte(stat, ')')+1:]))
		if len(fields) > 2 && fields[2] == fmt.Sprint(group) && fields[0] != "Z" {
			return false
		}
	}
	return true
}

func TestAnExitCodeAndBothStreamsAreTheResult(t *testing.T) {
	result, err := Run(t.Context(), script("cat; echo err >&2; exit 7"), []byte("in\x00put"))
	if err != nil || string(result.Stdout) != "in\x00put" || string(result.Stderr) != "err\n" || result.ExitCode != 7 {
		t.Errorf("got %q, %q, %d, %v", result.Stdout, result.Stderr, result.ExitCode, err)
	}
}

func TestACommandThatWantsNoInputIsNoFailure(t *testing.T) {
	result, err := Run(t.Context(), script("exec <&-; echo done"), make([]byte, 64<<10))
	if err != nil || string(result.Stdout) != "done\n" {
		t.Errorf("got %q, %v", result.Stdout, err)
	}
}

func TestAProgramThatCannotBeStartedIsAReason(t *testing.T) {
	spec := script("")
	spec.Path = "/etc/passwd"
	if _, err := Run(t.Context(), spec, nil); command.ReasonOf(err) != command.NotRunnable || !errors.Is(err, os.ErrPermission) {
		t.Errorf("got %v", err)
	}
}

func TestATimeoutEndsWhatIgnoresBeingAsked(t *testing.T) {
	spec := script("trap '' TERM; sleep 1000 & echo started; while :; do sleep 1000; done")
	spec.Timeout = 300 * time.Millisecond
	start := time.Now()
	p, err := Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.Wait(); command.ReasonOf(err) != command.TimedOut {
		t.Errorf("got %v", err)
	}
	if took := time.Since(start); took < killAfter {
		t.Errorf("it was not asked first: %v", took)
	}
	gone(t, p.cmd.Process.Pid)
}

func TestACommandThatIsAskedToEndMay(t *testing.T) {
	p, err := Start(t.Context(), script("trap 'exit 0' TERM; echo ready; while :; do sleep 0.01; done"))
	if err != nil {
		t.Fatal(err)
	}
	if line, err := p.ReadLine(); line != "ready" || err != nil {
		t.Fatalf("got %q, %v", line, err)
	}
	start := time.Now()
	p.Close()
	if took := time.Since(start); took > killAfter {
		t.Errorf("it took %v", took)
	}
	if _, err := p.Wait(); command.ReasonOf(err) != command.Closed {
		t.Errorf("got %v", err)
	}
	gone(t, p.cmd.Process.Pid)
}

func TestACallerThatGivesUpEndsIt(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	p, err := Start(ctx, script("echo ready; exec sleep 1000"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := p.ReadLine(); err != nil {
		t.Fatal(err)
	}
	cancel()
	if _, err := p.Wait(); command.ReasonOf(err) != command.GivenUp || !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	gone(t, p.cmd.Process.Pid)
	if _, err := Start(ctx, script("")); command.ReasonOf(err) != command.GivenUp {
		t.Errorf("got %v", err)
	}
}

func TestEachStreamHasItsOwnBound(t *testing.T) {
	spec := script("head -c 1000 /dev/zero; head -c 1000 /dev/zero >&2")
	spec.MaxOutput = 1000
	if result, err := Run(t.Context(), spec, nil); err != nil || len(result.Stdout) != 1000 || len(result.Stderr) != 1000 {
		t.Errorf("the bound itself: %v", err)
	}
	for _, to := range []string{"", ">&2"} {
		spec := script("head -c 1001 /dev/zero " + to + "; exec sleep 1000")
		spec.MaxOutput = 1000
		if _, err := Run(t.Context(), spec, nil); command.ReasonOf(err) != command.TooMuchOutput {
			t.Errorf("beyond it %s: %v", to, err)
		}
	}
	endless := script("yes")
	if _, err := Run(t.Context(), endless, nil); command.ReasonOf(err) != command.TooMuchOutput {
		t.Errorf("without end: %v", err)
	}
}

func TestWhatWasLeftInTheBackgroundIsEndedAndNotWaitedFor(t *testing.T) {
	start := time.Now()
	p, err := Start(t.Context(), script("sleep 1000 & sleep 1000 & echo out"))
	if err != nil {
		t.Fatal(err)
	}
	result, err := p.Wait()
	if err != nil || string(result.Stdout) != "out\n" {
		t.Errorf("got %q, %v", result.Stdout, err)
	}
	if took := time.Since(start); took > 10*time.Second {
		t.Errorf("it took %v", took)
	}
	gone(t, p.cmd.Process.Pid)
}

func TestADaemonThatHoldsTheOutputIsNotWaitedFor(t *testing.T) {
	pidFile := t.TempDir() + "/pid"
	spec := script(`setsid sh -c 'echo $$ > "$PID_FILE"; exec sleep 1000' & while [ ! -s "$PID_FILE" ]; do sleep 0.01; done; echo out`)
	spec.Env = append(spec.Env, "PID_FILE="+pidFile)
	start := time.Now()
	result, err := Run(t.Context(), spec, nil)
	if err != nil || string(result.Stdout) != "out\n" {
		t.Errorf("got %q, %v", result.Stdout, err)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
	// It left on purpose and is not ours to end, except in a test.
	text, _ := os.ReadFile(pidFile)
	var pid int
	if _, err := fmt.Sscan(string(text), &pid); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Kill(pid, syscall.SIGKILL); err != nil {
		t.Errorf("the daemon was ended: %v", err)
	}
}

func TestLinesAreExchanged(t *testing.T) {
	p, err := Start(t.Context(), script(`while read -r line; do printf 'got %s\r\n' "$line"; done; printf 'no line feed'; exit 3`))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, line := range []string{"one", "", `{"id":1,"x":"ä"}`} {
		if err := p.WriteLine(line); err != nil {
			t.Fatal(err)
		}
		if got, err := p.ReadLine(); got != "got "+line || err != nil {
			t.Errorf("got %q, %v", got, err)
		}
	}
	if err := errors.Join(p.CloseInput(), p.CloseInput()); err != nil {
		t.Error(err)
	}
	if err := p.WriteLine("late"); command.ReasonOf(err) != command.Closed {
		t.Errorf("got %v", err)
	}
	if got, err := p.ReadLine(); got != "no line feed" || err != nil {
		t.Errorf("got %q, %v", got, err)
	}
	if _, err := p.ReadLine(); err != io.EOF {
		t.Errorf("got %v", err)
	}
	if result, err := p.Wait(); err != nil || result.ExitCode != 3 || len(result.Stdout) != 0 {
		t.Errorf("got %v, %v", result, err)
	}
}

func TestALineThatIsNoneIsRefusedAndTheSessionGoesOn(t *testing.T) {
	p, err := Start(t.Context(), script("cat"))
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	for _, line := range []string{"a\nb", "a\r", "\x00"} {
		if err := p.WriteLine(line); command.ReasonOf(err) != command.BadRequest {
			t.Errorf("%q: got %v", line, err)
		}
	}
	if err := p.WriteLine("fine"); err != nil {
		t.Fatal(err)
	}
	if line, err := p.ReadLine(); line != "fine" || err != nil {
		t.Errorf("got %q, %v", line, err)
	}
}

func TestInputBeyondItsBoundEndsTheSession(t *testing.T) {
	spec := script("exec cat >/dev/null")
	spec.MaxInput = 10
	p, err := Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if err := p.WriteLine("123456789"); err != nil {
		t.Errorf("the bound itself: %v", err)
	}
	if err := p.WriteLine(""); command.ReasonOf(err) != command.TooMuchInput {
		t.Errorf("beyond it: %v", err)
	}
	if _, err := p.Wait(); command.ReasonOf(err) != command.TooMuchInput {
		t.Errorf("got %v", err)
	}
	gone(t, p.cmd.Process.Pid)
}

func TestAReaderIsToldWhatEndedTheSession(t *testing.T) {
	spec := script("printf unfinished; exec sleep 1000")
	spec.Timeout = 300 * time.Millisecond
	p, err := Start(t.Context(), spec)
	if err != nil {
		t.Fatal(err)
	}
	defer p.Close()
	if _, err := p.ReadLine(); command.ReasonOf(err) != command.TimedOut {
		t.Errorf("got %v", err)
	}
	if err := p.WriteLine("x"); command.ReasonOf(err) != command.TimedOut {
		t.Errorf("got %v", err)
	}
}

func TestWhateverACommandDoesItIsOverInTimeAndNothingIsLeft(t *testing.T) {
	acts := []string{
		"echo out", "echo err >&2", "head -c 3000 /dev/zero", "head -c 3000 /dev/zero >&2", "exec 1>&-", "exec 2>&-", "exec 0<&-",
		"trap '' TERM", "trap '' HUP", "sleep 1000 &", "(trap '' TERM; sleep 1000) &", "read -r line", "cat >/dev/null", "kill -STOP $$",
		"sleep 1000", "exit 3", "kill -KILL $$", "kill -TERM 0",
	}
	rapid.Check(t, func(t *rapid.T) {
		spec := script(strings.Join(rapid.SliceOfN(rapid.SampledFrom(acts), 0, 6).Draw(t, "acts"), "\n"))
		spec.Timeout = 100 * time.Millisecond
		spec.MaxOutput = 4000
		start := time.Now()
		p, err := Start(context.Background(), spec)
		if err != nil {
			t.Fatal(err)
		}
		switch rapid.SampledFrom([]string{"wait", "write", "close input", "close"}).Draw(t, "caller") {
		case "write":
			_ = p.WriteLine("line")
		case "close input":
			_ = p.CloseInput()
		case "close":
			_ = p.Close()
		}
		result, err := p.Wait()
		_ = p.Close()
		if took := time.Since(start); took > 20*time.Second {
			t.Fatalf("it took %v", took)
		}
		if len(result.Stdout) > spec.MaxOutput || len(result.Stderr) > spec.MaxOutput {
			t.Fatalf("%d and %d bytes", len(result.Stdout), len(result.Stderr))
		}
		if err != nil && command.ReasonOf(err) == "" {
			t.Fatalf("an error without a reason: %v", err)
		}
		gone(t, p.cmd.Process.Pid)
	})
}
