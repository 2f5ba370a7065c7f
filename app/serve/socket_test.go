package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/coder/websocket"
	"go.uber.org/goleak"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/terminal"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// patience bounds every wait of these tests.
const patience = 20 * time.Second

// Blocking is a service whose calls wait for the test.
type Blocking struct{ release chan struct{} }

func (b *Blocking) Wait()         { <-b.release }
func (b *Blocking) Panic()        { panic("a defect") }
func (b *Blocking) Large() string { return strings.Repeat("x", maxMessage) }
func (b *Blocking) Denied() error {
	return errs.New("t", errs.Denied, "That is refused.", "Ask first.")
}
func (b *Blocking) Native() error        { return fmt.Errorf("stderr of a program: secret") }
func (b *Blocking) Echo(s string) string { return s }

type fixture struct {
	*Server
	t        *testing.T
	log      *safeBuffer
	blocking *Blocking
}

func start(t *testing.T, views func(core.ViewID) View) *fixture {
	t.Helper()
	if views == nil {
		service := terminal.New(terminal.Options{Log: slog.New(slog.DiscardHandler)})
		t.Cleanup(func() { service.Shutdown(context.Background()) })
		views = func(id core.ViewID) View { return service.OpenView(id) }
	}
	f := &fixture{t: t, log: &safeBuffer{}, blocking: &Blocking{make(chan struct{})}}
	server, err := Start(t.Context(), Options{
		Assets:         testDist,
		Services:       []any{f.blocking},
		OpenView:       views,
		ForeignOrigins: []string{"wails://wails"},
		Version:        "1.2.3",
		Log:            slog.New(slog.NewTextHandler(f.log, &slog.HandlerOptions{Level: slog.LevelDebug})),
	})
	if err != nil {
		t.Fatal(err)
	}
	f.Server = server
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		server.Close(ctx)
	})
	return f
}

// page is a test's end of the socket.
type page struct {
	t  *testing.T
	ws *websocket.Conn
}

func (f *fixture) dial(origin string) *page {
	f.t.Helper()
	if origin == "" {
		origin = "http://" + f.surface.Host()
	}
	ctx, cancel := context.WithTimeout(f.t.Context(), patience)
	defer cancel()
	ws, _, err := websocket.Dial(ctx, f.SocketURL(), &websocket.DialOptions{HTTPHeader: http.Header{"Origin": {origin}}})
	if err != nil {
		f.t.Fatal(err)
	}
	ws.SetReadLimit(maxMessage + 1)
	f.t.Cleanup(func() { ws.CloseNow() })
	return &page{f.t, ws}
}

// open dials and is welcomed.
func (f *fixture) open(view core.ViewID, origin string) *page {
	f.t.Helper()
	p := f.dial(origin)
	p.send(helloMessage{"hello", 1, f.secret.Reveal(), view})
	welcome := p.expect("welcome")
	if welcome["version"] != "1.2.3" || welcome["owner"] != f.owner {
		f.t.Fatalf("welcome = %v", welcome)
	}
	return p
}

func (p *page) send(v any) {
	p.t.Helper()
	if err := p.ws.Write(p.t.Context(), websocket.MessageText, mustJSON(p.t, v)); err != nil {
		p.t.Fatal(err)
	}
}

func (p *page) read() (websocket.MessageType, []byte, error) {
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	return p.ws.Read(ctx)
}

// expect reads until a text message of this kind.
func (p *page) expect(kind string) map[string]any {
	p.t.Helper()
	for {
		typ, data, err := p.read()
		if err != nil {
			p.t.Fatalf("waiting for %s: %v", kind, err)
		}
		var m map[string]any
		if typ == websocket.MessageText && json.Unmarshal(data, &m) == nil && m["t"] == kind {
			return m
		}
	}
}

// closed reads until the socket is closed and returns the code.
func (p *page) closed() websocket.StatusCode {
	for {
		if _, _, err := p.read(); err != nil {
			return websocket.CloseStatus(err)
		}
	}
}

func (p *page) call(id int, method string, params ...any) {
	p.t.Helper()
	if params == nil {
		params = []any{}
	}
	p.send(map[string]any{"t": "call", "id": id, "method": method, "params": params})
}

func newView() core.ViewID { return core.ViewID(core.NewTerminalID()) }

