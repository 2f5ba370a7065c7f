package local

import (
	"bytes"
	"context"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"
)

// pathTimeout bounds the login shell that is asked for its PATH: startup files
// may do anything, and a pane must not wait for them longer than this. Beyond
// it the owner's own PATH is used until somebody asks for a recheck.
const pathTimeout = 3 * time.Second

// pathOutputLimit bounds what startup files may print around the answer; the
// rest is dropped, and with it an answer that comes later.
const pathOutputLimit = 256 << 10

// The answer stands between markers because startup files print too.
const pathBegin, pathEnd = "<clanker-grid-path>", "</clanker-grid-path>"

// loginPath asks the login shell for its PATH, once until forgotten.
type loginPath struct {
	ask func(context.Context) string // empty when the shell does not answer

	ctx    context.Context // ends with close
	cancel context.CancelFunc
	asking sync.WaitGroup

	mu      sync.Mutex // guards current
	current *answer
}

type answer struct {
	done  chan struct{}
	value string // valid once done is closed
}

func newLoginPath(ask func(context.Context) string) *loginPath {
	p := &loginPath{ask: ask}
	p.ctx, p.cancel = context.WithCancel(context.Background())
	return p
}

// get returns the PATH, waiting for the shell if it has to. It is empty when
// the shell does not answer or ctx ends first.
func (p *loginPath) get(ctx context.Context) string {
	a := p.begin()
	select {
	case <-a.done:
		return a.value
	case <-ctx.Done():
		return ""
	}
}

func (p *loginPath) begin() *answer {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.current == nil {
		a := &answer{done: make(chan struct{})}
		p.current = a
		if p.ctx.Err() != nil { // closed: nothing is started any more
			close(a.done)
			return a
		}
		p.asking.Go(func() {
			defer close(a.done)
			ctx, cancel := context.WithTimeout(p.ctx, pathTimeout)
			defer cancel()
			a.value = p.ask(ctx)
		})
	}
	return p.current
}

func (p *loginPath) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.current = nil
}

func (p *loginPath) close() {
	p.mu.Lock()
	p.cancel()
	p.mu.Unlock()
	p.asking.Wait()
}

// askShell runs the login shell, apart from every terminal, and reads its PATH.
// The command is one that sh, bash, zsh and fish understand alike; any other
// shell fails and its user keeps the owner's PATH.
func askShell(ctx context.Context, shell, home string, env []string) string {
	cmd := exec.CommandContext(ctx, shell, "-l", "-c", "printf '"+pathBegin+"%s"+pathEnd+"' \"$PATH\"")
	cmd.Dir, cmd.Env = home, env
	out := &boundedBuffer{limit: pathOutputLimit}
	cmd.Stdout = out
	isolate(cmd)
	// What startup files left running may hold the output open; it is not
	// waited for.
	cmd.WaitDelay = 200 * time.Millisecond
	// The answer counts even when the shell failed afterwards.
	_ = cmd.Run()
	_, rest, ok := strings.Cut(out.String(), pathBegin)
	value, _, ended := strings.Cut(rest, pathEnd)
	if !ok || !ended {
		return ""
	}
	return value
}

// boundedBuffer keeps the first limit bytes and accepts the rest.
type boundedBuffer struct {
	bytes.Buffer
	limit int
}

func (b *boundedBuffer) Write(p []byte) (int, error) {
	if room := b.limit - b.Len(); room > 0 {
		b.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}

// mergePath is the login shell's PATH, in its order because that is what a user
// set up, followed by entries that only the owner has. Entries that are empty or
// relative would run programs from whatever folder is open, and are dropped.
func mergePath(login, own string) string {
	var out []string
	for _, dir := range slices.Concat(filepath.SplitList(login), filepath.SplitList(own)) {
		if filepath.IsAbs(dir) && !slices.Contains(out, dir) {
			out = append(out, dir)
		}
	}
	return strings.Join(out, string(filepath.ListSeparator))
}
