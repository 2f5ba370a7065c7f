package owner

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/errs"
)

// firstWaiting accepts the connection that waits at an owner not yet serving.
func firstWaiting(t *testing.T, own *Owner) net.Conn {
	t.Helper()
	conn, err := own.listener.Accept()
	if err != nil {
		t.Fatal(err)
	}
	return conn
}

// rawConn connects without a hello.
func rawConn(t *testing.T, own *Owner) net.Conn {
	t.Helper()
	conn, err := dial(t.Context(), own.listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	conn.SetDeadline(time.Now().Add(soon))
	return conn
}

func TestRequestsAndAnswersCross(t *testing.T) {
	config, run := folders(t)
	handler := &answers{url: "http://127.0.0.1:1/#token=x", status: `{"pid":7}`}
	serve(t, acquire(t, config, run), handler)
	client := dialed(t, config, run)
	ctx := t.Context()
	if err := client.Focus(ctx, "/a\nb"); err != nil {
		t.Error(err)
	}
	if url, err := client.URL(ctx); err != nil || url != handler.url {
		t.Errorf("URL = %q, %v", url, err)
	}
	if status, err := client.Status(ctx); err != nil || string(status) != handler.status {
		t.Errorf("Status = %s, %v", status, err)
	}
	if err := client.Quit(ctx, true); err != nil {
		t.Error(err)
	}
	if want := []string{"focus /a\nb", "url", "status", "quit true"}; !slices.Equal(handler.asked, want) {
		t.Errorf("asked = %q, want %q", handler.asked, want)
	}
}

func TestAnErrorKeepsItsKindAndItsSentencesAndLosesItsCause(t *testing.T) {
	config, run := folders(t)
	handler := &answers{err: errs.Wrap("x.Y", errs.Running, "vim runs.", "Close it.", errors.New("native secret"))}
	serve(t, acquire(t, config, run), handler)
	client := dialed(t, config, run)
	for range 2 { // the connection goes on after an error
		err := client.Quit(t.Context(), false)
		if got, want := errs.PublicOf(err), (errs.Public{Kind: errs.Running, Message: "vim runs.", Hint: "Close it."}); got != want {
			t.Errorf("public = %+v, want %+v", got, want)
		}
		if strings.Contains(err.Error(), "native") {
			t.Errorf("the cause crossed: %v", err)
		}
	}
}

func TestAnotherProtocolIsRefusedWithASentence(t *testing.T) {
	config, run := folders(t)
	own := acquire(t, config, run)
	serve(t, own, &answers{})
	for _, protocol := range []int{-1, 0, Protocol + 1, 999} {
		conn := rawConn(t, own)
		fmt.Fprintf(conn, `{"protocol":%d}`+"\n", protocol)
		var refusal response
		if err := readLine(bufio.NewReader(conn), requestLimit, &refusal); err != nil || refusal.Error == nil {
			t.Fatalf("%d: %+v, %v", protocol, refusal, err)
		}
		if refusal.Error.Kind != errs.Unsupported || refusal.Error.Message == "" {
			t.Errorf("%d: %+v", protocol, refusal.Error)
		}
	}
}

func TestAnOwnerOfAnotherProtocolIsNotTalkedTo(t *testing.T) {
	config, run := folders(t)
	own := acquire(t, config, run)
	own.self.Protocol = Protocol + 1
	serve(t, own, &answers{})
	_, err := Dial(t.Context(), config, run)
	wantKind(t, err, errs.Unsupported)
	_, err = Acquire(t.Context(), Options{ConfigDir: config, RuntimeDir: run})
	wantKind(t, err, errs.Busy)
	if public := errs.PublicOf(err); !strings.Contains(public.Message, "protocol") {
		t.Errorf("public = %+v", public)
	}
}

func TestNonsenseEndsItsConnectionAlone(t *testing.T) {
	config, run := folders(t)
	own := acquire(t, config, run)
	serve(t, own, &answers{url: "x"})
	greeting := `{"protocol":1}` + "\n"
	for name, sent := range map[string]string{
		"not JSON":         "GET / HTTP/1.1\r\n\r\n",
		"endless hello":    strings.Repeat("x", 2*requestLimit),
		"endless request":  greeting + strings.Repeat("x", 2*requestLimit),
		"request not JSON": greeting + "}\n",
		"zero bytes":       greeting + "\x00\x00\n",
	} {
		conn := rawConn(t, own)
		go io.WriteString(conn, sent) // the other end may close before it has read all
		if _, err := io.Copy(io.Discard, conn); err != nil && errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("%s: the connection stays open", name)
		}
	}
	if url, err := dialed(t, config, run).URL(t.Context()); err != nil || url != "x" {
		t.Errorf("URL = %q, %v", url, err)
	}
}