func TestWhoIsNotAuthenticatedIsClosedWith4401(t *testing.T) {
	f, other := start(t, nil), start(t, nil)
	token, view := f.secret.Reveal(), newView()
	for name, first := range map[string]any{
		"wrong token":              helloMessage{"hello", 1, "nope", view},
		"no token":                 helloMessage{"hello", 1, "", view},
		"token of another start":   helloMessage{"hello", 1, other.secret.Reveal(), view},
		"shortened token":          helloMessage{"hello", 1, token[:len(token)-1], view},
		"another protocol version": helloMessage{"hello", 2, token, view},
		"view of another form":     helloMessage{"hello", 1, token, "me"},
		"a call instead":           map[string]any{"t": "call", "id": 1, "method": "Blocking.Echo", "params": []any{"x"}},
		"an unknown field":         map[string]any{"t": "hello", "v": 1, "token": token, "view": view, "extra": true},
		"no object":                "hello",
	} {
		t.Run(name, func(t *testing.T) {
			p := f.dial("")
			p.send(first)
			if code := p.closed(); code != closeUnauthenticated {
				t.Errorf("closed with %d, want %d", code, closeUnauthenticated)
			}
		})
	}
	t.Run("a binary message first", func(t *testing.T) {
		p := f.dial("")
		p.ws.Write(t.Context(), websocket.MessageBinary, mustJSON(t, helloMessage{"hello", 1, token, view}))
		if code := p.closed(); code != closeUnauthenticated {
			t.Errorf("closed with %d, want %d", code, closeUnauthenticated)
		}
	})
	if strings.Contains(f.log.String(), token) || strings.Contains(f.log.String(), other.secret.Reveal()) {
		t.Error("the log holds a token")
	}
}

func TestASilentPageIsClosedWith4401(t *testing.T) {
	f := start(t, nil)
	p := f.dial("")
	began := time.Now()
	if code := p.closed(); code != closeUnauthenticated {
		t.Errorf("closed with %d, want %d", code, closeUnauthenticated)
	}
	if took := time.Since(began); took < helloTimeout-time.Second || took > helloTimeout+5*time.Second {
		t.Errorf("closed after %v, want about %v", took, helloTimeout)
	}
}

func TestForeignCallersDoNotReachTheSocketOrThePage(t *testing.T) {
	f := start(t, nil)
	own := "http://" + f.surface.Host()
	tests := []struct {
		name, method, path, host, origin string
		upgrade                          bool
		status                           int
	}{
		{"foreign origin", "GET", "/socket", "", "http://evil.example", true, 403},
		{"no origin", "GET", "/socket", "", "", true, 403},
		{"foreign host", "GET", "/socket", "evil.example", own, true, 403},
		{"foreign host for the page", "GET", "/", "evil.example", "", false, 403},
		{"hook-style post", "POST", "/", "", "", false, 405},
		{"post to the socket", "POST", "/socket", "", own, true, 405},
		{"plain get of the socket", "GET", "/socket", "", "", false, 426},
		{"the page", "GET", "/", "", "", false, 200},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			r, err := http.NewRequestWithContext(t.Context(), tt.method, own+tt.path, nil)
			if err != nil {
				t.Fatal(err)
			}
			r.Host = tt.host
			if tt.origin != "" {
				r.Header.Set("Origin", tt.origin)
			}
			if tt.upgrade {
				for k, v := range map[string]string{"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ=="} {
					r.Header.Set(k, v)
				}
			}
			transport := &http.Transport{}
			defer transport.CloseIdleConnections()
			resp, err := transport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			body, _ := io.ReadAll(resp.Body)
			if resp.StatusCode != tt.status {
				t.Errorf("status %d, want %d: %s", resp.StatusCode, tt.status, body)
			}
			if !strings.Contains(resp.Header.Get("Content-Security-Policy"), "frame-ancestors 'none'") {
				t.Error("the answer lacks the security headers")
			}
			if strings.Contains(string(body), f.secret.Reveal()) {
				t.Error("the answer holds the token")
			}
		})
	}
}

