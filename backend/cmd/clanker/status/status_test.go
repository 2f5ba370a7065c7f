package status

import (
	"strings"
	"testing"

	"clankergrid/app/compose"
	"clankergrid/backend/core"
)

func TestTheUsersNameOfAPaneComesBeforeTheProgramsTitle(t *testing.T) {
	var out strings.Builder
	err := print(&out, compose.Status{Workspaces: []compose.WorkspaceStatus{{Name: "project", Path: "/project", Terminals: []compose.TerminalStatus{
		{ID: "1", State: core.TerminalRunning, Name: "the server", Title: "node: server.js"},
		{ID: "2", State: core.TerminalRunning, Title: "vim: notes"},
	}}}})
	if err != nil {
		t.Fatal(err)
	}
	got := out.String()
	if !strings.Contains(got, "the server") || strings.Contains(got, "node: server.js") || !strings.Contains(got, "vim: notes") {
		t.Errorf("printed:\n%s", got)
	}
}
