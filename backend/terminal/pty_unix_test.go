//go:build unix

package terminal

import (
	"bytes"
	"context"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/pty"
	"go.uber.org/goleak"
)

// realEnvironment runs one script in every terminal, on a real pseudo-terminal.
type realEnvironment struct {
	environment.Environment // what is not used panics
	home, script            string
}

func (e realEnvironment) Shell(_ context.Context, req environment.ShellRequest) (command.TerminalRequest, error) {
	return command.TerminalRequest{
		Program: "/bin/sh", Args: []string{"-c", e.script}, Dir: req.Dir,
		Env: []string{"HOME=" + e.home, "XDG_CONFIG_HOME=" + e.home, "PATH=/usr/bin:/bin", "LC_ALL=C.UTF-8", "TERM=xterm-256color"},
	}, nil
}

func (e realEnvironment) StartTerminal(_ context.Context, req command.TerminalRequest) (command.Terminal, error) {
	return pty.Start(req)
}

func (e realEnvironment) Activities(_ context.Context, terminals []command.Terminal) ([]command.Activity, error) {
	own := make([]*pty.Terminal, len(terminals))
	for i, t := range terminals {
		own[i] = t.(*pty.Terminal)
	}
	return pty.Activities(own)
}

const patience = 60 * time.Second

type realBed struct {
	*testing.T
	service *Service
	id      core.TerminalID
}

func runReally(t *testing.T, script string) *realBed {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	s := New(Options{Environment: realEnvironment{home: home, script: script}})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if _, err := s.Shutdown(ctx); err != nil {
			t.Errorf("shutdown: %v", err)
		}
		goleak.VerifyNone(t)
	})
	c, err := s.Create(t.Context(), CreateRequest{Dir: home, Path: home})
	if err != nil {
		t.Fatal(err)
	}
	return &realBed{T: t, service: s, id: c.ID}
}

// page is a view that parses all it gets.
type page struct {
	b    *realBed
	view *View
	wait sync.WaitGroup

	mu    sync.Mutex
	bytes []byte
	epoch core.Epoch
	acked int64
	input int64
}

func (b *realBed) open(id core.ViewID) *page {
	b.Helper()
	p := &page{b: b, view: b.service.OpenView(id)}
	p.view.Resize(b.id, small)
	if err := p.view.Attach(b.id, -1); err != nil {
		b.Fatal(err)
	}
	p.wait.Go(func() {
		for {
			m, err := p.view.Next(context.Background())
			if err != nil {
				return
			}
			p.take(m)
		}
	})
	b.Cleanup(func() {
		p.view.Close()
		p.wait.Wait()
	})
	return p
}

func (p *page) take(m Message) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch m := m.(type) {
	case Attached:
		p.bytes, p.epoch, p.input = append([]byte{}, m.Prologue...), m.Epoch, m.Input
	case EpochChanged:
		p.epoch, p.input = m.Epoch, 0
	case Output:
		p.bytes = append(p.bytes, m.Data...)
		p.view.Parsed(m.Terminal, m.Offset+int64(len(m.Data)))
	case InputAck:
		p.acked = m.Offset
	}
}

func (p *page) shown() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return string(p.bytes)
}

func (p *page) send(s string) {
	p.mu.Lock()
	epoch, offset := p.epoch, p.input
	p.input += int64(len(s))
	p.mu.Unlock()
	p.view.Input(p.b.id, epoch, offset, []byte(s))
}

func (b *realBed) until(what string, done func() bool) {
	b.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(patience)
	for !done() {
		select {
		case <-tick.C:
		case <-deadline:
			b.Fatalf("waited in vain for %s", what)
		}
	}
}

func (b *realBed) state() core.TerminalState {
	c, err := b.service.Get(b.id)
	if err != nil {
		b.Fatal(err)
	}
	return c.State
}

func TestFiftyMegabytesWithoutAViewComplete(t *testing.T) {
	b := runReally(t, "yes 0123456789012345678901234567890123456789 | head -c 50000000; printf 'the very end'; exit 7")
	b.until("the exit", func() bool { return b.state() == core.TerminalExited })
	p := b.open(viewA)
	b.until("the end", func() bool { return strings.Contains(p.shown(), "ended with code 7") })
	got := p.shown()
	if !strings.Contains(got, "the very end") || !strings.HasPrefix(got, "\x1b[0;2m"+truncationNote) {
		t.Errorf("begins with %.60q", got)
	}
	if n := len(got); n < defaultRingBytes/2 || n > defaultRingBytes+4096 {
		t.Errorf("%d bytes were kept", n)
	}
}

func TestAHundredKilobytesAtOnceArriveExactly(t *testing.T) {
	b := runReally(t, "stty raw -echo; head -c 102400 /dev/zero | tr '\\0' x | dd bs=102400 iflag=fullblock 2>/dev/null; printf END")
	p := b.open(viewA)
	b.until("the end", func() bool { return strings.Contains(p.shown(), "END") })
	if got := strings.Count(p.shown(), "x"); got != 102400 {
		t.Errorf("%d of 102400 bytes", got)
	}
}

func TestCharactersAndSequencesSplitAtEveryByteArriveExactly(t *testing.T) {
	want := "\x1b]2;tïtle ☃\x1b\\\x1b[38;5;196m🎉\x1b[0m."
	var script strings.Builder
	script.WriteString("stty raw -echo; ")
	for _, c := range []byte(want) {
		fmt.Fprintf(&script, "printf '\\%03o'; ", c)
	}
	b := runReally(t, script.String())
	p := b.open(viewA)
	b.until("the end", func() bool { return strings.Contains(p.shown(), "ended with code 0") })
	if !strings.HasPrefix(p.shown(), want) {
		t.Errorf("got %q", p.shown())
	}
	c, err := b.service.Get(b.id)
	if err != nil || c.Title != "tïtle ☃" {
		t.Errorf("title %q, %v", c.Title, err)
	}
}

func TestAHugePasteArrivesExactly(t *testing.T) {
	const total = 8 << 20
	b := runReally(t, fmt.Sprintf("stty raw -echo; printf ready; head -c %d | cksum", total))
	p := b.open(viewA)
	b.until("the program", func() bool { return strings.Contains(p.shown(), "ready") })
	frame := bytes.Repeat([]byte("paste me\n12345"), 32<<10/14)
	for sent := 0; sent < total; {
		n := min(len(frame), total-sent)
		p.send(string(frame[:n]))
		sent += n
		b.until("room", func() bool {
			p.mu.Lock()
			defer p.mu.Unlock()
			return p.input-p.acked <= maxUnwritten-int64(len(frame))
		})
	}
	b.until("the checksum", func() bool { return strings.Contains(p.shown(), fmt.Sprintf(" %d", total)) })
}

func TestTwoViewsOfARealShellShowTheSame(t *testing.T) {
	b := runReally(t, "stty -echo; printf ready; while read -r line; do printf '<%s>' \"$line\"; done")
	first, second := b.open(viewA), b.open(viewB)
	b.until("the program", func() bool {
		return strings.Contains(first.shown(), "ready") && strings.Contains(second.shown(), "ready")
	})
	first.send("one\n")
	b.until("one", func() bool { return strings.Contains(second.shown(), "<one>") })
	second.send("two\n")
	b.until("two", func() bool { return strings.Contains(first.shown(), "<two>") })
	if work := b.service.Running(); len(work) != 0 {
		t.Errorf("the shell itself is work: %+v", work)
	}
}
