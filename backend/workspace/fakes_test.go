package workspace

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"os"
	"slices"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

func TestMain(m *testing.M) {
	if os.Getenv(killedChild) != "" {
		liveUntilKilled(os.Args[1])
		return
	}
	goleak.VerifyTestMain(m)
}

// machine is an environment that has the folders it was given and no others. It
// fails the test when it is asked for anything else, and at the end for a folder
// that nobody asked for.
type machine struct {
	environment.Environment // nil: any other method is unexpected
	t                       *testing.T

	mu      sync.Mutex // guards the rest
	folders map[string]func(context.Context) (string, error)
	asked   map[string]int
	choices []core.ShellChoice
}

var _ environment.Environment = (*machine)(nil)

func (m *machine) ID() core.EnvironmentID { return core.LocalEnvironment }

func (m *machine) ResolveFolder(ctx context.Context, path string) (string, error) {
	m.mu.Lock()
	answer := m.folders[path]
	m.asked[path]++
	m.mu.Unlock()
	if answer == nil {
		m.t.Errorf("unexpected ResolveFolder(%q)", path)
		return "", errs.New("fake", errs.Internal, "", "")
	}
	return answer(ctx)
}

func (m *machine) Shells(context.Context) ([]core.ShellChoice, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.choices), nil
}

func (m *machine) has(path, resolved string) {
	m.answers(path, func(context.Context) (string, error) { return resolved, nil })
}

func (m *machine) lacks(path string, kind errs.Kind) {
	m.answers(path, func(context.Context) (string, error) { return "", errs.New("fake", kind, "No "+path+".", "") })
}

func (m *machine) answers(path string, answer func(context.Context) (string, error)) {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.folders[path] = answer
}

func (m *machine) verify() {
	for path := range m.folders {
		if m.asked[path] == 0 {
			m.t.Errorf("nobody asked for %q", path)
		}
	}
}

// shelf is a memory of recent folders. Every write to it must be taken by the
// test, in order.
type shelf struct {
	t *testing.T

	mu      sync.Mutex // guards the rest
	recents []core.Recent
	sizes   map[string]core.Size
	written []string
	opened  map[string]time.Time // as it was last told
}

var _ Recents = (*shelf)(nil)

func (r *shelf) Remember(_ context.Context, recent core.Recent, last core.Size) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if recent.Opened.IsZero() || recent.Environment != core.LocalEnvironment {
		r.t.Errorf("incomplete recent %+v", recent)
	}
	r.written = append(r.written, fmt.Sprintf("remember %s %dx%d", recent.Path, last.Cols, last.Rows))
	if r.opened == nil {
		r.opened = map[string]time.Time{}
	}
	r.opened[recent.Path] = recent.Opened
	return nil
}

func (r *shelf) Recents(context.Context, int) ([]core.Recent, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.recents), nil
}

func (r *shelf) Forget(_ context.Context, env core.EnvironmentID, path string) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.written = append(r.written, fmt.Sprintf("forget %s %s", env, path))
	return nil
}

func (r *shelf) LastSize(_ context.Context, _ core.EnvironmentID, path string) core.Size {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.sizes[path]
}

func (r *shelf) forget() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.written = nil
}

// takes asserts the writes since the last time.
func (r *shelf) takes(want ...string) {
	r.t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	if !slices.Equal(r.written, want) {
		r.t.Errorf("written = %q, want %q", r.written, want)
	}
	r.written = nil
}

// vault keeps workspaces as the store does. A test may make it fail, and looks at
// what is kept at any time.
type vault struct {
	t *testing.T

	mu      sync.Mutex // guards the rest
	rows    map[string]core.SavedWorkspace
	asides  []string // what was kept beside, with its folder
	writes  int
	tried   int // writes, and those that failed
	failing error
	hidden  error  // what a read returns instead
	before  func() // runs before each write, without mu
}

var _ Saved = (*vault)(nil)

