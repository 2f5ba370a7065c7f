package provider

import (
	"encoding/json"
	"slices"
)

// names are what CLIs call a tool of a kind, and how each takes its arguments.
var names = map[Kind][]struct {
	name      string
	arguments func(Call) any
}{
	RunCommand: {
		{"Bash", func(c Call) any { return map[string]any{"command": c.Command, "description": "run it"} }},
		{"bash", func(c Call) any { return map[string]any{"command": c.Command, "description": "run it"} }},
		{"exec_command", func(c Call) any { return map[string]any{"cmd": c.Command} }},
		{"shell_command", func(c Call) any { return map[string]any{"command": c.Command} }},
		{"shell", func(c Call) any { return map[string]any{"command": []string{"sh", "-c", c.Command}} }},
		{"terminal", func(c Call) any { return map[string]any{"command": c.Command} }},
	},
	AskQuestion: {
		{"AskUserQuestion", func(c Call) any {
			return map[string]any{"questions": []any{question(c.Text, "label", "description", map[string]any{"header": "Crab", "multiSelect": false})}}
		}},
		{"question", func(c Call) any {
			return map[string]any{"questions": []any{question(c.Text, "label", "description", map[string]any{"header": "Crab"})}}
		}},
		{"clarify", func(c Call) any { return map[string]any{"question": c.Text, "choices": []string{"Left", "Right"}} }},
	},
	StartAgent: {
		{"Task", func(c Call) any {
			return map[string]any{"description": "a helper", "prompt": c.Text, "subagent_type": "general-purpose"}
		}},
		{"task", func(c Call) any {
			return map[string]any{"description": "a helper", "prompt": c.Text, "subagent_type": "general"}
		}},
		{"spawn_agent", func(c Call) any { return map[string]any{"message": c.Text} }},
	},
}

func question(text, label, description string, more map[string]any) map[string]any {
	more["question"] = text
	more["options"] = []any{
		map[string]any{label: "Left", description: "to the left"},
		map[string]any{label: "Right", description: "to the right"},
	}
	return more
}

// tool is the one of those that were offered; empty when none does this.
func (s *stream) tool(c Call) (name string, arguments json.RawMessage) {
	for _, each := range names[c.Kind] {
		if slices.Contains(s.asked.Tools, each.name) {
			text, err := json.Marshal(each.arguments(c))
			if err != nil {
				panic(err) // maps and texts always can be
			}
			return each.name, text
		}
	}
	return "", nil
}
