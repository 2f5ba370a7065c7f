package workspace

import (
	"fmt"
	"sync"
	"testing"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// layout writes a workspace's layout with letters for its panes, in the order of the
// given ones and then of their appearance.
func letters(ws core.Workspace, panes ...core.Pane) string {
	names := map[core.PaneID]core.PaneID{}
	for _, pane := range append(panes, ws.Panes...) {
		if names[pane.ID] == "" {
			names[pane.ID] = core.PaneID(rune('a' + len(names)))
		}
	}
	return written(relabelled(ws.Layout.Root, names))
}

func TestAPaneIsAddedWhereItIsWishedOrWhereThereIsRoom(t *testing.T) {
	b := newBench(t)
	for name, c := range map[string]struct {
		wish core.NewPane
		want string
	}{
		"anywhere":           {core.NewPane{}, "row(column(a50000 c50000)50000 b50000)"},
		"at a side":          {core.NewPane{Beside: "b", Side: core.SideLeft}, "row(a50000 c25000 b25000)"},
		"below":              {core.NewPane{Beside: "b", Side: core.SideBelow}, "row(a50000 column(b50000 c50000)50000)"},
		"beside, no side":    {core.NewPane{Beside: "b"}, "row(a50000 column(b50000 c50000)50000)"},
		"beside one gone":    {core.NewPane{Beside: "nobody", Side: core.SideAbove}, "row(column(a50000 c50000)50000 b50000)"},
		"a side of no pane":  {core.NewPane{Side: core.SideAbove}, "row(column(a50000 c50000)50000 b50000)"},
		"folder of one gone": {core.NewPane{Beside: "nobody", SameFolder: true}, "row(column(a50000 c50000)50000 b50000)"},
	} {
		t.Run(name, func(t *testing.T) {
			path := "/" + name
			ws := b.opened(t, path, 2)
			if c.wish.Beside == "b" {
				c.wish.Beside = ws.Panes[1].ID
			}
			if _, err := b.AddTerminal(t.Context(), ws.ID, c.wish); err != nil {
				t.Fatal(err)
			}
			now, _ := b.Get(ws.ID)
			if got := letters(now, ws.Panes...); got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
			b.hears(t, path+" has 3")
		})
	}
}

func TestANewPaneStartsWhereItsNeighbourIs(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	b.shells.taken()
	b.machine.has("/src/deep", "/src/deep")
	b.machine.lacks("/gone", errs.NotFound)
	for cwd, want := range map[string]string{"/src/deep": "/src/deep", "/gone": "/src"} {
		b.Observe(b.shells.change(ws.Panes[0].Terminal, func(t *core.Terminal) { t.Cwd = cwd }))
		for same, want := range map[bool]string{true: want, false: "/src"} {
			if _, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{Beside: ws.Panes[0].ID, SameFolder: same}); err != nil {
				t.Fatal(err)
			}
			if got := b.shells.taken()[0].Dir; got != want {
				t.Errorf("in %s, same folder %v: %s, want %s", cwd, same, got, want)
			}
		}
	}
}

func TestAPaneHasOneOfTheShellsThatThereAre(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	b.shells.taken()
	b.machine.choices = []core.ShellChoice{{ID: "/bin/bash", Default: true}, {ID: "/bin/fish"}}
	if _, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{Shell: "/bin/fish"}); err != nil {
		t.Fatal(err)
	}
	if got := b.shells.taken()[0].Shell; got != "/bin/fish" {
		t.Errorf("shell = %q", got)
	}
	_, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{Shell: "/tmp/evil"})
	wantKind(t, err, errs.NotFound)
	_, err = b.AddTerminal(t.Context(), ws.ID, core.NewPane{Side: "inside"})
	wantKind(t, err, errs.Invalid)
	if len(b.shells.taken()) != 0 {
		t.Error("a refused pane has a terminal")
	}
}

func TestAClosedPaneComesBackWithItsPlaceNameAndDirectory(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 4)
	b.shells.taken()
	b.machine.has("/src/deep", "/src/deep")
	closed := ws.Panes[1]
	b.Observe(b.shells.change(closed.Terminal, func(t *core.Terminal) {
		t.Name, t.Cwd, t.Epoch, t.Size = "build", "/src/deep", 1, core.Size{Cols: 70, Rows: 20}
	}))
	if err := b.SendAllKeys(t.Context(), closed.Terminal, true); err != nil {
		t.Fatal(err)
	}
	if _, err := b.CloseTerminal(t.Context(), closed.Terminal); err != nil {
		t.Fatal(err)
	}
	now, _ := b.Get(ws.ID)
	if now.Reopenable != 1 || len(b.dropped) != 1 || b.dropped[0] != closed.ID {
		t.Errorf("reopenable = %d, dropped = %q", now.Reopenable, b.dropped)
	}
	pane, err := b.ReopenPane(t.Context(), ws.ID)
	if err != nil || pane.ID != closed.ID || pane.Terminal == closed.Terminal || !pane.SendAllKeys {
		t.Fatalf("ReopenPane = %+v, %v", pane, err)
	}
	want := CreateRequest{Workspace: ws.ID, Pane: closed.ID, Path: "/src", Dir: "/src/deep", Name: "build", LastSize: core.Size{Cols: 70, Rows: 20}}
	if got := b.shells.taken()[0]; got != want {
		t.Errorf("request = %+v, want %+v", got, want)
	}
	now, _ = b.Get(ws.ID)
	if !sameTree(now.Layout.Root, ws.Layout.Root) || now.Reopenable != 0 {
		t.Errorf("layout = %+v, was %+v", now.Layout, ws.Layout)
	}
	_, err = b.ReopenPane(t.Context(), ws.ID)
	wantKind(t, err, errs.NotFound)
	_, err = b.ReopenPane(t.Context(), "nowhere")
	wantKind(t, err, errs.NotFound)
}