func TestMalformedMessagesCloseWith4400(t *testing.T) {
	f := start(t, nil)
	for name, send := range map[string]func(p *page){
		"unknown kind":  func(p *page) { p.send(map[string]any{"t": "nope"}) },
		"unknown field": func(p *page) { p.send(map[string]any{"t": "visible", "value": true, "x": 1}) },
		"wrong type":    func(p *page) { p.send(map[string]any{"t": "resize", "terminal": "t", "cols": -1, "rows": 5}) },
		"second hello":  func(p *page) { p.send(helloMessage{"hello", 1, f.secret.Reveal(), newView()}) },
		"no JSON":       func(p *page) { p.ws.Write(t.Context(), websocket.MessageText, []byte("{")) },
		"short frame":   func(p *page) { p.ws.Write(t.Context(), websocket.MessageBinary, []byte{2, 0, 0, 0}) },
		"frame of ours": func(p *page) {
			p.ws.Write(t.Context(), websocket.MessageBinary, append([]byte{1}, make([]byte, 40)...))
		},
	} {
		t.Run(name, func(t *testing.T) {
			p := f.open(newView(), "")
			send(p)
			if code := p.closed(); code != closeMalformed {
				t.Errorf("closed with %d, want %d", code, closeMalformed)
			}
		})
	}
}

func TestASecondSocketOfAViewReplacesTheFirst(t *testing.T) {
	f := start(t, nil)
	view := newView()
	first := f.open(view, "")
	second := f.open(view, "")
	if code := first.closed(); code != closeReplaced {
		t.Errorf("closed with %d, want %d", code, closeReplaced)
	}
	second.call(1, "Blocking.Echo", "still here")
	if got := second.expect("result"); got["value"] != "still here" {
		t.Errorf("result = %v", got)
	}
}

func TestCallsAnswerInAnyOrderAndErrorsCrossAsPublic(t *testing.T) {
	f := start(t, nil)
	p := f.open(newView(), "")
	p.call(1, "Blocking.Wait")
	p.call(2, "Blocking.Echo", "ä\n")
	if got := p.expect("result"); got["id"] != 2.0 || got["value"] != "ä\n" {
		t.Errorf("result = %v, want the second call's first", got)
	}
	close(f.blocking.release)
	if got := p.expect("result"); got["id"] != 1.0 {
		t.Errorf("result = %v", got)
	}
	for method, want := range map[string]errs.Public{
		"Blocking.Denied": {Kind: errs.Denied, Message: "That is refused.", Hint: "Ask first."},
		"Blocking.Native": errs.PublicOf(fmt.Errorf("any")),
		"Blocking.Panic":  errs.PublicOf(fmt.Errorf("any")),
	} {
		p.call(3, method)
		got, _ := json.Marshal(p.expect("result")["error"])
		if want := mustJSON(t, want); !jsonEqual(got, want) {
			t.Errorf("%s: %s, want %s", method, got, want)
		}
	}
	p.call(4, "Blocking.Large")
	if got, _ := p.expect("result")["error"].(map[string]any); got["kind"] != "limit" {
		t.Errorf("an answer over the limit: %v", got)
	}
}

func TestThe65thCallInFlightIsRefused(t *testing.T) {
	f := start(t, nil)
	p := f.open(newView(), "")
	for i := range maxCalls + 1 {
		p.call(i, "Blocking.Wait")
	}
	got := p.expect("result")
	if e, _ := got["error"].(map[string]any); e["kind"] != "limit" {
		t.Errorf("result = %v, want kind limit", got)
	}
	close(f.blocking.release)
	for range maxCalls {
		if got := p.expect("result"); got["error"] != nil {
			t.Errorf("result = %v", got)
		}
	}
}

func TestEventsReachBrowserViewsInOrderAndNotTheDesktopPage(t *testing.T) {
	f := start(t, nil)
	browser, desktop := f.open(newView(), ""), f.open(newView(), "wails://wails")
	for _, p := range []*page{browser, desktop} { // both are registered once they are answered
		p.call(0, "Blocking.Echo", "")
		p.expect("result")
	}
	f.Emit(bind.WorkspaceRemoved("a"))
	f.Emit(bind.WorkspaceRemoved("b"))
	for _, want := range []string{"a", "b"} {
		got := browser.expect("event")
		if data, _ := got["data"].(map[string]any); got["name"] != "workspace-removed" || data["id"] != want {
			t.Errorf("event = %v, want %s", got, want)
		}
	}
	desktop.call(1, "Blocking.Echo", "")
	_, data, err := desktop.read()
	if err != nil || !bytes.Contains(data, []byte(`"t":"result"`)) {
		t.Errorf("the desktop page was sent %s (%v), want its result first", data, err)
	}
}

