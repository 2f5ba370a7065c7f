package workspace

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// mirrored is a layout of the same panes in the opposite order.
func mirrored(node core.LayoutNode) core.LayoutNode {
	node.Children = slices.Clone(node.Children)
	slices.Reverse(node.Children)
	for i, child := range node.Children {
		node.Children[i] = mirrored(child)
	}
	return node
}

func TestALayoutIsReplacedSavedAndToldOf(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 3)
	root := mirrored(ws.Layout.Root)
	got, err := b.Arrange(t.Context(), ws.ID, ws.Layout.Revision, root)
	if err != nil || !sameTree(got.Layout.Root, root) || got.Layout.Revision <= ws.Layout.Revision {
		t.Fatalf("Arrange = %+v, %v", got, err)
	}
	mustBeWhole(t, got)
	if got.Panes[0].ID != ws.Panes[2].ID || got.Panes[0].Terminal != ws.Panes[2].Terminal {
		t.Errorf("panes = %+v", got.Panes)
	}
	if _, doc := b.vault.kept("/src"); !sameTree(doc.Layout, root) {
		t.Errorf("kept = %+v", doc.Layout)
	}
	b.hears(t, "/src has 3")
	// The same once more is no change, and neither told nor saved.
	writes := b.vault.count()
	again, err := b.Arrange(t.Context(), ws.ID, got.Layout.Revision, root)
	if err != nil || again.Revision != got.Revision || b.vault.count() != writes {
		t.Errorf("Arrange = %+v, %v", again, err)
	}
	b.hears(t)
}

func TestALayoutOnAnOlderOneIsAConflictAndAWrongOneInvalid(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 3)
	root := mirrored(ws.Layout.Root)
	now, err := b.Arrange(t.Context(), ws.ID, ws.Layout.Revision, root)
	if err != nil {
		t.Fatal(err)
	}
	b.hears(t, "/src has 3")
	for _, base := range []uint64{0, ws.Layout.Revision, now.Layout.Revision + 1, 1 << 60} {
		_, err := b.Arrange(t.Context(), ws.ID, base, ws.Layout.Root)
		wantKind(t, err, errs.Conflict)
	}
	for _, bad := range []core.LayoutNode{{}, {Pane: ws.Panes[0].ID}, removed(root, ws.Panes[1].ID), inserted(root, "new", ws.Panes[0].ID, core.SideLeft)} {
		_, err := b.Arrange(t.Context(), ws.ID, now.Layout.Revision, bad)
		wantKind(t, err, errs.Invalid)
	}
	_, err = b.Arrange(t.Context(), "nowhere", 1, root)
	wantKind(t, err, errs.NotFound)
	if still, _ := b.Get(ws.ID); !sameTree(still.Layout.Root, root) {
		t.Errorf("layout = %+v", still.Layout)
	}
	b.hears(t)
}

func TestAPaneThatIsAddedMakesAnOlderLayoutAConflict(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 2)
	if _, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{}); err != nil {
		t.Fatal(err)
	}
	_, err := b.Arrange(t.Context(), ws.ID, ws.Layout.Revision, mirrored(ws.Layout.Root))
	wantKind(t, err, errs.Conflict)
}

