//go:build unix

package compose

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/core"
)

// lasting is what of a workspace outlives a run.
func lasting(all []core.Workspace) (out []core.Workspace) {
	for _, ws := range all {
		ws.Revision, ws.Layout.Revision = 0, 0
		for i := range ws.Panes {
			ws.Panes[i].Terminal = ""
		}
		out = append(out, ws)
	}
	return out
}

func TestASecondStartOpensWhatWasOpen(t *testing.T) {
	u := newUser(t)
	second := filepath.Join(u.home, "second")
	deep := filepath.Join(u.folder, "deep")
	for _, dir := range []string{second, deep} {
		if err := os.Mkdir(dir, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	app, err := Start(t.Context(), u.options)
	if err != nil {
		t.Fatal(err)
	}
	p := openPage(t, app)
	p.call("Workspaces.Open", u.folder, 2, nil)
	p.call("Workspaces.Open", second, 1, nil)
	ws := app.workspaces.List()[0]
	id := ws.Panes[0].Terminal
	p.send(map[string]any{"t": "attach", "terminal": id, "offset": -1})
	p.send(map[string]any{"t": "resize", "terminal": id, "cols": 90, "rows": 20})
	p.send(map[string]any{"t": "focus", "terminal": id})
	eventually(t, "the shell runs", func() bool {
		got, err := app.terminals.Get(id)
		return err == nil && got.State == core.TerminalRunning
	})
	p.typeInto(id, "cd deep\r")
	eventually(t, "the shell is in its folder", func() bool {
		got, err := app.terminals.Get(id)
		return err == nil && got.Cwd == deep
	})
	p.call("Terminals.Rename", id, "build")
	p.call("Workspaces.Rename", ws.ID, "first")
	p.call("Workspaces.Move", ws.ID, 1)
	place := core.ViewPlace{
		Active:  ws.ID,
		Focused: map[core.WorkspaceID]core.PaneID{ws.ID: ws.Panes[1].ID, "gone": "pane"},
		Zoomed:  map[core.WorkspaceID]core.PaneID{ws.ID: "gone"},
	}
	if result := p.call("Views.Remember", place); result["error"] != nil {
		t.Fatal(result["error"])
	}
	before := lasting(app.workspaces.List())
	u.stop(t, app)

	app = u.start(t)
	if diff := cmp.Diff(before, lasting(app.workspaces.List())); diff != "" {
		t.Error(diff)
	}
	for _, terminal := range app.terminals.List() {
		if terminal.State != core.TerminalPending {
			t.Errorf("a terminal that nobody has seen: %+v", terminal)
		}
	}
	p = openPage(t, app)
	kept, err := json.Marshal(p.call("Views.Place")["value"])
	if err != nil {
		t.Fatal(err)
	}
	var got core.ViewPlace
	if err := json.Unmarshal(kept, &got); err != nil {
		t.Fatal(err)
	}
	want := core.ViewPlace{Active: ws.ID, Focused: map[core.WorkspaceID]core.PaneID{ws.ID: ws.Panes[1].ID}, Zoomed: map[core.WorkspaceID]core.PaneID{}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	// A view that shows the pane gets its shell, in its folder and by its name.
	restored, err := app.workspaces.Get(ws.ID)
	if err != nil {
		t.Fatal(err)
	}
	id = restored.Panes[0].Terminal
	p.send(map[string]any{"t": "attach", "terminal": id, "offset": -1})
	p.send(map[string]any{"t": "resize", "terminal": id, "cols": 70, "rows": 20})
	p.send(map[string]any{"t": "focus", "terminal": id})
	eventually(t, "the shell runs", func() bool {
		got, err := app.terminals.Get(id)
		return err == nil && got.State == core.TerminalRunning && got.Cwd == deep && got.Name == "build"
	})
	p.typeInto(id, "pwd; echo done-$((1+1))\r")
	p.until("the answer", func(map[string]any) bool {
		out := p.output[string(id)]
		return out != nil && strings.Contains(out.String(), "done-2") && strings.Contains(out.String(), deep)
	})
	if status := app.Status(); len(status.Workspaces) != 2 || status.Workspaces[1].Name != "first" || status.Workspaces[1].Terminals[0].Name != "build" {
		t.Errorf("status = %+v", status)
	}
}

func TestAFolderThatIsOpenedFromOutsideComesBackWithItsPanes(t *testing.T) {
	u := newUser(t)
	app := u.start(t)
	p := openPage(t, app)
	p.call("Workspaces.Open", u.folder, 3, nil)
	ws := app.workspaces.List()[0]
	p.call("Workspaces.Close", ws.ID, true)
	client, err := DialOwner(t.Context(), u.options.Getenv, u.home)
	if err != nil {
		t.Fatal(err)
	}
	defer client.Close()
	if err := client.Focus(t.Context(), u.folder); err != nil {
		t.Fatal(err)
	}
	if again := app.workspaces.List(); len(again) != 1 || len(again[0].Panes) != 3 || again[0].Panes[0].ID != ws.Panes[0].ID {
		t.Errorf("workspaces = %+v", again)
	}
}

func TestAFolderThatIsRemovedWhileItIsOpenShowsAndComesBack(t *testing.T) {
	u := newUser(t)
	app := u.start(t)
	p := openPage(t, app)
	p.call("Workspaces.Open", u.folder, 1, nil)
	id := app.workspaces.List()[0].ID
	elsewhere := u.folder + "-elsewhere"
	for _, missing := range []bool{true, false} {
		from, to := u.folder, elsewhere
		if !missing {
			from, to = to, from
		}
		if err := os.Rename(from, to); err != nil {
			t.Fatal(err)
		}
		p.call("Views.Remember", core.ViewPlace{})
		eventually(t, "the mark", func() bool {
			now, err := app.workspaces.Get(id) // which does not look by itself
			return err == nil && now.Missing == missing
		})
	}
}
