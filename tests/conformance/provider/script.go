package provider

import (
	"strings"
	"time"
)

// Turn is what the model does with one request.
type Turn struct {
	// Text is said in pieces, with a pause before each.
	Text  []string
	Pause time.Duration
	// Tool is called after the text; nil for none.
	Tool *Call
	// Forever keeps the stream open after the text, until the client leaves.
	Forever bool
	// Fail answers with this HTTP status instead; 0 for none.
	Fail int
}

// Call is one tool call. Kind is what it does, as every CLI can; its name is the one of
// the tools that the request offers.
type Call struct {
	Kind    Kind
	Command string // of RunCommand
	Text    string // of AskQuestion and StartAgent
}

// Kind says what a tool does.
type Kind string

// The kinds, and the words by which a prompt asks for one.
const (
	RunCommand  Kind = "run"
	AskQuestion Kind = "ask"
	StartAgent  Kind = "agent"
)

// Said is the answer to a prompt that asks for nothing special.
const Said = "The crab has walked sideways."

// AfterTool is what is said when a tool has answered.
const AfterTool = "The tool has answered."

// play reads the script that a prompt is: its first word that has a colon.
//
//	say:TEXT       that text
//	slow:N         N lines, four a second
//	run:COMMAND    a shell command, which may need permission
//	ask:QUESTION   a question with two answers
//	agent:PROMPT   a subagent with that prompt
//	fail:          an error of the provider, 400
//	forever:       a beginning without an end
func play(prompt string) Turn {
	for _, verb := range []string{"say", "slow", "run", "ask", "agent", "fail", "forever"} {
		_, rest, found := strings.Cut(prompt, verb+":")
		if !found {
			continue
		}
		rest = strings.TrimSpace(rest)
		switch verb {
		case "say":
			return Turn{Text: []string{rest}}
		case "slow":
			return Turn{Text: numbered(rest), Pause: 250 * time.Millisecond}
		case "run":
			return Turn{Tool: &Call{Kind: RunCommand, Command: rest}}
		case "ask":
			return Turn{Tool: &Call{Kind: AskQuestion, Text: rest}}
		case "agent":
			return Turn{Tool: &Call{Kind: StartAgent, Text: rest}}
		case "fail":
			return Turn{Fail: 400}
		case "forever":
			return Turn{Text: []string{"It begins"}, Forever: true}
		}
	}
	return Turn{Text: []string{Said}}
}

func numbered(count string) []string {
	n := 0
	for _, c := range count {
		if c < '0' || c > '9' {
			break
		}
		n = n*10 + int(c-'0')
	}
	lines := make([]string, min(max(n, 1), 1000))
	for i := range lines {
		lines[i] = "line\n"
	}
	return lines
}
