//go:build conformance

package conformance

import (
	"strings"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/tests/conformance/provider"
)

const (
	escape = "\x1b"
	ctrlC  = "\x03"
	ctrlZ  = "\x1a"
	// shiftEnter is what the page sends for it to a program that has asked for no protocol.
	shiftEnter = "\n"
)

func TestAModelThatIsChosenIsAskedFor(t *testing.T) {
	each(t, func(b *bed) {
		p := b.launch(b.cli.Model)
		p.ready()
		p.submit("hello")
		p.untilSeen(provider.Said)
		r := p.asked("the prompt", func(r provider.Request) bool { return r.Prompt == "hello" })
		_, bare, _ := strings.Cut(b.cli.Model, "/")
		if bare == "" {
			bare = b.cli.Model
		}
		if !strings.Contains(r.Model, bare) {
			b.Errorf("asked for the model %q, chosen was %q", r.Model, b.cli.Model)
		}
	})
}

func TestATurnSurvivesItsTerminalBeingResized(t *testing.T) {
	each(t, func(b *bed) {
		p := b.launch("")
		p.ready()
		p.submit("slow:12")
		p.asked("the prompt", func(r provider.Request) bool { return strings.HasPrefix(r.Prompt, "slow:") })
		for _, s := range []core.Size{{Cols: 60, Rows: 20}, {Cols: 140, Rows: 50}, size} {
			p.view.Resize(p.id, s)
			p.quiet(400 * time.Millisecond)
		}
		p.quiet(2 * time.Second)
		p.submit("say:after-the-resize")
		p.untilSeen("after-the-resize")
		if got := p.snapshot(); got.State != core.TerminalRunning || got.Agent.Exit != nil {
			b.Errorf("snapshot %+v", got)
		}
	})
}

// TestInterruptsReachIt: a turn without an end ends by Escape in most, by Ctrl+C in all.
func TestInterruptsReachIt(t *testing.T) {
	for _, key := range []struct{ name, text string }{{"Escape", escape}, {"Ctrl+C", ctrlC}} {
		t.Run(key.name, func(t *testing.T) {
			each(t, func(b *bed) {
				p := b.launch("")
				p.ready()
				p.submit("forever:")
				p.untilSeen("It begins")
				p.keys(key.text)
				if b.cli.TwoEscapes && key.text == escape {
					p.keys(escape)
				}
				p.quiet(time.Second)
				if got := p.snapshot(); got.Agent.Exit != nil {
					return // ended by it: it was heard
				}
				p.submit("say:still-there")
				p.untilSeen("still-there")
				p.asked("the next prompt", func(r provider.Request) bool { return strings.Contains(r.Prompt, "say:still-there") })
			})
		})
	}
}

func TestShiftEnterMakesALine(t *testing.T) {
	each(t, func(b *bed) {
		p := b.launch("")
		p.ready()
		p.keys("first", shiftEnter, "second", "\r")
		r := p.asked("both lines", func(r provider.Request) bool { return strings.Contains(r.Prompt, "second") })
		if r.Prompt != "first\nsecond" {
			b.Errorf("the prompt is %q", r.Prompt)
		}
	})
}

func TestALongPasteArrivesAsItWas(t *testing.T) {
	each(t, func(b *bed) {
		p := b.launch("")
		p.ready()
		lines := make([]string, 0, 1000)
		for len(lines) < cap(lines) {
			lines = append(lines, "A line of sixty characters with ünïcode and 'quotes' in it. "+string(rune('a'+len(lines)%26)))
		}
		pasted := strings.Join(lines, "\n")
		if len(pasted) < 60_000 {
			t.Fatalf("only %d bytes", len(pasted))
		}
		if !p.shown().Bracketed {
			b.Fatal("it does not ask for bracketed paste")
		}
		p.send([]byte("\x1b[200~" + strings.ReplaceAll(pasted, "\n", "\r") + "\x1b[201~"))
		p.quiet(time.Second)
		p.keys("\r")
		r := p.asked("the paste", func(r provider.Request) bool { return strings.Contains(r.Prompt, "A line of sixty") })
		if !strings.Contains(r.Prompt, pasted) {
			b.Errorf("%d bytes arrived, %d were pasted; they differ at %d", len(r.Prompt), len(pasted), differ(r.Prompt, pasted))
		}
	})
}

func differ(a, b string) int {
	for i := range min(len(a), len(b)) {
		if a[i] != b[i] {
			return i
		}
	}
	return min(len(a), len(b))
}

func TestCtrlZLosesNothing(t *testing.T) {
	each(t, func(b *bed) {
		p := b.launch("")
		p.ready()
		p.keys(ctrlZ)
		p.quiet(time.Second)
		got := p.snapshot()
		if got.State != core.TerminalRunning {
			b.Fatalf("snapshot %+v", got)
		}
		if got.Agent.Exit != nil {
			return // it took the key for its end, and the shell is there
		}
		p.submit("say:back-again")
		p.untilSeen("back-again")
	})
}
