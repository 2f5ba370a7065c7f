package provider

import (
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"
)

func ask(t *testing.T, p *Provider, path, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, p.URL()+path, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func start(t *testing.T) *Provider {
	t.Helper()
	p, err := Start()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Close() })
	return p
}

// bodies are a first request of each shape, with a prompt.
var bodies = map[string]func(prompt string) string{
	"/v1/messages": func(prompt string) string {
		return `{"model":"m","tools":[{"name":"Bash"}],"messages":[{"role":"user","content":[{"type":"text","text":"` + prompt + `"},{"type":"text","text":"<system-reminder>x"}]},{"role":"system","content":"s"}]}`
	},
	"/v1/responses": func(prompt string) string {
		return `{"model":"m","tools":[{"name":"exec_command"}],"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"` + prompt + `"}]}]}`
	},
	"/v1/chat/completions": func(prompt string) string {
		return `{"model":"m","tools":[{"function":{"name":"bash"}}],"messages":[{"role":"system","content":"s"},{"role":"user","content":"` + prompt + `"}]}`
	},
}

func TestEachShapeSaysCallsAndFails(t *testing.T) {
	ends := map[string]string{"/v1/messages": "message_stop", "/v1/responses": "response.completed", "/v1/chat/completions": "[DONE]"}
	for path, body := range bodies {
		t.Run(path, func(t *testing.T) {
			p := start(t)
			if status, text := ask(t, p, path, body("hello")); status != 200 || !strings.Contains(text, Said) || !strings.Contains(text, ends[path]) {
				t.Errorf("%d %s", status, text)
			}
			if _, text := ask(t, p, path, body("run:echo hi")); !strings.Contains(text, "echo hi") || strings.Contains(text, Said) {
				t.Errorf("no call: %s", text)
			}
			if status, _ := ask(t, p, path, body("fail:")); status != 400 {
				t.Errorf("status %d", status)
			}
			if status, _ := ask(t, p, path, "{"); status != 400 {
				t.Errorf("noise: %d", status)
			}
			got := p.Requests()
			if len(got) != 3 || got[0].Prompt != "hello" || got[0].Model != "m" || len(got[0].Tools) != 1 || got[0].AfterTool || got[0].Aside {
				t.Errorf("requests %+v", got)
			}
		})
	}
}

func TestTheAnswerOfAToolEndsTheTurn(t *testing.T) {
	for path, body := range map[string]string{
		"/v1/messages":         `{"tools":[{"name":"Bash"}],"messages":[{"role":"user","content":"run:ls"},{"role":"assistant","content":[]},{"role":"user","content":[{"type":"tool_result"}]}]}`,
		"/v1/responses":        `{"tools":[{"name":"shell"}],"input":[{"role":"user","content":[{"type":"input_text","text":"run:ls"}]},{"type":"function_call_output"}]}`,
		"/v1/chat/completions": `{"tools":[{"function":{"name":"bash"}}],"messages":[{"role":"user","content":"run:ls"},{"role":"tool","content":"x"}]}`,
	} {
		p := start(t)
		if _, text := ask(t, p, path, body); !strings.Contains(text, AfterTool) {
			t.Errorf("%s: %s", path, text)
		}
		if got := p.Requests(); len(got) != 1 || !got[0].AfterTool || got[0].Prompt != "run:ls" {
			t.Errorf("%s: %+v", path, got)
		}
	}
}

func TestAStreamWithoutEndEndsWithItsReader(t *testing.T) {
	p := start(t)
	ctx, leave := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer leave()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.URL()+"/v1/messages", strings.NewReader(bodies["/v1/messages"]("forever:")))
	if err != nil {
		t.Fatal(err)
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	text, err := io.ReadAll(res.Body)
	if err == nil || !strings.Contains(string(text), "It begins") || strings.Contains(string(text), "message_stop") {
		t.Errorf("%v, %s", err, text)
	}
}

func TestARequestIsAwaited(t *testing.T) {
	p := start(t)
	sent := make(chan error, 1)
	go func() {
		res, err := http.Post(p.URL()+"/v1/messages", "application/json", strings.NewReader(bodies["/v1/messages"]("later")))
		if err == nil {
			err = res.Body.Close()
		}
		sent <- err
	}()
	got, err := p.Await(t.Context(), func(r Request) bool { return r.Prompt == "later" })
	if err != nil || got.Path != "/v1/messages" {
		t.Errorf("%+v, %v", got, err)
	}
	if err := <-sent; err != nil {
		t.Error(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := p.Await(ctx, func(Request) bool { return false }); err == nil {
		t.Error("no error")
	}
}
