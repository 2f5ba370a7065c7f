//go:build conformance

package conformance

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment/local"
	"clankergrid/backend/harness"
	"clankergrid/backend/harness/all"
	"clankergrid/backend/launch"
	"clankergrid/backend/terminal"
	"clankergrid/tests/conformance/provider"
)

// patience is beyond what the slowest CLI needs to start on a busy machine.
const patience = 45 * time.Second

const viewID = core.ViewID("c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0c0")

var size = core.Size{Cols: 120, Rows: 40}

// installed is where the build tool has put a CLI; the test is skipped, which the build
// tool reports as not run, when it has not.
func installed(t *testing.T, c CLI) string {
	t.Helper()
	root := os.Getenv("CLANKER_CONFORMANCE_CLIS")
	if root == "" {
		t.Skip("not run: CLANKER_CONFORMANCE_CLIS names no folder with CLIs")
	}
	at := filepath.Join(root, c.Harness+"-"+c.Version)
	if _, err := os.Stat(at); err != nil {
		t.Skipf("not run: %s %s is not installed", c.Harness, c.Version)
	}
	return at
}

// bed is one user with one CLI, on the real services of the application.
type bed struct {
	*testing.T
	cli      CLI
	place    place
	flags    []string
	provider *provider.Provider
	env      *local.Environment
	service  *terminal.Service
	chosen   core.HarnessSettings
}

func newBed(t *testing.T, c CLI) *bed {
	t.Helper()
	at := installed(t, c)
	// Not below the system's folder for temporary files, where some CLIs run no commands.
	root, err := os.MkdirTemp(os.Getenv("CLANKER_CONFORMANCE_CLIS"), "home-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	p, err := provider.Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	b := &bed{T: t, cli: c, provider: p, place: place{home: filepath.Join(root, "home"), dir: filepath.Join(root, "project"), provider: p.URL()}}
	for _, dir := range []string{b.place.home, b.place.dir, filepath.Join(root, "tmp"), filepath.Join(root, "run")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	added, flags, err := c.prepare(b.place)
	if err != nil {
		t.Fatal(err)
	}
	b.flags = flags
	var bins []string
	for _, bin := range c.Bin {
		bins = append(bins, filepath.Join(at, bin))
	}
	// As users do it: the shell's own file puts the programs first.
	if err := write(filepath.Join(b.place.home, ".profile"), "PATH="+strings.Join(bins, ":")+":$PATH\nPS1='shell> '\n"); err != nil {
		t.Fatal(err)
	}
	environ := append([]string{
		"HOME=" + b.place.home, "SHELL=/bin/bash", "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "USER=tester", "LOGNAME=tester",
		"TMPDIR=" + filepath.Join(root, "tmp"), "XDG_RUNTIME_DIR=" + filepath.Join(root, "run"),
		"XDG_CONFIG_HOME=" + b.place.home + "/.config", "XDG_DATA_HOME=" + b.place.home + "/.local/share",
		"XDG_STATE_HOME=" + b.place.home + "/.local/state", "XDG_CACHE_HOME=" + b.place.home + "/.cache",
		// What an agent must not be given.
		"CLANKER_TOKEN=secret", "CLAUDECODE=1", "TMUX=/tmp/other",
	}, added...)
	registry := all.Registry()
	b.env, err = local.New(local.Options{Home: b.place.home, Environ: environ, Markers: registry.Markers(), DataDir: b.place.home + "/.local/share/clanker-grid"})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.env.Close() })
	b.service = terminal.New(terminal.Options{Environment: b.env, Log: slog.New(slog.DiscardHandler)})
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), 15*time.Second)
		defer cancel()
		if ended, err := b.service.Shutdown(ctx); err != nil {
			t.Errorf("not everything ended: %+v, %v", ended, err)
		}
	})
	return b
}

// launches is the application's own launch service, with the user's choices.
func (b *bed) launches() *launch.Service {
	return launch.New(launch.Options{
		Registry: all.Registry(), Programs: b.env,
		Settings: func() core.Settings {
			return core.Settings{Launch: core.LaunchSettings{Harnesses: map[string]core.HarnessSettings{b.cli.Harness: b.chosen}}}
		},
		Listed: func(harness.ID, string) bool { return true },
	})
}

// launch starts the CLI as a click on its button does.
func (b *bed) launch(model string, flags ...string) *pane {
	b.Helper()
	b.chosen.Flags = quoted(append(append([]string{}, b.flags...), flags...))
	planned, err := b.launches().Plan(core.LaunchChoice{Harness: b.cli.Harness, Model: model}, b.place.dir)
	if err != nil {
		b.Fatal(err)
	}
	return b.open(planned)
}

func quoted(flags []string) string {
	words := make([]string, len(flags))
	for i, f := range flags {
		words[i] = "'" + strings.ReplaceAll(f, "'", `'\''`) + "'"
	}
	return strings.Join(words, " ")
}

