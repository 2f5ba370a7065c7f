package workspace

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"slices"
	"strconv"
	"testing"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
	"clankergrid/backend/store"
)

// killedChild makes the test binary an application that rearranges its workspaces
// until it is killed: from outside, or by itself after so many writes that nobody was
// told of the last one.
const killedChild = "WORKSPACE_TEST_KILLED"

// mortal is a store whose process ends with a write.
type mortal struct {
	*store.DB
	lives int
}

func (m *mortal) SaveWorkspaces(ctx context.Context, saved ...core.SavedWorkspace) error {
	err := m.DB.SaveWorkspaces(ctx, saved...)
	if m.lives--; m.lives == 0 {
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		select {}
	}
	return err
}

// report is one line of the child. Told is everything that views know; Next is what
// the layout of the first workspace will be when the change that is about to be made
// has been made, and nothing else is different then; Adds says that a pane will be
// added, of which nobody knows the identifier yet.
type report struct {
	Told []core.Workspace `json:"told"`
	Next *core.LayoutNode `json:"next"`
	Adds bool             `json:"adds"`
}

// follows reports whether a layout is what the report says will follow.
func (r report) follows(got core.LayoutNode) bool {
	if !r.Adds {
		return r.Next != nil && sameTree(got, *r.Next)
	}
	panes := panesOf(got)
	for _, pane := range r.Told[0].Panes {
		panes = slices.DeleteFunc(panes, func(p core.PaneID) bool { return p == pane.ID })
	}
	return len(panes) == 1 && sameTree(got, placed(r.Told[0].Layout.Root, panes[0]))
}

// still is a machine and its terminals of which nothing ever goes wrong.
type still struct {
	environment.Environment // nil: any other method is unexpected
}

func (*still) ID() core.EnvironmentID                                       { return core.LocalEnvironment }
func (*still) ResolveFolder(_ context.Context, path string) (string, error) { return path, nil }
func (*still) Wake(...core.TerminalID)                                      {}
func (*still) Close(context.Context, core.TerminalID) (command.Ended, error) {
	return command.Ended{}, nil
}
func (*still) Get(core.TerminalID) (core.Terminal, error) {
	return core.Terminal{}, errs.New("still", errs.NotFound, "", "")
}
func (*still) Create(_ context.Context, req CreateRequest) (core.Terminal, error) {
	return core.Terminal{ID: core.NewTerminalID(), Workspace: req.Workspace, Pane: req.Pane}, nil
}

func liveUntilKilled(dir string) {
	ctx := context.Background()
	db, _, err := store.Open(ctx, store.Options{ConfigDir: dir})
	exitOn(err)
	machine := &still{}
	out := json.NewEncoder(os.Stdout)
	lives, err := strconv.Atoi(os.Getenv(killedChild))
	exitOn(err)
	vault := &mortal{DB: db}
	service := New(Options{Environment: machine, Terminals: machine, Recents: db, Saved: vault})
	exitOn(service.RestoreAll(ctx))
	for n := range 4 {
		_, _, err := service.Open(ctx, "/"+strconv.Itoa(n), 4, nil)
		exitOn(err)
	}
	vault.lives = lives
	for {
		all := service.List()
		ws := all[0]
		var change func() error
		next := ws.Layout.Root
		switch rand.IntN(6) {
		case 0, 1:
			next = shuffled(ws)
			change = func() error { _, err := service.Arrange(ctx, ws.ID, ws.Layout.Revision, next); return err }
		case 2:
			pane := ws.Panes[rand.IntN(len(ws.Panes))]
			if len(ws.Panes) < 3 {
				continue
			}
			next = removed(next, pane.ID)
			change = func() error { _, err := service.CloseTerminal(ctx, pane.Terminal); return err }
		case 3:
			if ws.Reopenable == 0 {
				continue
			}
			service.mu.Lock()
			f, _ := service.find("", ws.ID)
			last := f.current.closed[len(f.current.closed)-1]
			service.mu.Unlock()
			next = putBack(next, last.id, last.place)
			change = func() error { _, err := service.ReopenPane(ctx, ws.ID); return err }
		case 4:
			// The order of the others changes, in several rows of one transaction.
			exitOn(out.Encode(report{Told: all}))
			exitOn(service.Move(ctx, all[1+rand.IntN(len(all)-1)].ID, 1+rand.IntN(len(all)-1)))
			continue
		case 5:
			if len(ws.Panes) > 6 {
				continue
			}
			exitOn(out.Encode(report{Told: all, Adds: true}))
			_, err := service.AddTerminal(ctx, ws.ID, core.NewPane{})
			exitOn(err)
			continue
		}
		exitOn(out.Encode(report{Told: all, Next: &next}))
		exitOn(change())
	}
}

