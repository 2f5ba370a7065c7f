package workspace

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// again opens what was open in another run.
func (b *bench) restored(t *testing.T) []core.Workspace {
	t.Helper()
	b.again(t)
	if err := b.RestoreAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.order(t)
	return b.List()
}

// lasting is what of workspaces outlives a run.
func lasting(all []core.Workspace) []core.Workspace {
	var out []core.Workspace
	for _, ws := range all {
		ws.Revision, ws.Layout.Revision, ws.Reopenable = 0, 0, 0
		ws.Panes = slices.Clone(ws.Panes)
		for i := range ws.Panes {
			ws.Panes[i].Terminal = ""
		}
		out = append(out, ws)
	}
	return out
}

func TestEverythingThatWasOpenComesBackInItsOrder(t *testing.T) {
	b := newBench(t)
	b.machine.choices = []core.ShellChoice{{ID: "/bin/fish"}}
	b.machine.has("/b/deep", "/b/deep")
	a, second := b.opened(t, "/a", 3), b.opened(t, "/b", 1)
	empty := b.opened(t, "/c", 1)
	if _, err := b.CloseTerminal(t.Context(), empty.Panes[0].Terminal); err != nil {
		t.Fatal(err)
	}
	added, err := b.AddTerminal(t.Context(), second.ID, core.NewPane{Shell: "/bin/fish", Beside: second.Panes[0].ID, Side: core.SideAbove})
	if err != nil {
		t.Fatal(err)
	}
	b.Observe(b.shells.change(added.Terminal, func(t *core.Terminal) {
		t.Name, t.Cwd, t.Epoch, t.Size = "server", "/b/deep", 1, core.Size{Cols: 77, Rows: 33}
	}))
	b.Rename(t.Context(), a.ID, "first")
	b.SendAllKeys(t.Context(), a.Panes[2].Terminal, true)
	b.Arrange(t.Context(), a.ID, a.Layout.Revision, mirrored(a.Layout.Root))
	b.Move(t.Context(), second.ID, 0)
	b.shelf.forget()
	before := b.List()

	after := b.restored(t)
	if diff := cmp.Diff(lasting(before), lasting(after)); diff != "" {
		t.Error(diff)
	}
	b.hears(t, "/b has 2", "/a has 3", "/c has 0")
	requests := b.shells.taken()
	want := CreateRequest{
		Workspace: second.ID, Pane: added.ID, Path: "/b", Dir: "/b/deep", Name: "server", Shell: "/bin/fish",
		LastSize: core.Size{Cols: 77, Rows: 33}, Await: true, Restored: true,
	}
	if len(requests) != 5 || requests[0] != want {
		t.Errorf("requests = %+v", requests)
	}
	for _, req := range requests {
		if !req.Await || !req.Restored {
			t.Errorf("request = %+v", req)
		}
	}
	if len(b.notices) != 0 {
		t.Errorf("notices = %+v", b.notices)
	}
	// And once more, for what was restored is saved as it was.
	if diff := cmp.Diff(lasting(before), lasting(b.restored(t))); diff != "" {
		t.Error(diff)
	}
}

func TestAReturnIsNotAUse(t *testing.T) {
	b := newBench(t)
	b.opened(t, "/a", 1)
	b.opened(t, "/b", 1)
	then := time.Date(2020, 1, 2, 3, 4, 5, 0, time.UTC)
	b.shelf.recents = []core.Recent{{Environment: core.LocalEnvironment, Path: "/a", Opened: then}}
	ws := b.restored(t)[0]
	b.shelf.forget()
	b.starts(ws.Panes[0].Terminal, core.Size{Cols: 80, Rows: 24})
	if err := b.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.shelf.takes("remember /a 80x24")
	if got := b.shelf.opened["/a"]; !got.Equal(then) {
		t.Errorf("opened %v, want %v", got, then)
	}
}

