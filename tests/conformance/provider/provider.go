// Package provider is a model provider for tests: it speaks the three shapes that
// coding-agent CLIs speak, on the loopback, and answers what the prompt's own words ask
// for. It decides nothing about any CLI, and calls no model.
package provider

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"time"
)

// maxRequest bounds one request: conversations of tests are short, their tools are not.
const maxRequest = 8 << 20

// Request is what a CLI has asked.
type Request struct {
	Path string
	// Model is as the CLI named it.
	Model string
	// Prompt is the text that the user typed last.
	Prompt string
	// AfterTool is set when the request brings the answer of a tool.
	AfterTool bool
	// Aside is set for what a CLI asks beside the conversation, such as a title.
	Aside bool
	// Tools are the names that it offers.
	Tools []string
}

// Provider is one that listens.
type Provider struct {
	listener net.Listener
	server   *http.Server
	served   chan struct{}

	mu       sync.Mutex // guards requests
	requests []Request
	heard    chan struct{} // closed and replaced with each request
}

// Start listens on a port of its own of the loopback. Close ends it.
func Start() (*Provider, error) {
	listener, err := net.Listen("tcp4", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	p := &Provider{listener: listener, served: make(chan struct{}), heard: make(chan struct{})}
	mux := http.NewServeMux()
	mux.HandleFunc("POST /v1/messages", p.serve(messages{}))
	mux.HandleFunc("POST /v1/responses", p.serve(responses{}))
	mux.HandleFunc("POST /v1/chat/completions", p.serve(completions{}))
	mux.HandleFunc("GET /v1/models", func(w http.ResponseWriter, _ *http.Request) {
		io.WriteString(w, `{"object":"list","data":[{"id":"`+Model+`","object":"model","owned_by":"fake"}]}`)
	})
	mux.HandleFunc("HEAD /{$}", func(http.ResponseWriter, *http.Request) {})
	p.server = &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	go func() {
		defer close(p.served)
		p.server.Serve(listener)
	}()
	return p, nil
}

// Model is the one that there is.
const Model = "fake-model"

// URL is the base of every address, without a slash at its end.
func (p *Provider) URL() string { return "http://" + p.listener.Addr().String() }

// Close ends every stream.
func (p *Provider) Close() error {
	err := p.server.Close()
	<-p.served
	return err
}

// Requests returns what was asked so far.
func (p *Provider) Requests() []Request {
	p.mu.Lock()
	defer p.mu.Unlock()
	return slices.Clone(p.requests)
}

// Await returns the first request that fits, when it comes.
func (p *Provider) Await(ctx context.Context, fits func(Request) bool) (Request, error) {
	for {
		p.mu.Lock()
		i := slices.IndexFunc(p.requests, fits)
		heard := p.heard
		var found Request
		if i >= 0 {
			found = p.requests[i]
		}
		p.mu.Unlock()
		if i >= 0 {
			return found, nil
		}
		select {
		case <-heard:
		case <-ctx.Done():
			return Request{}, fmt.Errorf("provider: %d requests, none that fits: %w", len(p.Requests()), ctx.Err())
		}
	}
}

func (p *Provider) note(r Request) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.requests = append(p.requests, r)
	close(p.heard)
	p.heard = make(chan struct{})
}

// shape is one of the ways to speak with a model.
type shape interface {
	// read understands a request.
	read(body []byte) (Request, error)
	// begin, say, call and end are the parts of an answer that is streamed.
	begin(s *stream)
	say(s *stream, text string)
	call(s *stream, name string, arguments json.RawMessage)
	end(s *stream, called bool)
}

func (p *Provider) serve(how shape) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, maxRequest))
		if err != nil {
			http.Error(w, err.Error(), http.StatusRequestEntityTooLarge)
			return
		}
		asked, err := how.read(body)
		if err != nil {
			http.Error(w, `{"error":{"type":"invalid_request_error","message":"not understood"}}`, http.StatusBadRequest)
			return
		}
		asked.Path = r.URL.Path
		turn := play(asked.Prompt)
		switch {
		case asked.Aside:
			turn = Turn{Text: []string{`{"title":"A crab"}`}}
		case asked.AfterTool:
			turn = Turn{Text: []string{AfterTool}}
		}
		p.note(asked)
		if turn.Fail != 0 {
			w.Header().Set("Content-Type", "application/json")
			w.WriteHeader(turn.Fail)
			io.WriteString(w, `{"type":"error","error":{"type":"invalid_request_error","code":"fake","message":"The fake provider was asked to fail."}}`)
			return
		}
		perform(r.Context(), &stream{w: w, asked: asked}, how, turn)
	}
}

func perform(ctx context.Context, s *stream, how shape, turn Turn) {
	s.w.Header().Set("Content-Type", "text/event-stream")
	s.w.Header().Set("Cache-Control", "no-cache")
	how.begin(s)
	for _, text := range turn.Text {
		select {
		case <-time.After(turn.Pause):
		case <-ctx.Done():
			return
		}
		how.say(s, text)
	}
	if turn.Forever {
		<-ctx.Done()
		return
	}
	called := false
	if turn.Tool != nil {
		if name, arguments := s.tool(*turn.Tool); name != "" {
			how.call(s, name, arguments)
			called = true
		} else {
			how.say(s, "No tool for this was offered.")
		}
	}
	how.end(s, called)
}

// stream is one answer under way.
type stream struct {
	w      http.ResponseWriter
	asked  Request
	blocks int
	text   strings.Builder
	items  []any
}

// event writes one event of the stream; an empty name has none.
func (s *stream) event(name string, data any) {
	text, err := json.Marshal(data)
	if err != nil {
		panic(err) // maps and texts always can be
	}
	if name != "" {
		fmt.Fprintf(s.w, "event: %s\n", name)
	}
	fmt.Fprintf(s.w, "data: %s\n\n", text)
	s.flush()
}

func (s *stream) flush() {
	if flusher, ok := s.w.(http.Flusher); ok {
		flusher.Flush()
	}
}
