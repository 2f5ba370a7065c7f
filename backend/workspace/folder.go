package workspace

import (
	"path/filepath"
	"slices"
	"strconv"
	"time"

	"clankergrid/backend/core"
)

// phase is where a folder is in its life. Only an open one is changed, and one that
// is opening has been shown to nobody.
type phase int

const (
	opening phase = iota
	open
	closing
)

// folder is one workspace. Its first three fields never change, and the service
// says which locks guard the others.
type folder struct {
	id          core.WorkspaceID
	environment core.EnvironmentID
	path        string

	phase  phase
	opened time.Time
	// settled is closed when the current opening or closing is over.
	settled chan struct{}
	current state
	records map[core.PaneID]record // of current.panes
	dirty   bool                   // something has changed since it was last saved
	aside   []byte                 // what was saved before and is to be kept beside; nil once it is
}

// state is what a view is told of a workspace. It is a value: a change makes
// another one, and no slice or tree in it is written to.
type state struct {
	name     string // the user's own, or empty
	position int
	missing  bool
	layout   core.Layout
	panes    []core.Pane // in the order of the layout
	closed   []closedPane
	revision uint64
}

// record is what is known of a pane's terminal.
type record struct {
	terminal core.TerminalID
	revision uint64 // of the snapshot that it was taken from
	shell    string // that was asked for, or empty
	name     string
	dir      string
	size     core.Size // zero until a program has run at one
}

// keptClosedPanes bounds the closed panes that can be brought back: as many as
// anybody remembers having closed. The one closed longest ago is given up.
const keptClosedPanes = 20

// closedPane is a pane that can be brought back.
type closedPane struct {
	id     core.PaneID
	place  place
	record record
	// sendAllKeys is as in the pane.
	sendAllKeys bool
}

func (f *folder) name() string {
	if f.current.name != "" {
		return f.current.name
	}
	if name := core.PrintableName(nameOf(f.path)); name != "" {
		return name
	}
	return strconv.QuoteToASCII(nameOf(f.path))
}

func (f *folder) snapshot() core.Workspace {
	return core.Workspace{
		ID: f.id, Environment: f.environment, Path: f.path, Name: f.name(),
		Position: f.current.position, Missing: f.current.missing,
		Panes: slices.Clone(f.current.panes), Layout: f.current.layout,
		Reopenable: len(f.current.closed), Revision: f.current.revision,
	}
}

// size is that of the first pane whose program has run, for the size of a pane
// that nobody has shown yet means nothing.
func (f *folder) size() core.Size {
	for _, pane := range f.current.panes {
		if size := f.records[pane.ID].size; size.Valid() {
			return size
		}
	}
	return core.Size{}
}

// row is how the folder is saved when it has this state.
func (f *folder) row(next state, closed time.Time) core.SavedWorkspace {
	doc := document{Version: documentVersion, Name: next.name, Layout: next.layout.Root, Panes: []savedPane{}}
	for _, pane := range next.panes {
		known := f.records[pane.ID]
		dir := known.dir
		if dir == f.path {
			dir = ""
		}
		doc.Panes = append(doc.Panes, savedPane{
			ID: pane.ID, Name: known.name, Dir: directory(dir), Shell: known.shell, SendAllKeys: pane.SendAllKeys, Size: known.size,
		})
	}
	return core.SavedWorkspace{
		ID: f.id, Environment: f.environment, Path: f.path, Position: next.position, Closed: closed, Document: doc.encode(), Aside: f.aside,
	}
}

// note takes over what a terminal's snapshot says, and reports whether anything of
// it is to be saved.
func (f *folder) note(t core.Terminal) bool {
	known, ok := f.records[t.Pane]
	if !ok || known.terminal != t.ID || t.Revision <= known.revision {
		return false
	}
	was := known
	known.revision, known.name = t.Revision, t.Name
	if filepath.IsAbs(t.Cwd) {
		known.dir = t.Cwd
	}
	if t.Epoch > 0 && t.Size.Valid() {
		known.size = t.Size
	}
	f.records[t.Pane] = known
	was.revision = known.revision
	return known != was
}

// with returns the state with a layout, and the panes in its order.
func (st state) with(root core.LayoutNode, panes []core.Pane) state {
	byID := make(map[core.PaneID]core.Pane, len(panes))
	for _, pane := range panes {
		byID[pane.ID] = pane
	}
	st.layout.Root, st.panes = root, make([]core.Pane, 0, len(panes))
	for _, id := range panesOf(root) {
		st.panes = append(st.panes, byID[id])
	}
	return st
}