func TestAnUnknownRequestAndWrongParametersAreAnswered(t *testing.T) {
	config, run := folders(t)
	serve(t, acquire(t, config, run), &answers{})
	client := dialed(t, config, run)
	_, err := client.call(t.Context(), "test", "dance", nil)
	wantKind(t, err, errs.Unsupported)
	_, err = client.call(t.Context(), "test", "focus", json.RawMessage(`{"path":7}`))
	wantKind(t, err, errs.Invalid)
	if err := client.Focus(t.Context(), ""); err != nil {
		t.Error(err)
	}
}

func TestAtMostSixteenConnectionsAreServed(t *testing.T) {
	config, run := folders(t)
	serve(t, acquire(t, config, run), &answers{})
	for range connLimit {
		dialed(t, config, run)
	}
	_, err := Dial(t.Context(), config, run)
	wantKind(t, err, errs.Limit)
}

func TestTheEndOfTheOwnerEndsWhatIsBeingAnsweredAndStillAnswers(t *testing.T) {
	config, run := folders(t)
	own := acquire(t, config, run)
	handler := &answers{url: "late", block: make(chan struct{})}
	serve(t, own, handler)
	client, idle := dialed(t, config, run), dialed(t, config, run)
	type answer struct {
		url string
		err error
	}
	got := make(chan answer, 1)
	go func() {
		url, err := client.URL(context.Background())
		got <- answer{url, err}
	}()
	waitUntil(t, func() bool {
		handler.mu.Lock()
		defer handler.mu.Unlock()
		return len(handler.asked) == 1
	})
	if err := own.Close(); err != nil {
		t.Fatal(err)
	}
	if a := <-got; a.err != nil || a.url != "late" {
		t.Errorf("URL = %q, %v", a.url, a.err)
	}
	wantKind(t, idle.Focus(t.Context(), ""), errs.Unavailable)
	_, err := Dial(t.Context(), config, run)
	wantKind(t, err, errs.NotFound)
}

func TestACallThatIsGivenUpLeavesNoAnswerForTheNext(t *testing.T) {
	config, run := folders(t)
	handler := &answers{url: "late", block: make(chan struct{})}
	serve(t, acquire(t, config, run), handler)
	client := dialed(t, config, run)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := client.URL(ctx)
	wantKind(t, err, errs.Canceled)
	close(handler.block)
	_, err = client.Status(t.Context())
	wantKind(t, err, errs.Unavailable)
}

// waitUntil polls for something that another goroutine is about to do.
func waitUntil(t *testing.T, done func() bool) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), soon)
	defer cancel()
	for !done() {
		if ctx.Err() != nil {
			t.Fatal("it did not happen")
		}
		pause(ctx, time.Millisecond)
	}
}

func FuzzReadLine(f *testing.F) {
	f.Add([]byte(`{"method":"url"}` + "\n"))
	f.Add([]byte("\n\n"))
	f.Add([]byte(strings.Repeat("x", 5000)))
	f.Fuzz(func(t *testing.T, data []byte) {
		const limit = 1000
		from := bufio.NewReaderSize(strings.NewReader(string(data)), 16)
		for {
			var raw json.RawMessage
			err := readLine(from, limit, &raw)
			if len(raw) > limit {
				t.Fatalf("a line of %d bytes passed", len(raw))
			}
			var syntax *json.SyntaxError
			if err != nil && !errors.As(err, &syntax) {
				return // the end of the input, or of our patience
			}
		}
	})
}