// shuffled is another layout of the same panes.
func shuffled(ws core.Workspace) core.LayoutNode {
	panes := panesOf(ws.Layout.Root)
	rand.Shuffle(len(panes), func(i, j int) { panes[i], panes[j] = panes[j], panes[i] })
	var tree core.LayoutNode
	for _, pane := range panes {
		side := []core.Side{core.SideLeft, core.SideRight, core.SideAbove, core.SideBelow}[rand.IntN(4)]
		tree = insertedAtEdge(tree, pane, side, 10_000+rand.IntN(80_000))
	}
	return tree
}

func exitOn(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// TestAKillDuringAChangeLeavesTheLayoutBeforeOrAfterIt kills a real process at fifty
// random points and looks at what its next start finds.
func TestAKillDuringAChangeLeavesTheLayoutBeforeOrAfterIt(t *testing.T) {
	dir := t.TempDir()
	seenBefore, seenAfter := 0, 0
	for n := range 50 {
		last := killAtRandom(t, dir, n%2 == 0)
		db, notices, err := store.Open(t.Context(), store.Options{ConfigDir: dir})
		if err != nil || len(notices) > 0 {
			t.Fatalf("Open = %v, %v", notices, err)
		}
		saved, err := db.SavedWorkspaces(t.Context())
		if err != nil || len(saved) != len(last.Told) {
			t.Fatalf("%d are saved of %d: %v", len(saved), len(last.Told), err)
		}
		byID := map[core.WorkspaceID]document{}
		for i, row := range saved {
			doc, damaged, err := decode(row.Document)
			if damaged || err != nil || row.Position != i || !row.Closed.IsZero() {
				t.Errorf("%s at %d is saved as %+v: damaged = %v, %v", row.Path, i, row, damaged, err)
			}
			byID[row.ID] = doc
		}
		for i, told := range last.Told {
			got := byID[told.ID].Layout
			changing := i == 0 && (last.Next != nil || last.Adds)
			switch {
			case sameTree(got, told.Layout.Root):
				if changing {
					seenBefore++
				}
			case changing && last.follows(got):
				seenAfter++
			default:
				t.Errorf("%s: %s is neither %s nor what was to follow, %+v", told.Path, written(got), written(told.Layout.Root), last)
			}
		}
		if err := db.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if seenBefore == 0 || seenAfter == 0 {
		t.Errorf("%d before and %d after: the kills hit no change", seenBefore, seenAfter)
	}
	t.Logf("%d before, %d after", seenBefore, seenAfter)
}

// killAtRandom runs the child, kills it somewhere after it has begun or lets it do
// that, and returns its last line.
func killAtRandom(t *testing.T, dir string, outside bool) (last report) {
	t.Helper()
	lives := 1 + rand.IntN(12)
	child := exec.Command(os.Args[0], dir)
	own := lives
	if outside {
		own = -1
	}
	child.Env = []string{killedChild + "=" + strconv.Itoa(own), "HOME=" + t.TempDir()}
	child.Stderr = os.Stderr
	out, err := child.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Start(); err != nil {
		t.Fatal(err)
	}
	defer child.Wait()
	defer child.Process.Kill()
	lines := bufio.NewScanner(out)
	lines.Buffer(nil, 1<<20)
	for n := 0; lines.Scan(); n++ {
		var line report
		if json.Unmarshal(lines.Bytes(), &line) != nil {
			break // the kill has cut it
		}
		last = line
		if outside && n == lives {
			child.Process.Kill()
		}
	}
	if len(last.Told) == 0 {
		t.Fatal("the child ended before it began")
	}
	return last
}