func TestAClosedPaneWhoseDirectoryIsGoneStartsInTheFolder(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	b.machine.lacks("/src/deep", errs.NotFound)
	b.Observe(b.shells.change(ws.Panes[0].Terminal, func(t *core.Terminal) { t.Cwd = "/src/deep" }))
	if _, err := b.CloseTerminal(t.Context(), ws.Panes[0].Terminal); err != nil {
		t.Fatal(err)
	}
	b.shells.taken()
	if _, err := b.ReopenPane(t.Context(), ws.ID); err != nil {
		t.Fatal(err)
	}
	if got := b.shells.taken()[0].Dir; got != "/src" {
		t.Errorf("dir = %q", got)
	}
}

func TestTheLastTwentyClosedPanesComeBackTheLastFirst(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	var closed []core.Pane
	for range keptClosedPanes + 3 {
		pane, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := b.CloseTerminal(t.Context(), pane.Terminal); err != nil {
			t.Fatal(err)
		}
		closed = append(closed, pane)
	}
	for n := range keptClosedPanes {
		if now, _ := b.Get(ws.ID); now.Reopenable != keptClosedPanes-n {
			t.Errorf("reopenable = %d", now.Reopenable)
		}
		pane, err := b.ReopenPane(t.Context(), ws.ID)
		if err != nil || pane.ID != closed[len(closed)-1-n].ID {
			t.Fatalf("%d: ReopenPane = %+v, %v", n, pane, err)
		}
	}
	_, err := b.ReopenPane(t.Context(), ws.ID)
	wantKind(t, err, errs.NotFound)
}

func TestAPaneThatCannotBeReopenedNowCanBeLater(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	if _, err := b.CloseTerminal(t.Context(), ws.Panes[0].Terminal); err != nil {
		t.Fatal(err)
	}
	b.shells.onCreate(func(CreateRequest) error { return errs.New("fake", errs.Unavailable, "", "") })
	_, err := b.ReopenPane(t.Context(), ws.ID)
	wantKind(t, err, errs.Unavailable)
	b.shells.onCreate(func(CreateRequest) error { return nil })
	if pane, err := b.ReopenPane(t.Context(), ws.ID); err != nil || pane.ID != ws.Panes[0].ID {
		t.Errorf("ReopenPane = %+v, %v", pane, err)
	}
}

func TestSeveralCallersReopenDifferentPanes(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 8)
	for _, pane := range ws.Panes {
		if _, err := b.CloseTerminal(t.Context(), pane.Terminal); err != nil {
			t.Fatal(err)
		}
	}
	var reopening sync.WaitGroup
	for range len(ws.Panes) {
		reopening.Go(func() {
			if _, err := b.ReopenPane(t.Context(), ws.ID); err != nil {
				t.Error(err)
			}
		})
	}
	reopening.Wait()
	now, _ := b.Get(ws.ID)
	mustBeWhole(t, now)
	if len(now.Panes) != len(ws.Panes) || now.Reopenable != 0 {
		t.Errorf("now %+v", now)
	}
}

func TestAllKeysAreSentUntilThatEnds(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 2)
	id := ws.Panes[1].Terminal
	for _, on := range []bool{true, true, false} {
		if err := b.SendAllKeys(t.Context(), id, on); err != nil {
			t.Fatal(err)
		}
		now, _ := b.Get(ws.ID)
		_, doc := b.vault.kept("/src")
		if now.Panes[1].SendAllKeys != on || now.Panes[0].SendAllKeys || doc.Panes[1].SendAllKeys != on {
			t.Errorf("on = %v: %+v", on, now.Panes)
		}
	}
	b.hears(t, "/src has 2", "/src has 2")
	wantKind(t, b.SendAllKeys(t.Context(), "none", true), errs.NotFound)
}

func TestTheLayoutOfAnOpenedFolderIsTheSquarestGrid(t *testing.T) {
	b := newBench(t)
	for n, want := range map[int]string{
		1: "a", 2: "row(a50000 b50000)", 3: "column(row(a50000 b50000)50000 c50000)",
		4: "column(row(a50000 b50000)50000 row(c50000 d50000)50000)",
	} {
		if ws := b.opened(t, fmt.Sprintf("/%d", n), n); letters(ws) != want {
			t.Errorf("%d: %s", n, letters(ws))
		}
	}
}
