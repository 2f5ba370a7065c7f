package compose

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/store"
)

// drawer holds one document.
type drawer struct {
	kept    store.Document
	failing error
}

var _ documents = (*drawer)(nil)

func (d *drawer) Document(context.Context, string) (store.Document, error) { return d.kept, d.failing }

func (d *drawer) SaveDocument(_ context.Context, _ string, document store.Document) error {
	if d.failing == nil {
		d.kept = document
	}
	return d.failing
}

// opened are workspaces that are open, and how often they were looked at.
type opened struct {
	all   []core.Workspace
	looks int
}

var _ openWorkspaces = (*opened)(nil)

func (o *opened) List() []core.Workspace { return o.all }
func (o *opened) Look()                  { o.looks++ }

func TestAPlaceNamesWhatIsOpenAlone(t *testing.T) {
	shown := &opened{all: []core.Workspace{
		{ID: "one", Panes: []core.Pane{{ID: "a"}, {ID: "b"}}}, {ID: "two", Panes: []core.Pane{{ID: "c"}}},
	}}
	memory := viewMemory{&drawer{}, shown}
	given := core.ViewPlace{
		Active:  "one",
		Focused: map[core.WorkspaceID]core.PaneID{"one": "b", "two": "a", "gone": "x"},
		Zoomed:  map[core.WorkspaceID]core.PaneID{"two": "c", "one": "gone"},
	}
	for n := range 10_000 { // whatever a page sends
		given.Focused[core.WorkspaceID(fmt.Sprint(n))] = core.PaneID(strings.Repeat("p", 1000))
	}
	if err := memory.Remember(t.Context(), given); err != nil {
		t.Fatal(err)
	}
	if shown.looks != 1 || len(memory.documents.(*drawer).kept.Body) > 200 {
		t.Errorf("%d looks, kept %d bytes", shown.looks, len(memory.documents.(*drawer).kept.Body))
	}
	want := core.ViewPlace{
		Active: "one", Focused: map[core.WorkspaceID]core.PaneID{"one": "b"}, Zoomed: map[core.WorkspaceID]core.PaneID{"two": "c"},
	}
	got, err := memory.Place(t.Context())
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
	// What was closed meanwhile is not given out.
	shown.all = shown.all[1:]
	want = core.ViewPlace{Focused: map[core.WorkspaceID]core.PaneID{}, Zoomed: map[core.WorkspaceID]core.PaneID{"two": "c"}}
	got, err = memory.Place(t.Context())
	if diff := cmp.Diff(want, got); diff != "" || err != nil {
		t.Error(diff, err)
	}
}

func TestAPlaceOfALaterVersionIsNotReplaced(t *testing.T) {
	later := store.Document{Version: placeVersion + 1, Body: []byte(`{"active":"one","more":1}`)}
	kept := &drawer{kept: later}
	shown := &opened{}
	if err := (viewMemory{kept, shown}).Remember(t.Context(), core.ViewPlace{}); errs.KindOf(err) != errs.Newer || shown.looks != 1 {
		t.Errorf("Remember = %v, %d looks", err, shown.looks)
	}
	if diff := cmp.Diff(later, kept.kept); diff != "" {
		t.Error(diff)
	}
	kept.kept = store.Document{Version: placeVersion, Body: []byte("{")}
	if err := (viewMemory{kept, shown}).Remember(t.Context(), core.ViewPlace{}); err != nil || string(kept.kept.Body) == "{" {
		t.Errorf("a damaged place stays: %v", err)
	}
}

func TestAKeptPlaceThatCannotBeUnderstoodIsNone(t *testing.T) {
	shown := &opened{all: []core.Workspace{{ID: "one", Panes: []core.Pane{{ID: "a"}}}}}
	none := core.ViewPlace{Focused: map[core.WorkspaceID]core.PaneID{}, Zoomed: map[core.WorkspaceID]core.PaneID{}}
	for name, kept := range map[string]store.Document{
		"nothing":         {},
		"not JSON":        {Version: placeVersion, Body: []byte("{")},
		"another kind":    {Version: placeVersion, Body: []byte(`[1]`)},
		"wrong fields":    {Version: placeVersion, Body: []byte(`{"active":"one","focused":{"one":7},"zoomed":"one"}`)},
		"a later version": {Version: placeVersion + 1, Body: []byte(`{"active":"one"}`)},
	} {
		got, err := viewMemory{&drawer{kept: kept}, shown}.Place(t.Context())
		if diff := cmp.Diff(none, got); diff != "" || err != nil {
			t.Errorf("%s: %s %v", name, diff, err)
		}
	}
	broken := viewMemory{&drawer{failing: errs.New("fake", errs.Storage, "", "")}, shown}
	if _, err := broken.Place(t.Context()); errs.KindOf(err) != errs.Storage {
		t.Errorf("Place = %v", err)
	}
	if err := broken.Remember(t.Context(), core.ViewPlace{}); errs.KindOf(err) != errs.Storage {
		t.Errorf("Remember = %v", err)
	}
}
