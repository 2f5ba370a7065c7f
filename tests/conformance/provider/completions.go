package provider

import (
	"encoding/json"
	"io"
)

// completions is the shape of /v1/chat/completions.
type completions struct{}

func (completions) read(body []byte) (Request, error) {
	var asked struct {
		Model    string `json:"model"`
		Messages []struct {
			Role    string   `json:"role"`
			Content *content `json:"content"`
		} `json:"messages"`
		Tools []struct {
			Function struct {
				Name string `json:"name"`
			} `json:"function"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(body, &asked); err != nil {
		return Request{}, err
	}
	r := Request{Model: asked.Model, Aside: len(asked.Tools) == 0}
	for _, m := range asked.Messages {
		switch m.Role {
		case "tool":
			r.AfterTool = true
		case "user":
			r.AfterTool = false
			if m.Content != nil && m.Content.last() != "" {
				r.Prompt = m.Content.last()
			}
		}
	}
	for _, tool := range asked.Tools {
		r.Tools = append(r.Tools, tool.Function.Name)
	}
	return r, nil
}

func (c completions) begin(s *stream) {
	c.chunk(s, map[string]any{"role": "assistant", "content": ""}, nil)
}

func (completions) chunk(s *stream, delta map[string]any, finish any) {
	s.event("", map[string]any{
		"id": "chatcmpl-fake", "object": "chat.completion.chunk", "created": 1, "model": s.asked.Model,
		"choices": []any{map[string]any{"index": 0, "delta": delta, "finish_reason": finish}},
	})
}

func (c completions) say(s *stream, text string) { c.chunk(s, map[string]any{"content": text}, nil) }

func (c completions) call(s *stream, name string, arguments json.RawMessage) {
	c.chunk(s, map[string]any{"tool_calls": []any{map[string]any{
		"index": 0, "id": "call_fake", "type": "function", "function": map[string]any{"name": name, "arguments": string(arguments)},
	}}}, nil)
}

func (c completions) end(s *stream, called bool) {
	finish := "stop"
	if called {
		finish = "tool_calls"
	}
	c.chunk(s, map[string]any{}, finish)
	s.event("", map[string]any{
		"id": "chatcmpl-fake", "object": "chat.completion.chunk", "created": 1, "model": s.asked.Model, "choices": []any{},
		"usage": map[string]any{"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
	})
	io.WriteString(s.w, "data: [DONE]\n\n")
	s.flush()
}
