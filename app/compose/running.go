package compose

import (
	"fmt"
	"strings"
	"unicode"

	"clankergrid/backend/core"
)

// listedAtMost keeps a list of what runs on one screen; the rest is counted.
const listedAtMost = 10

// RunningText says what runs: a sentence, and a line for each program with the
// pane and the workspace that it runs in.
func (a *Application) RunningText() string {
	return a.runningText(a.terminals.Running())
}

func (a *Application) runningText(running []core.RunningWork) string {
	return runningText(running, func(id core.WorkspaceID) string {
		ws, err := a.workspaces.Get(id)
		if err != nil {
			return "" // closed a moment ago
		}
		return ws.Name
	})
}

func runningText(running []core.RunningWork, workspace func(core.WorkspaceID) string) string {
	var b strings.Builder
	if len(running) == 1 {
		b.WriteString("One program is still running:")
	} else {
		fmt.Fprintf(&b, "%d programs are still running:", len(running))
	}
	for _, work := range running[:min(listedAtMost, len(running))] {
		b.WriteString("\n  " + Printable(work.Program))
		if work.Title != "" && work.Title != work.Program {
			b.WriteString(" in " + Printable(work.Title))
		}
		if name := workspace(work.Workspace); name != "" {
			b.WriteString(" (" + Printable(name) + ")")
		}
	}
	if more := len(running) - listedAtMost; more > 0 {
		fmt.Fprintf(&b, "\n  and %d more", more)
	}
	return b.String()
}

// Printable keeps text that a program or a folder chose from steering the terminal
// that it is read in, and from breaking the list.
func Printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return unicode.ReplacementChar
	}, s)
}