func TestAViewThatTakesNoEventsIsClosedWith4408(t *testing.T) {
	f := start(t, nil)
	slow, quick := f.open(newView(), ""), f.open(newView(), "")
	for _, p := range []*page{slow, quick} {
		p.call(0, "Blocking.Echo", "")
		p.expect("result")
	}
	var reading sync.WaitGroup
	reading.Go(func() {
		for range 64 {
			quick.expect("event")
		}
	})
	big := core.WorkspaceID(strings.Repeat("x", maxMessage/2))
	for range 64 { // 32 MiB: beyond the queue and every socket buffer
		f.Emit(bind.WorkspaceRemoved(big))
		// The quick view must be given the chance to be quick.
		quick.call(1, "Blocking.Echo", "")
		f.awaitDrained(quick)
	}
	reading.Wait()
	if code := slow.closed(); code != closeSlow {
		t.Errorf("closed with %d, want %d", code, closeSlow)
	}
}

// awaitDrained waits until some view's queue is empty: the quick one's.
func (f *fixture) awaitDrained(*page) {
	f.t.Helper()
	deadline := time.Now().Add(patience)
	tick := time.NewTicker(time.Millisecond)
	defer tick.Stop()
	for time.Now().Before(deadline) {
		f.mu.Lock()
		for c := range f.conns {
			c.out.mu.Lock()
			empty := len(c.out.items) == 0 && !c.out.full
			c.out.mu.Unlock()
			if empty {
				f.mu.Unlock()
				return
			}
		}
		f.mu.Unlock()
		<-tick.C
	}
	f.t.Fatal("no view takes its events")
}

func TestTheEndOfTheOwnerClosesWith1001(t *testing.T) {
	f := start(t, nil)
	p := f.open(newView(), "")
	var closing sync.WaitGroup
	closing.Go(func() { f.Server.Close(t.Context()) })
	if code := p.closed(); code != closeOwnerEnds {
		t.Errorf("closed with %d, want %d", code, closeOwnerEnds)
	}
	closing.Wait()
}

func TestTheOwnerEndsAlthoughAPageDoesNotAnswer(t *testing.T) {
	f := start(t, nil)
	f.open(newView(), "") // and never reads again
	began := time.Now()
	f.Server.Close(t.Context())
	if took := time.Since(began); took > farewellTimeout+3*time.Second {
		t.Errorf("closing took %v", took)
	}
}

func TestTheOwnerEndsAlthoughACallHangs(t *testing.T) {
	f := start(t, nil)
	defer f.awaitSockets()
	defer close(f.blocking.release)
	p := f.open(newView(), "")
	p.call(1, "Blocking.Wait")
	p.call(2, "Blocking.Echo", "")
	p.expect("result")
	began := time.Now()
	f.Server.Close(t.Context())
	if took := time.Since(began); took > farewellTimeout+stragglerTimeout+3*time.Second {
		t.Errorf("closing took %v", took)
	}
	if !strings.Contains(f.log.String(), "abandoned") {
		t.Error("the log does not say what was abandoned")
	}
}

func TestTheEndOfItsContextCutsTheWaitForPages(t *testing.T) {
	f := start(t, nil)
	defer f.awaitSockets()
	defer close(f.blocking.release)
	p := f.open(newView(), "")
	p.call(1, "Blocking.Wait")
	p.call(2, "Blocking.Echo", "")
	p.expect("result")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	began := time.Now()
	f.Server.Close(ctx)
	if took := time.Since(began); took > farewellTimeout {
		t.Errorf("closing took %v", took)
	}
}

// awaitSockets waits for what a Close abandoned and the test released.
func (f *fixture) awaitSockets() { f.sockets.Wait() }

func jsonEqual(a, b []byte) bool {
	var x, y any
	return json.Unmarshal(a, &x) == nil && json.Unmarshal(b, &y) == nil && fmt.Sprint(x) == fmt.Sprint(y)
}

// safeBuffer is a log that several goroutines write.
type safeBuffer struct {
	mu sync.Mutex // guards b
	b  bytes.Buffer
}

func (s *safeBuffer) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.Write(p)
}

func (s *safeBuffer) String() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.b.String()
}