func TestAFolderThatIsOpenedWhileItsShellsWaitWakesThem(t *testing.T) {
	b := newBench(t)
	b.opened(t, "/a", 2)
	b.opened(t, "/b", 1)
	ws := b.restored(t)[0]
	if len(b.shells.woken) != 0 {
		t.Errorf("woken by a restore: %v", b.shells.woken)
	}
	if _, existing, err := b.Open(t.Context(), "/a", 1, nil); err != nil || !existing {
		t.Fatalf("existing = %v, %v", existing, err)
	}
	want := []core.TerminalID{ws.Panes[0].Terminal, ws.Panes[1].Terminal}
	if diff := cmp.Diff(want, b.shells.woken); diff != "" {
		t.Error(diff)
	}
	b.shelf.takes("remember /a 0x0")
}

func TestAShellThatIsGoneIsReplacedUntilItIsBack(t *testing.T) {
	b := newBench(t)
	b.machine.choices = []core.ShellChoice{{ID: "/bin/fish"}}
	ws := b.opened(t, "/a", 1)
	if _, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{Shell: "/bin/fish"}); err != nil {
		t.Fatal(err)
	}
	for _, there := range []bool{false, true} {
		b.machine.choices = nil
		want := ""
		if there {
			b.machine.choices, want = []core.ShellChoice{{ID: "/bin/fish"}}, "/bin/fish"
		}
		b.restored(t)
		if got := b.shells.taken()[1].Shell; got != want {
			t.Errorf("shell = %q, want %q", got, want)
		}
	}
}

func TestSixtyWorkspacesComeBackAtOnce(t *testing.T) {
	b := newBench(t)
	for n := range 60 {
		b.opened(t, fmt.Sprintf("/%02d", n), 1+n%4)
	}
	before := b.List()
	writes := b.vault.count()
	after := b.restored(t)
	if diff := cmp.Diff(lasting(before), lasting(after)); diff != "" {
		t.Error(diff)
	}
	if got := b.vault.count() - writes; got > 1 {
		t.Errorf("%d writes", got)
	}
}

func TestWhatGoesBeyondAllTerminalsStaysKeptAsClosed(t *testing.T) {
	b := newBench(t)
	for n := range 14 {
		ids := make([]savedPane, MaxOpened)
		for i := range ids {
			ids[i].ID = core.NewPaneID()
		}
		doc := document{Version: 1, Panes: ids}
		doc.Layout = grid(doc.paneIDs())
		path := fmt.Sprintf("/%02d", n)
		b.machine.has(path, path)
		b.vault.put(path, n, time.Time{}, string(doc.encode()))
	}
	b.restoredFirst(t)
	if all := b.List(); len(all) != 12 || all[11].Path != "/11" {
		t.Errorf("%d opened", len(all))
	}
	for _, path := range []string{"/12", "/13"} {
		if row, doc := b.vault.kept(path); row.Closed.IsZero() || len(doc.Panes) != MaxOpened {
			t.Errorf("%s is kept as %+v", path, row)
		}
	}
	if len(b.notices) != 1 || !strings.Contains(b.notices[0].Message, `"12", "13"`) {
		t.Errorf("notices = %+v", b.notices)
	}
	b.shelf.takes("remember /12 0x0", "remember /13 0x0")
}

// restoredFirst restores what a test has put into the vault.
func (b *bench) restoredFirst(t *testing.T) []core.Workspace {
	t.Helper()
	if err := b.RestoreAll(t.Context()); err != nil {
		t.Fatal(err)
	}
	return b.List()
}

