package provider

import (
	"encoding/json"
	"strings"
)

// messages is the shape of /v1/messages.
type messages struct{}

// content is a text, or a list of blocks.
type content struct {
	texts  []string
	result bool // holds the answer of a tool
}

func (c *content) UnmarshalJSON(raw []byte) error {
	var text string
	if json.Unmarshal(raw, &text) == nil {
		c.texts = []string{text}
		return nil
	}
	var blocks []struct {
		Type string `json:"type"`
		Text string `json:"text"`
	}
	if err := json.Unmarshal(raw, &blocks); err != nil {
		return err
	}
	for _, b := range blocks {
		switch b.Type {
		case "text", "input_text", "output_text":
			c.texts = append(c.texts, b.Text)
		case "tool_result":
			c.result = true
		}
	}
	return nil
}

// last is the last text that a person has typed: CLIs add reminders of their own.
func (c content) last() string {
	for i := len(c.texts) - 1; i >= 0; i-- {
		if text := strings.TrimSpace(c.texts[i]); text != "" && !strings.HasPrefix(text, "<system-reminder>") {
			return text
		}
	}
	return ""
}

func (messages) read(body []byte) (Request, error) {
	var asked struct {
		Model    string `json:"model"`
		Messages []struct {
			Role    string  `json:"role"`
			Content content `json:"content"`
		} `json:"messages"`
		Tools []struct {
			Name string `json:"name"`
		} `json:"tools"`
	}
	if err := json.Unmarshal(body, &asked); err != nil {
		return Request{}, err
	}
	r := Request{Model: asked.Model, Aside: len(asked.Tools) == 0}
	for _, m := range asked.Messages {
		if m.Role == "user" {
			r.AfterTool = m.Content.result
			if text := m.Content.last(); text != "" {
				r.Prompt = text
			}
		}
	}
	for _, tool := range asked.Tools {
		r.Tools = append(r.Tools, tool.Name)
	}
	return r, nil
}

func (messages) begin(s *stream) {
	s.event("message_start", map[string]any{"type": "message_start", "message": map[string]any{
		"id": "msg_fake", "type": "message", "role": "assistant", "model": s.asked.Model, "content": []any{},
		"stop_reason": nil, "stop_sequence": nil, "usage": map[string]any{"input_tokens": 1, "output_tokens": 1},
	}})
}

func (m messages) say(s *stream, text string) {
	m.block(s, map[string]any{"type": "text", "text": ""}, map[string]any{"type": "text_delta", "text": text})
}

func (m messages) call(s *stream, name string, arguments json.RawMessage) {
	m.block(s, map[string]any{"type": "tool_use", "id": "toolu_fake", "name": name, "input": map[string]any{}},
		map[string]any{"type": "input_json_delta", "partial_json": string(arguments)})
}

func (messages) block(s *stream, start, delta map[string]any) {
	s.event("content_block_start", map[string]any{"type": "content_block_start", "index": s.blocks, "content_block": start})
	s.event("content_block_delta", map[string]any{"type": "content_block_delta", "index": s.blocks, "delta": delta})
	s.event("content_block_stop", map[string]any{"type": "content_block_stop", "index": s.blocks})
	s.blocks++
}

func (messages) end(s *stream, called bool) {
	reason := "end_turn"
	if called {
		reason = "tool_use"
	}
	s.event("message_delta", map[string]any{
		"type": "message_delta", "delta": map[string]any{"stop_reason": reason, "stop_sequence": nil}, "usage": map[string]any{"output_tokens": 1},
	})
	s.event("message_stop", map[string]any{"type": "message_stop"})
}