// TestSeveralViewsArrangeAtOnceAndNobodyLosesAPane lets views arrange, add and close
// at once. Each arranges as a view does: on the newest layout it knows, and again
// when that was not the newest.
func TestSeveralViewsArrangeAtOnceAndNobodyLosesAPane(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 4)
	const views, rounds = 4, 25
	var conflicts, arranged, alive atomic.Int64
	alive.Store(4)
	var working sync.WaitGroup
	for range views {
		working.Go(func() {
			for done := 0; done < rounds; {
				now, err := b.Get(ws.ID)
				if err != nil {
					t.Error(err)
					return
				}
				switch got, err := b.Arrange(t.Context(), ws.ID, now.Layout.Revision, mirrored(now.Layout.Root)); errs.KindOf(err) {
				case "":
					done++
					arranged.Add(1)
					if len(got.Panes) < 4 {
						t.Errorf("panes = %+v", got.Panes)
					}
				case errs.Conflict:
					conflicts.Add(1)
				default:
					t.Error(err)
					return
				}
			}
		})
		working.Go(func() {
			for range rounds {
				pane, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{Beside: ws.Panes[0].ID, Side: core.SideBelow})
				if err != nil {
					t.Error(err)
					return
				}
				alive.Add(1)
				if _, err := b.CloseTerminal(t.Context(), pane.Terminal); err != nil {
					t.Error(err)
				}
				alive.Add(-1)
			}
		})
	}
	working.Wait()
	now, err := b.Get(ws.ID)
	if err != nil || len(now.Panes) != 4 || alive.Load() != 4 {
		t.Fatalf("%d panes, %v", len(now.Panes), err)
	}
	mustBeWhole(t, now)
	for _, pane := range ws.Panes {
		if !slices.Contains(now.Panes, pane) {
			t.Errorf("pane %v is lost", pane)
		}
	}
	if _, doc := b.vault.kept("/src"); !sameTree(doc.Layout, now.Layout.Root) {
		t.Errorf("kept = %+v, shown = %+v", doc.Layout, now.Layout.Root)
	}
	t.Logf("%d arranged, %d conflicts", arranged.Load(), conflicts.Load())
}

// order is the paths of the open workspaces by position, which must have no gaps.
func (b *bench) order(t *testing.T) string {
	t.Helper()
	var paths []string
	for i, ws := range b.List() {
		if ws.Position != i {
			t.Errorf("%s has position %d in place %d", ws.Path, ws.Position, i)
		}
		if row, _ := b.vault.kept(ws.Path); row.Position != i || !row.Closed.IsZero() {
			t.Errorf("%s is kept at %d, closed %v", ws.Path, row.Position, row.Closed)
		}
		paths = append(paths, ws.Path)
	}
	return strings.Join(paths, "")
}

func TestTabsMoveAndTheirPositionsHaveNoGaps(t *testing.T) {
	b := newBench(t)
	ids := map[string]core.WorkspaceID{}
	for _, path := range []string{"/a", "/b", "/c", "/d"} {
		ids[path] = b.opened(t, path, 1).ID
	}
	for _, step := range []struct {
		path     string
		position int
		want     string
		told     []string
	}{
		{"/a", 0, "/a/b/c/d", nil},
		{"/a", 2, "/b/c/a/d", []string{"/b has 1", "/c has 1", "/a has 1"}},
		{"/d", -5, "/d/b/c/a", []string{"/d has 1", "/b has 1", "/c has 1", "/a has 1"}},
		{"/b", 99, "/d/c/a/b", []string{"/c has 1", "/a has 1", "/b has 1"}},
		{"/a", 1, "/d/a/c/b", []string{"/a has 1", "/c has 1"}},
	} {
		if err := b.Move(t.Context(), ids[step.path], step.position); err != nil {
			t.Fatal(err)
		}
		if got := b.order(t); got != step.want {
			t.Fatalf("%s to %d: %s, want %s", step.path, step.position, got, step.want)
		}
		b.hears(t, step.told...)
	}
	if _, err := b.Close(t.Context(), ids["/a"]); err != nil {
		t.Fatal(err)
	}
	b.hears(t, "removed", "/c has 1", "/b has 1")
	if got := b.order(t); got != "/d/c/b" {
		t.Errorf("after closing: %s", got)
	}
	wantKind(t, b.Move(t.Context(), ids["/a"], 0), errs.NotFound)
	b.opened(t, "/e", 1)
	if got := b.order(t); got != "/d/c/b/e" {
		t.Errorf("after opening: %s", got)
	}
}