func TestDamagedWorkspacesOpenWithAllTheirPanesAndANotice(t *testing.T) {
	b := newBench(t)
	text := string(soundDocument().encode())
	b.machine.has("/src/a", "/src/a")
	for i, body := range []string{
		strings.Replace(text, `"row"`, `7`, 1), "", strings.Replace(text, `"version":1`, `"version":9`, 1), text, "null", "{}",
	} {
		path := fmt.Sprintf("/%d", i)
		b.machine.has(path, path)
		b.vault.put(path, -i, time.Time{}, body)
	}
	b.vault.put("/x", -99, time.Time{}, text)
	b.machine.has("/x", "/x")
	row := b.vault.rows["/x"]
	row.ID = "../../etc"
	b.vault.rows["/x"] = row

	all := b.restoredFirst(t)
	panes := map[core.PaneID]bool{}
	count := map[string]int{}
	for i, ws := range all {
		if ws.Position != i || len(ws.ID) != 32 {
			t.Errorf("%+v", ws)
		}
		count[ws.Path] = len(ws.Panes)
		for _, pane := range ws.Panes {
			if panes[pane.ID] {
				t.Errorf("pane %s is in two workspaces", pane.ID)
			}
			panes[pane.ID] = true
		}
	}
	if diff := cmp.Diff(map[string]int{"/x": 2, "/0": 2, "/1": 1, "/3": 2, "/4": 1, "/5": 1}, count); diff != "" {
		t.Error(diff)
	}
	var ids []string
	for _, n := range b.notices {
		ids = append(ids, n.ID)
	}
	if diff := cmp.Diff([]string{"workspace-damaged", "workspace-newer"}, ids); diff != "" {
		t.Error(diff)
	}
	if _, ok := b.vault.rows["/2"]; !ok || !strings.Contains(string(b.vault.rows["/2"].Document), `"version":9`) {
		t.Error("what is of a newer version was touched")
	}
}

func TestAMissingFolderIsOpenedAndMarked(t *testing.T) {
	b := newBench(t)
	b.machine.has("/there", "/there")
	b.machine.lacks("/gone", errs.NotFound)
	b.machine.lacks("/gone/deep", errs.NotFound)
	b.machine.lacks("/there/deep", errs.NotFound)
	pane := func(dir string) string {
		return fmt.Sprintf(`{"version":1,"layout":{"pane":%[1]q},"panes":[{"id":%[1]q,"dir":%[2]q}]}`, core.NewPaneID(), dir)
	}
	b.vault.put("/there", 0, time.Time{}, pane("/there/deep"))
	b.vault.put("/gone", 1, time.Time{}, pane("/gone/deep"))
	all := b.restoredFirst(t)
	if all[0].Missing || !all[1].Missing {
		t.Errorf("%+v", all)
	}
	requests := b.shells.taken()
	if requests[0].Dir != "/there" {
		t.Errorf("a lost directory of a folder that is there: %q", requests[0].Dir)
	}
	if requests[1].Dir != "/gone/deep" {
		t.Errorf("a directory that may come back: %q", requests[1].Dir)
	}
}

func TestWhatIsNotToBeRestoredIsKeptAsClosed(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/a", 3)
	b.opened(t, "/b", 1)
	b.again(t)
	if err := b.RestoreNone(t.Context()); err != nil {
		t.Fatal(err)
	}
	b.shelf.takes("remember /a 0x0", "remember /b 0x0")
	if all := b.List(); len(all) != 0 {
		t.Errorf("%+v", all)
	}
	b.hears(t)
	again, existing, err := b.Restore(t.Context(), core.LocalEnvironment, "/a")
	if err != nil || existing || len(again.Panes) != 3 || again.Panes[0].ID != ws.Panes[0].ID {
		t.Errorf("Restore = %+v, %v, %v", again, existing, err)
	}
	b.shelf.takes("remember /a 0x0")
}

