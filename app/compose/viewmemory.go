package compose

import (
	"context"
	"encoding/json"
	"slices"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/store"
)

// The document that a view's place is kept in.
const (
	placeName    = "view-place"
	placeVersion = 1
)

// documents is what small memories need of the store.
type documents interface {
	Document(ctx context.Context, name string) (store.Document, error)
	SaveDocument(ctx context.Context, name string, document store.Document) error
}

var _ documents = (*store.DB)(nil)

// openWorkspaces is what the memory of views needs of workspaces.
type openWorkspaces interface {
	List() []core.Workspace
	// Look finds out soon which folders are missing.
	Look()
}

// viewMemory keeps where the last view was. A place names what is open alone, both
// when it is kept and when it is given out, so that it is never larger than that.
type viewMemory struct {
	documents  documents
	workspaces openWorkspaces
}

var _ bind.ViewMemory = viewMemory{}

// Place returns the kept place. What cannot be understood counts as none, and the next
// view that moves replaces it unless it is a later version's.
func (m viewMemory) Place(ctx context.Context) (core.ViewPlace, error) {
	kept, err := m.documents.Document(ctx, placeName)
	if err != nil {
		return core.ViewPlace{}, err
	}
	var place core.ViewPlace
	if kept.Version == placeVersion && json.Unmarshal(kept.Body, &place) != nil {
		place = core.ViewPlace{}
	}
	return m.known(place), nil
}

// Remember replaces the kept place. A view does so when its user turns to something,
// which is when a missing folder should show. Kind Newer when what is kept is a later
// version's, which stays as it is.
func (m viewMemory) Remember(ctx context.Context, place core.ViewPlace) error {
	m.workspaces.Look()
	kept, err := m.documents.Document(ctx, placeName)
	if err != nil {
		return err
	}
	if kept.Version > placeVersion {
		return errs.New("compose.Remember", errs.Newer, "What was shown last is kept by a newer version and is not replaced.", "Update the application.")
	}
	body, err := json.Marshal(m.known(place))
	if err != nil {
		return errs.Wrap("compose.Remember", errs.Internal, "", "", err)
	}
	return m.documents.SaveDocument(ctx, placeName, store.Document{Version: placeVersion, Body: body})
}

// known is the place without what is not open.
func (m viewMemory) known(place core.ViewPlace) core.ViewPlace {
	out := core.ViewPlace{Focused: map[core.WorkspaceID]core.PaneID{}, Zoomed: map[core.WorkspaceID]core.PaneID{}}
	for _, ws := range m.workspaces.List() {
		if ws.ID == place.Active {
			out.Active = ws.ID
		}
		keepPane(out.Focused, place.Focused, ws)
		keepPane(out.Zoomed, place.Zoomed, ws)
	}
	return out
}

func keepPane(into, from map[core.WorkspaceID]core.PaneID, ws core.Workspace) {
	pane := from[ws.ID]
	if slices.ContainsFunc(ws.Panes, func(p core.Pane) bool { return p.ID == pane }) {
		into[ws.ID] = pane
	}
}
