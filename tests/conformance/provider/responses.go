package provider

import (
	"encoding/json"
	"strconv"
)

// responses is the shape of /v1/responses.
type responses struct{}

func (responses) read(body []byte) (Request, error) {
	var asked struct {
		Model string `json:"model"`
		Input []struct {
			Type    string   `json:"type"`
			Role    string   `json:"role"`
			Content *content `json:"content"`
		} `json:"input"`
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
		Text struct {
			Format struct {
				Type string `json:"type"`
			} `json:"format"`
		} `json:"text"`
	}
	if err := json.Unmarshal(body, &asked); err != nil {
		return Request{}, err
	}
	r := Request{Model: asked.Model, Aside: asked.Text.Format.Type == "json_schema"}
	for _, item := range asked.Input {
		switch {
		case item.Type == "function_call_output":
			r.AfterTool = true
		case item.Role == "user" && item.Content != nil:
			r.AfterTool = false
			if text := item.Content.last(); text != "" {
				r.Prompt = text
			}
		}
	}
	for _, tool := range asked.Tools {
		r.Tools = append(r.Tools, tool.Name)
	}
	return r, nil
}

func (r responses) begin(s *stream) {
	s.event("response.created", map[string]any{"type": "response.created", "response": r.response(s, "in_progress")})
}

func (responses) response(s *stream, status string) map[string]any {
	return map[string]any{
		"id": "resp_fake", "object": "response", "status": status, "model": s.asked.Model, "output": append([]any{}, s.items...),
		"usage": map[string]any{
			"input_tokens": 1, "output_tokens": 1, "total_tokens": 2,
			"input_tokens_details": map[string]any{"cached_tokens": 0}, "output_tokens_details": map[string]any{"reasoning_tokens": 0},
		},
	}
}

func (responses) say(s *stream, text string) {
	if s.text.Len() == 0 {
		s.event("response.output_item.added", map[string]any{
			"type": "response.output_item.added", "output_index": 0,
			"item": map[string]any{"type": "message", "id": "msg_fake", "role": "assistant", "content": []any{}},
		})
	}
	s.text.WriteString(text)
	s.event("response.output_text.delta", map[string]any{
		"type": "response.output_text.delta", "item_id": "msg_fake", "output_index": 0, "content_index": 0, "delta": text,
	})
}

func (r responses) call(s *stream, name string, arguments json.RawMessage) {
	r.said(s)
	r.done(s, map[string]any{
		"type": "function_call", "id": "fc_fake", "call_id": "call_" + strconv.Itoa(len(s.items)), "name": name, "arguments": string(arguments),
	})
}

func (r responses) said(s *stream) {
	if s.text.Len() == 0 {
		return
	}
	r.done(s, map[string]any{
		"type": "message", "id": "msg_fake", "role": "assistant",
		"content": []any{map[string]any{"type": "output_text", "text": s.text.String(), "annotations": []any{}}},
	})
	s.text.Reset()
}

func (responses) done(s *stream, item any) {
	s.event("response.output_item.done", map[string]any{"type": "response.output_item.done", "output_index": len(s.items), "item": item})
	s.items = append(s.items, item)
}

func (r responses) end(s *stream, _ bool) {
	r.said(s)
	s.event("response.completed", map[string]any{"type": "response.completed", "response": r.response(s, "completed")})
}