func TestAClosedWorkspaceComesBackWithItsPanes(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/a", 3)
	b.Rename(t.Context(), ws.ID, "api")
	b.Arrange(t.Context(), ws.ID, ws.Layout.Revision, mirrored(ws.Layout.Root))
	ws, _ = b.Get(ws.ID)
	if _, err := b.Close(t.Context(), ws.ID); err != nil {
		t.Fatal(err)
	}
	if row, doc := b.vault.kept("/a"); row.Closed.IsZero() || len(doc.Panes) != 3 || doc.Name != "api" {
		t.Errorf("kept as %+v", row)
	}
	b.shelf.forget()
	b.shells.taken()
	again, existing, err := b.Restore(t.Context(), core.LocalEnvironment, "/a")
	if err != nil || existing || again.Name != "api" || !sameTree(again.Layout.Root, ws.Layout.Root) {
		t.Fatalf("Restore = %+v, %v, %v", again, existing, err)
	}
	// Views know a removed workspace by its identifier, and take nothing of it again.
	if again.ID == ws.ID || again.Layout.Revision <= ws.Layout.Revision {
		t.Errorf("the workspace %s was removed", ws.ID)
	}
	for _, req := range b.shells.taken() {
		if req.Await || !req.Restored {
			t.Errorf("request = %+v", req)
		}
	}
	if row, _ := b.vault.kept("/a"); !row.Closed.IsZero() {
		t.Error("it is still kept as closed")
	}
	same, existing, err := b.Restore(t.Context(), core.LocalEnvironment, "/a")
	if err != nil || !existing || same.ID != again.ID {
		t.Errorf("Restore = %+v, %v, %v", same, existing, err)
	}
	b.shelf.takes("remember /a 0x0", "remember /a 0x0")
	_, _, err = b.Restore(t.Context(), "far", "/a")
	wantKind(t, err, errs.Unsupported)
	b.machine.lacks("/gone", errs.NotFound)
	_, _, err = b.Restore(t.Context(), core.LocalEnvironment, "/gone")
	wantKind(t, err, errs.NotFound)
	if len(b.dropped) != 0 {
		t.Errorf("dropped = %q", b.dropped)
	}
}

func TestAFolderOfWhichNothingIsKeptIsRestoredWithOnePane(t *testing.T) {
	b := newBench(t)
	b.machine.has("/new", "/new")
	if ws, _, err := b.Restore(t.Context(), core.LocalEnvironment, "/new"); err != nil || len(ws.Panes) != 1 {
		t.Errorf("Restore = %+v, %v", ws, err)
	}
	b.shelf.takes("remember /new 0x0")
}

func TestWhatCannotBeReadIsNotReplacedByARestore(t *testing.T) {
	b := newBench(t)
	b.machine.has("/a", "/a")
	for name, c := range map[string]struct {
		body   string
		hidden error
		kind   errs.Kind
	}{
		"a newer version": {body: `{"version":2}`, kind: errs.Newer},
		"a failing store": {body: string(soundDocument().encode()), hidden: errs.New("fake", errs.Storage, "", ""), kind: errs.Storage},
	} {
		b.vault.put("/a", 0, time.Unix(1, 0), c.body)
		b.vault.hidden = c.hidden
		_, _, err := b.Restore(t.Context(), core.LocalEnvironment, "/a")
		wantKind(t, err, c.kind)
		if string(b.vault.rows["/a"].Document) != c.body || len(b.List()) != 0 {
			t.Errorf("%s: it was replaced", name)
		}
		// Who opens the folder anew gives up what was kept.
		ws, _, err := b.Open(t.Context(), "/a", 1, nil)
		if err != nil {
			t.Errorf("%s: %v", name, err)
		}
		b.vault.hidden = nil
		b.Close(t.Context(), ws.ID)
	}
	b.shelf.forget()
}

func TestOpeningAFolderAnewGivesUpWhatWasKeptOfItButItsName(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/a", 2)
	b.Rename(t.Context(), ws.ID, "api")
	b.Close(t.Context(), ws.ID)
	b.shelf.forget()
	again, _, err := b.Open(t.Context(), "/a", 1, nil)
	if err != nil || again.Name != "api" || len(again.Panes) != 1 {
		t.Errorf("Open = %+v, %v", again, err)
	}
	if want := []core.PaneID{ws.Panes[0].ID, ws.Panes[1].ID}; !slices.Equal(b.dropped, want) {
		t.Errorf("dropped = %q, want %q", b.dropped, want)
	}
	b.shelf.takes("remember /a 0x0")
}