func TestAWorkspaceHasItsUsersNameOrItsFolders(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/home/me/src", 1)
	for given, want := range map[string]string{
		"api": "api",
		" \x1b[31mשלום\u202e 👨‍👩‍👧\n": "[31mשלום 👨‍👩‍👧",
		strings.Repeat("x", 10_000):   strings.Repeat("x", core.MaxName),
		"\x00\u200b":                  "src",
		"":                            "src",
	} {
		if err := b.Rename(t.Context(), ws.ID, "before"); err != nil {
			t.Fatal(err)
		}
		if err := b.Rename(t.Context(), ws.ID, given); err != nil {
			t.Fatal(err)
		}
		if now, _ := b.Get(ws.ID); now.Name != want {
			t.Errorf("%.20q: %q, want %q", given, now.Name, want)
		}
		if _, doc := b.vault.kept(ws.Path); doc.Name != want && (doc.Name != "" || want != "src") {
			t.Errorf("%.20q is kept as %q", given, doc.Name)
		}
	}
	b.shelf.forget()
	wantKind(t, b.Rename(t.Context(), "nowhere", "x"), errs.NotFound)
}

func TestAFolderWithAnUnprintableNameHasOneAllTheSame(t *testing.T) {
	b := newBench(t)
	if ws := b.opened(t, "/home/\x01\x02", 1); ws.Name != `"\x01\x02"` {
		t.Errorf("name = %q", ws.Name)
	}
	if ws := b.opened(t, "/home/a\nb", 1); ws.Name != "ab" {
		t.Errorf("name = %q", ws.Name)
	}
}

func TestWhatCannotBeSavedIsInForceAndSavedLater(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 2)
	b.vault.mu.Lock()
	b.vault.failing = errors.New("the disk is full")
	b.vault.mu.Unlock()
	root := mirrored(ws.Layout.Root)
	if got, err := b.Arrange(t.Context(), ws.ID, ws.Layout.Revision, root); err != nil || !sameTree(got.Layout.Root, root) {
		t.Fatalf("Arrange = %+v, %v", got, err)
	}
	b.hears(t, "/src has 2")
	if _, doc := b.vault.kept("/src"); !sameTree(doc.Layout, ws.Layout.Root) {
		t.Errorf("kept = %+v", doc.Layout)
	}
	b.vault.mu.Lock()
	b.vault.failing = nil
	b.vault.mu.Unlock()
	if err := b.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, doc := b.vault.kept("/src"); !sameTree(doc.Layout, root) {
		t.Errorf("kept = %+v", doc.Layout)
	}
}

// TestNobodyIsToldOfWhatIsNotSaved looks at what is told and what the service says
// while each write is under way.
func TestNobodyIsToldOfWhatIsNotSaved(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 2)
	other := b.opened(t, "/other", 1)
	before := fmt.Sprint(b.List())
	b.vault.before = func() {
		if now := fmt.Sprint(b.List()); now != before {
			t.Errorf("shown before it is saved: %s, was %s", now, before)
		}
		b.hears(t)
	}
	pane := ws.Panes[1]
	for _, step := range []struct {
		name   string
		change func() error
	}{
		{"arrange", func() error {
			now, _ := b.Get(ws.ID)
			_, err := b.Arrange(t.Context(), ws.ID, now.Layout.Revision, mirrored(now.Layout.Root))
			return err
		}},
		{"move", func() error { return b.Move(t.Context(), ws.ID, 1) }},
		{"rename", func() error { return b.Rename(t.Context(), ws.ID, "other name") }},
		{"keys", func() error { return b.SendAllKeys(t.Context(), pane.Terminal, true) }},
		{"add", func() error { _, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{}); return err }},
		{"close", func() error { _, err := b.CloseTerminal(t.Context(), ws.Panes[0].Terminal); return err }},
	} {
		before = fmt.Sprint(b.List())
		writes := b.vault.count()
		if err := step.change(); err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		if b.vault.count() == writes || fmt.Sprint(b.List()) == before {
			t.Errorf("%s changed or saved nothing", step.name)
		}
		b.mu.Lock()
		b.told = nil
		b.mu.Unlock()
	}
	before = fmt.Sprint(b.List())
	if _, err := b.Close(t.Context(), other.ID); err != nil {
		t.Error(err)
	}
	b.shelf.forget()
}
