//go:build conformance

package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/tests/conformance/provider"
)

// each runs a check for every CLI, each in a test of its own.
func each(t *testing.T, check func(b *bed)) {
	for _, c := range CLIs {
		t.Run(c.Harness, func(t *testing.T) {
			name, _, _ := strings.Cut(strings.TrimPrefix(t.Name(), "Test"), "/"+c.Harness)
			t.Cleanup(func() { note(t, c, name) })
			check(newBed(t, c))
		})
	}
}

// note writes down what a check came to, for the page about it.
func note(t *testing.T, c CLI, check string) {
	file := os.Getenv("CLANKER_CONFORMANCE_RESULTS")
	if file == "" {
		return
	}
	outcome := "passed"
	switch {
	case t.Failed():
		outcome = "failed"
	case t.Skipped():
		outcome = "not run"
	}
	line, err := json.Marshal(Result{Harness: c.Harness, Version: c.Version, Check: check, Outcome: outcome})
	if err != nil {
		t.Fatal(err)
	}
	f, err := os.OpenFile(file, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	fmt.Fprintf(f, "%s\n", line)
}

func TestSmoke(t *testing.T) {
	each(t, func(b *bed) {
		p := b.launch("")
		p.ready()
		p.submit("hello")
		p.untilSeen(provider.Said)
		r := p.asked("the prompt", func(r provider.Request) bool { return r.Prompt == "hello" })
		b.Logf("asked for %s with %d tools", r.Model, len(r.Tools))
		p.quiet(time.Second)
		p.leaves()
	})
}

// leaves ends the CLI by its own keys; the user's shell is in its place then.
func (p *pane) leaves() {
	p.Helper()
	p.keys(p.cli.Quit...)
	p.until("the shell", func(Screen) bool {
		got := p.snapshot()
		return got.Agent.Exit != nil && got.State == core.TerminalRunning && got.Epoch == 2
	})
	p.send([]byte("echo in-$((40+2)) $PWD\r"))
	p.untilSeen("in-42 " + p.place.dir)
	p.send([]byte("env\r"))
	p.quiet(300 * time.Millisecond)
	if screen := p.shown(); screen.Has("CLANKER_TOKEN") {
		p.Error("the shell was given what belongs to agents")
	}
}

func TestTheProcessIsWhatWasAskedFor(t *testing.T) {
	each(t, func(b *bed) {
		p := b.launch(b.cli.Model)
		// At once: some of them overwrite their arguments with a title.
		p.until("the process", func(Screen) bool { return p.snapshot().Pid != 0 })
		args, env := processOf(b, p.snapshot().Pid)
		text := strings.Join(args, "\n")
		if !strings.Contains(text, b.cli.Model) || !strings.HasSuffix(text, strings.Join(b.flags, "\n")) {
			b.Errorf("arguments %q", args)
		}
		for _, entry := range env {
			name, _, _ := strings.Cut(entry, "=")
			if slices.Contains([]string{"CLANKER_TOKEN", "CLAUDECODE", "TMUX"}, name) {
				b.Errorf("it was given %s", entry)
			}
		}
		if cwd, err := os.Readlink(fmt.Sprintf("/proc/%d/cwd", p.snapshot().Pid)); err != nil || cwd != b.place.dir {
			b.Errorf("it runs in %q, %v", cwd, err)
		}
	})
}

func processOf(b *bed, pid int) (args, env []string) {
	read := func(name string) []string {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/%s", pid, name))
		if err != nil {
			b.Fatal(err)
		}
		return strings.Split(strings.TrimSuffix(string(text), "\x00"), "\x00")
	}
	return read("cmdline"), read("environ")
}