func TestTheWorkspacesThatWereClosedLastComeBackOneByOne(t *testing.T) {
	b := newBench(t)
	_, _, err := b.ReopenLast(t.Context())
	wantKind(t, err, errs.NotFound)
	for i, path := range []string{"/a", "/b", "/c"} {
		ws := b.opened(t, path, 2)
		if _, err := b.Close(t.Context(), ws.ID); err != nil {
			t.Fatal(err)
		}
		row := b.vault.rows[path]
		row.Closed = time.Unix(int64(100+i), 0)
		b.vault.rows[path] = row
		b.hears(t, "removed")
	}
	b.opened(t, "/b", 1)
	b.machine.lacks("/a", errs.NotFound)
	for _, want := range []string{"/c", "/a"} {
		ws, existing, err := b.ReopenLast(t.Context())
		if err != nil || existing || ws.Path != want || len(ws.Panes) != 2 || ws.Missing != (want == "/a") {
			t.Errorf("ReopenLast = %+v, %v, %v, want %s", ws, existing, err, want)
		}
	}
	_, _, err = b.ReopenLast(t.Context())
	wantKind(t, err, errs.NotFound)
	b.order(t)
	b.shelf.forget()
}

func TestRecentsSayHowManyPanesComeBack(t *testing.T) {
	b := newBench(t)
	b.opened(t, "/open", 2)
	b.Close(t.Context(), b.opened(t, "/closed", 3).ID)
	b.machine.has("/other", "/other")
	b.vault.put("/other", 0, time.Unix(1, 0), `{"version":8}`)
	for _, path := range []string{"/open", "/closed", "/other"} {
		b.shelf.recents = append(b.shelf.recents, core.Recent{Environment: core.LocalEnvironment, Path: path})
	}
	b.shelf.recents = append(b.shelf.recents, core.Recent{Environment: "far", Path: "/closed"})
	all, err := b.Recents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var panes []int
	for _, recent := range all {
		panes = append(panes, recent.Panes)
	}
	if want := []int{0, 3, 0, 0}; !slices.Equal(panes, want) {
		t.Errorf("panes = %v, want %v", panes, want)
	}
	if panes, complete, err := b.Panes(t.Context()); len(panes) < 5 || complete || err != nil {
		t.Errorf("%d panes may be shown again, complete %v, %v", len(panes), complete, err)
	}
	if err := b.Forget(t.Context(), core.LocalEnvironment, "/closed"); err != nil || len(b.dropped) != 3 {
		t.Errorf("Forget: %v, dropped %q", err, b.dropped)
	}
	b.shelf.forget()
}

func TestARestoreThatMeetsTheEndLeavesEverythingAsItWas(t *testing.T) {
	b := newBench(t)
	b.machine.has("/src/a", "/src/a")
	for _, path := range []string{"/a", "/b"} {
		b.machine.has(path, path)
		b.vault.put(path, 0, time.Time{}, string(soundDocument().encode()))
	}
	created := 0
	b.shells.onCreate(func(CreateRequest) error {
		if created++; created == 3 {
			return errs.New("fake", errs.Unavailable, "Ending.", "")
		}
		return nil
	})
	wantKind(t, b.RestoreAll(context.Background()), errs.Unavailable)
	if len(b.List()) != 0 || len(b.shells.live) != 0 {
		t.Errorf("left: %v, %v", b.List(), b.shells.live)
	}
	for _, path := range []string{"/a", "/b"} {
		if row, doc := b.vault.kept(path); !row.Closed.IsZero() || len(doc.Panes) != 2 {
			t.Errorf("%s is kept as %+v", path, row)
		}
	}
}
