//go:build unix

package compose

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/shell"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds every wait for real processes.
const patience = 20 * time.Second

// eventually waits for a condition of the real world.
func eventually(t *testing.T, what string, condition func() bool) {
	t.Helper()
	deadline := time.NewTimer(patience)
	defer deadline.Stop()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for !condition() {
		select {
		case <-tick.C:
		case <-deadline.C:
			t.Fatalf("not within %v: %s", patience, what)
		}
	}
}

// user is a throwaway home and what an entry point knows of it.
type user struct {
	home    string
	folder  string // to open as a workspace
	options Options
}

func newUser(t *testing.T) *user {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	// A Unix socket's path is short; a test's temporary folder may not be.
	runtimeDir, err := os.MkdirTemp("", "cg-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(runtimeDir) })
	env := map[string]string{
		"HOME": home, "PATH": os.Getenv("PATH"), "SHELL": "/bin/bash", "LANG": "C.UTF-8",
		"XDG_CONFIG_HOME": filepath.Join(home, "config"), "XDG_DATA_HOME": filepath.Join(home, "data"),
		"XDG_STATE_HOME": filepath.Join(home, "state"), "XDG_CACHE_HOME": filepath.Join(home, "cache"), "XDG_RUNTIME_DIR": runtimeDir,
	}
	var environ []string
	for k, v := range env {
		environ = append(environ, k+"="+v)
	}
	folder := filepath.Join(home, "pro ject")
	if err := os.Mkdir(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	return &user{home, folder, Options{
		Shell:   bind.Browser,
		Getenv:  func(name string) string { return env[name] },
		Environ: environ,
		Home:    home,
		Assets:  fstest.MapFS{"index.html": {Data: []byte("<!doctype html>")}},
	}}
}

// start runs the application until the test ends.
func (u *user) start(t *testing.T) *Application {
	t.Helper()
	app, err := Start(t.Context(), u.options)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { u.stop(t, app) })
	return app
}

func (u *user) stop(t *testing.T, app *Application) {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	if err := app.Close(ctx); err != nil {
		t.Error(err)
	}
}

// page is a browser tab of the application.
type page struct {
	t      *testing.T
	ws     *websocket.Conn
	output map[string]*strings.Builder
}

func openPage(t *testing.T, app *Application) *page {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	defer cancel()
	url, token := app.Socket()
	origin := "http://" + strings.TrimSuffix(strings.TrimPrefix(url, "ws://"), "/socket")
	ws, _, err := websocket.Dial(ctx, url, &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
	if err != nil {
		t.Fatal(err)
	}
	ws.SetReadLimit(2 << 20)
	t.Cleanup(func() { ws.CloseNow() })
	p := &page{t, ws, map[string]*strings.Builder{}}
	p.send(map[string]any{"t": "hello", "v": 1, "token": token, "view": core.NewTerminalID()})
	p.until("welcome", func(m map[string]any) bool { return m["t"] == "welcome" })
	return p
}

func (p *page) send(v any) {
	p.t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		p.t.Fatal(err)
	}
	if err := p.ws.Write(p.t.Context(), websocket.MessageText, data); err != nil {
		p.t.Fatal(err)
	}
}

// until reads messages until one satisfies the condition; output is collected
// and acknowledged on the way and shows as {"t":"output"}.
func (p *page) until(what string, done func(map[string]any) bool) map[string]any {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	for {
		typ, data, err := p.ws.Read(ctx)
		if err != nil {
			p.t.Fatalf("waiting for %s: %v", what, err)
		}
		m := map[string]any{}
		if typ == websocket.MessageBinary {
			id := string(core.TerminalIDFromBytes([16]byte(data[4:20])))
			if p.output[id] == nil {
				p.output[id] = &strings.Builder{}
			}
			p.output[id].Write(data[32:])
			offset := int64(0)
			for _, b := range data[24:32] {
				offset = offset<<8 | int64(b)
			}
			p.send(map[string]any{"t": "parsed", "terminal": id, "offset": offset + int64(len(data)-32)})
			m["t"], m["terminal"] = "output", id
		} else if err := json.Unmarshal(data, &m); err != nil {
			p.t.Fatal(err)
		}
		if done(m) {
			return m
		}
	}
}

// call runs a bound method and returns its result message.
func (p *page) call(method string, params ...any) map[string]any {
	p.t.Helper()
	p.send(map[string]any{"t": "call", "id": 1, "method": method, "params": params})
	return p.until("the result of "+method, func(m map[string]any) bool { return m["t"] == "result" })
}

// typeInto sends the first input of a view to the first process.
func (p *page) typeInto(id core.TerminalID, text string) {
	p.t.Helper()
	raw, _ := id.Bytes()
	frame := append([]byte{2, 0, 0, 0}, raw[:]...)
	frame = append(frame, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0)
	if err := p.ws.Write(p.t.Context(), websocket.MessageBinary, append(frame, text...)); err != nil {
		p.t.Fatal(err)
	}
}

// recorder is a shell that only listens.
type recorder struct {
	mu     sync.Mutex // guards events
	events []bind.Event
}

func (r *recorder) Emit(e bind.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.events = append(r.events, e)
}

func (r *recorder) saw(name string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, e := range r.events {
		if e.Name == name {
			return true
		}
	}
	return false
}

func noOpener(*slog.Logger) shell.Opener { return nil }