func (b *bed) open(planned command.Launch) *pane {
	b.Helper()
	made, err := b.service.Create(b.Context(), terminal.CreateRequest{Workspace: "w", Pane: "p", Dir: b.place.dir, Path: b.place.dir, Launch: planned})
	if err != nil {
		b.Fatal(err)
	}
	p := &pane{bed: b, id: made.ID, view: b.service.OpenView(viewID), fresh: make(chan struct{}, 1), over: make(chan struct{})}
	p.screen = newEmulator(b.T, func(answer []byte) { p.send(answer) })
	p.view.Resize(p.id, size)
	p.view.Focus(p.id)
	if err := p.view.Attach(p.id, -1); err != nil {
		b.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	go p.follow(ctx)
	b.Cleanup(func() {
		if b.Failed() {
			b.Logf("the screen at the end:\n%s", p.shown())
		}
		cancel()
		<-p.over
	})
	return p
}

// pane is a terminal as a page shows it.
type pane struct {
	*bed
	id     core.TerminalID
	view   *terminal.View
	screen *emulator
	fresh  chan struct{} // has a value when something was printed since it was looked at
	over   chan struct{}

	mu     sync.Mutex // guards what follows
	epoch  core.Epoch
	offset int64
	last   time.Time // when something was last printed
}

func (p *pane) follow(ctx context.Context) {
	defer close(p.over)
	for {
		message, err := p.view.Next(ctx)
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, terminal.ErrViewClosed) {
				p.Errorf("the view: %v", err)
			}
			return
		}
		switch m := message.(type) {
		case terminal.Attached:
			p.begin(m.Epoch, m.Input)
			if m.Reset {
				p.screen.reset()
				p.screen.resize(m.Size.Cols, m.Size.Rows)
				p.print(m.Prologue)
			}
		case terminal.EpochChanged:
			p.begin(m.Epoch, 0)
		case terminal.SizeChanged:
			p.screen.resize(m.Size.Cols, m.Size.Rows)
		case terminal.Output:
			p.print(m.Data)
			p.view.Parsed(p.id, m.Offset+int64(len(m.Data)))
		case terminal.InputRefused:
			p.Logf("input refused: %s", m.Reason)
		}
	}
}

func (p *pane) begin(epoch core.Epoch, offset int64) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.epoch, p.offset = epoch, offset
}

func (p *pane) print(data []byte) {
	if len(data) == 0 {
		return
	}
	if err := p.screen.write(data); err != nil {
		p.Errorf("the emulator: %v", err)
	}
	p.mu.Lock()
	p.last = time.Now()
	p.mu.Unlock()
	select {
	case p.fresh <- struct{}{}:
	default:
	}
}

// send types, byte for byte.
func (p *pane) send(data []byte) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.view.Input(p.id, p.epoch, p.offset, data)
	p.offset += int64(len(data))
}

// keys presses keys with a moment between them, as fingers do.
func (p *pane) keys(keys ...string) {
	for _, key := range keys {
		p.send([]byte(key))
		p.quiet(150 * time.Millisecond)
	}
}

// submit types a prompt and Enter.
func (p *pane) submit(prompt string) { p.keys(prompt, "\r") }

func (p *pane) shown() Screen {
	screen, err := p.screen.show()
	if err != nil {
		p.Errorf("%v", err)
		return Screen{Rows: []string{err.Error()}}
	}
	return screen
}

// until waits until the screen is as it should be.
func (p *pane) until(what string, fits func(Screen) bool) Screen {
	p.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	for {
		screen := p.shown()
		if p.Failed() {
			p.FailNow()
		}
		if fits(screen) {
			return screen
		}
		select {
		case <-p.fresh:
		case <-time.After(time.Second):
		case <-deadline.C:
			_, file, line, _ := runtime.Caller(1)
			p.Fatalf("%s:%d: not seen: %s", filepath.Base(file), line, what)
		}
	}
}

func (p *pane) untilSeen(text string) Screen {
	p.Helper()
	return p.until(fmt.Sprintf("%q", text), func(s Screen) bool { return s.Has(text) })
}

// quiet waits until nothing was printed for so long.
func (p *pane) quiet(d time.Duration) {
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	begun := time.Now()
	for {
		p.mu.Lock()
		since := time.Since(p.last)
		p.mu.Unlock()
		if since >= d && time.Since(begun) >= d {
			return
		}
		select {
		case <-p.fresh:
		case <-time.After(d):
		case <-deadline.C:
			return // it prints all the time, as spinners do
		}
	}
}

// snapshot is what the backend says of the terminal.
func (p *pane) snapshot() core.Terminal {
	got, err := p.service.Get(p.id)
	if err != nil {
		p.Fatal(err)
	}
	return got
}

// ready waits for the CLI's own prompt.
func (p *pane) ready() {
	p.Helper()
	p.untilSeen(p.cli.Ready)
	p.quiet(500 * time.Millisecond)
}

// asked waits for a request of the conversation that fits.
func (p *pane) asked(what string, fits func(provider.Request) bool) provider.Request {
	p.Helper()
	ctx, cancel := context.WithTimeout(p.Context(), patience)
	defer cancel()
	r, err := p.provider.Await(ctx, func(r provider.Request) bool { return !r.Aside && fits(r) })
	if err != nil {
		p.Fatalf("not asked: %s: %v; the requests are %+v", what, err, short(p.provider.Requests()))
	}
	return r
}

func short(all []provider.Request) []string {
	var out []string
	for _, r := range all {
		prompt := r.Prompt
		if len(prompt) > 80 {
			prompt = prompt[:80]
		}
		out = append(out, fmt.Sprintf("%s %s %q aside=%v after=%v tools=%v", r.Path, r.Model, prompt, r.Aside, r.AfterTool, r.Tools))
	}
	return out
}