func (v *vault) SaveWorkspaces(ctx context.Context, saved ...core.SavedWorkspace) error {
	v.mu.Lock()
	before := v.before
	v.mu.Unlock()
	if before != nil {
		before()
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	if _, bounded := ctx.Deadline(); !bounded {
		v.t.Error("a write without a bound")
	}
	v.tried++
	if v.failing != nil {
		return v.failing
	}
	v.writes++
	for _, one := range saved {
		if one.Aside != nil {
			v.asides = append(v.asides, one.Path+" "+string(one.Aside))
		}
		one.Aside = nil
		v.rows[one.Path] = one
	}
	return nil
}

func (v *vault) SavedWorkspaces(context.Context) ([]core.SavedWorkspace, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.hidden != nil {
		return nil, v.hidden
	}
	all := slices.Collect(maps.Values(v.rows))
	slices.SortFunc(all, func(a, b core.SavedWorkspace) int {
		if a.Closed.IsZero() != b.Closed.IsZero() {
			return b.Closed.Compare(a.Closed) * -1 // the open one first
		}
		return cmp.Or(b.Closed.Compare(a.Closed), cmp.Compare(a.Position, b.Position))
	})
	return all, nil
}

// count is how often something was kept.
func (v *vault) count() int {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.writes
}

// kept is what is kept of a folder.
func (v *vault) kept(path string) (core.SavedWorkspace, document) {
	v.t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	row, ok := v.rows[path]
	if !ok {
		v.t.Errorf("nothing is kept of %s", path)
		return row, document{}
	}
	doc, damaged, err := decode(row.Document)
	if damaged || err != nil {
		v.t.Errorf("%s is kept as %s: %v", path, row.Document, err)
	}
	return row, doc
}

// put keeps a workspace as an earlier run would have.
func (v *vault) put(path string, position int, closed time.Time, body string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.rows[path] = core.SavedWorkspace{
		ID: core.NewWorkspaceID(), Environment: core.LocalEnvironment, Path: path, Position: position, Closed: closed, Document: []byte(body),
	}
}

// bench is a service with its fakes and what its observer was told.
type bench struct {
	*Service
	machine *machine
	shells  *shells
	shelf   *shelf
	vault   *vault

	mu      sync.Mutex // guards the rest
	told    []string
	notices []core.Notice
	dropped []core.PaneID
}

func newBench(t *testing.T) *bench {
	t.Helper()
	b := &bench{
		machine: &machine{t: t, folders: map[string]func(context.Context) (string, error){}, asked: map[string]int{}},
		shells:  &shells{t: t, live: map[core.TerminalID]core.Terminal{}, closed: map[core.TerminalID]bool{}},
		shelf:   &shelf{t: t, sizes: map[string]core.Size{}},
		vault:   &vault{t: t, rows: map[string]core.SavedWorkspace{}},
	}
	b.serve(t)
	t.Cleanup(func() {
		b.shelf.takes()
		b.Shutdown(context.Background())
		b.machine.verify()
		b.shells.verify(b.List())
	})
	return b
}

// serve gives the bench a service that knows nothing yet.
func (b *bench) serve(t *testing.T) {
	var last uint64
	b.Service = New(Options{
		Environment: b.machine, Terminals: b.shells, Recents: b.shelf, Saved: b.vault,
		Notice: func(n core.Notice) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.notices = append(b.notices, n)
		},
		Dropped: func(panes []core.PaneID) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.dropped = append(b.dropped, panes...)
		},
		Changed: func(ws core.Workspace) {
			if ws.Revision <= last {
				t.Errorf("revision %d follows %d", ws.Revision, last)
			}
			last = ws.Revision
			if got, err := b.Get(ws.ID); err != nil || got.Revision != ws.Revision {
				t.Errorf("Get in the observer = %+v, %v", got, err)
			}
			mustBeWhole(t, ws)
			b.tell("%s has %d", ws.Path, len(ws.Panes))
		},
		Removed: func(id core.WorkspaceID) {
			if _, err := b.Get(id); errs.KindOf(err) != errs.NotFound {
				t.Errorf("removed, and still there: %v", err)
			}
			b.tell("removed")
		},
	})
}

// again ends the service and its terminals as the application does, and starts
// another one on what is kept.
func (b *bench) again(t *testing.T) {
	t.Helper()
	if err := b.Shutdown(context.Background()); err != nil {
		t.Fatal(err)
	}
	b.shells.mu.Lock()
	b.shells.live = map[core.TerminalID]core.Terminal{}
	b.shells.mu.Unlock()
	b.shells.taken()
	b.mu.Lock()
	b.told = nil
	b.mu.Unlock()
	b.shelf.forget()
	b.serve(t)
}

// mustBeWhole checks what holds of every snapshot.
func mustBeWhole(t *testing.T, ws core.Workspace) {
	t.Helper()
	var panes []core.PaneID
	for _, pane := range ws.Panes {
		panes = append(panes, pane.ID)
	}
	if !slices.Equal(panes, panesOf(ws.Layout.Root)) || validate("", ws.Layout.Root, panes) != nil {
		t.Errorf("panes %q in layout %+v", panes, ws.Layout)
	}
	if ws.Layout.Revision == 0 || ws.Layout.Revision > ws.Revision || ws.Name == "" {
		t.Errorf("incomplete: %+v", ws)
	}
}

// starts says that a terminal's program runs, at a size.
func (b *bench) starts(id core.TerminalID, size core.Size) {
	b.Observe(b.shells.change(id, func(t *core.Terminal) { t.Epoch, t.State, t.Size = 1, core.TerminalRunning, size }))
}

func (b *bench) tell(format string, args ...any) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.told = append(b.told, fmt.Sprintf(format, args...))
}

func (b *bench) hears(t *testing.T, want ...string) {
	t.Helper()
	b.mu.Lock()
	defer b.mu.Unlock()
	if !slices.Equal(b.told, want) {
		t.Errorf("told = %q, want %q", b.told, want)
	}
	b.told = nil
}

// opened opens a folder and takes the writes and words that belong to it.
func (b *bench) opened(t *testing.T, path string, terminals int) core.Workspace {
	t.Helper()
	b.machine.has(path, path)
	ws, existing, err := b.Open(t.Context(), path, terminals, nil)
	if err != nil || existing || len(ws.Panes) != terminals {
		t.Fatalf("Open = %+v, %v, %v", ws, existing, err)
	}
	b.shelf.takes("remember " + path + " 0x0")
	b.hears(t, fmt.Sprintf("%s has %d", path, terminals))
	return ws
}

func wantKind(t *testing.T, err error, kind errs.Kind) {
	t.Helper()
	if errs.KindOf(err) != kind {
		t.Errorf("error = %v, want kind %q", err, kind)
	}
}
