package compose

import (
	"fmt"
	"strings"
	"testing"

	"clankergrid/backend/core"
)

func TestWhatRunsIsNamedWithItsPaneAndItsWorkspace(t *testing.T) {
	names := map[core.WorkspaceID]string{"w": "project"}
	name := func(id core.WorkspaceID) string { return names[id] }
	many := make([]core.RunningWork, 12)
	for i := range many {
		many[i] = core.RunningWork{Workspace: "w", Title: fmt.Sprint("pane ", i), Program: "vim"}
	}
	for _, test := range []struct {
		running []core.RunningWork
		want    []string
		lines   int
	}{
		{[]core.RunningWork{{Workspace: "w", Title: "api", Program: "vim"}}, []string{"One program is still running:", "  vim in api (project)"}, 2},
		{[]core.RunningWork{{Workspace: "gone", Title: "vim", Program: "vim"}, {Workspace: "w", Program: "make"}}, []string{"2 programs are still running:", "  vim", "  make (project)"}, 3},
		{[]core.RunningWork{{Title: "a\x1b[2J\nb", Program: "x\ry"}}, []string{"  x\uFFFDy in a\uFFFD[2J\uFFFDb"}, 2},
		{many, []string{"12 programs", "  vim in pane 9 (project)", "  and 2 more"}, 12},
	} {
		got := runningText(test.running, name)
		lines := strings.Split(got, "\n")
		if len(lines) != test.lines {
			t.Errorf("%d lines, want %d: %q", len(lines), test.lines, got)
		}
		for _, want := range test.want {
			if !strings.Contains(got, want) {
				t.Errorf("it lacks %q: %q", want, got)
			}
		}
	}
}
