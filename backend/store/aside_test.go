package store

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// asides lists what is kept aside, as folder and text, the oldest first.
func asides(t *testing.T, db *DB) (all []string) {
	t.Helper()
	documents, err := db.documents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	slices.SortFunc(documents, func(a, b named) int { return strings.Compare(a.name, b.name) })
	for _, one := range documents {
		if rest, ok := strings.CutPrefix(one.name, asidePrefix); ok {
			all = append(all, rest[len(asideTime)+1:]+" "+string(one.Body))
		}
	}
	return all
}

func TestWhatIsSetAsideIsKeptBesideOnceForEachFolder(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		large := strings.Repeat("x", 2*maxDocument)
		a, b := savedAt("/a", 0, 0, "new"), savedAt("/b", 1, 0, "new")
		a.Aside, b.Aside = []byte("cut sho"), []byte("cut sho")
		mustSave(t, db, a, b)
		mustSave(t, db, a) // a save that was made again
		a.Aside = []byte(large)
		mustSave(t, db, a)
		a.Aside = nil
		mustSave(t, db, a)
		want := []string{"local:/a cut sho", "local:/a " + large, "local:/b cut sho"}
		got := asides(t, db)
		slices.Sort(got)
		slices.Sort(want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		saved, err := db.SavedWorkspaces(t.Context())
		if err != nil || len(saved) != 2 || string(saved[0].Document) != "new" || saved[0].Aside != nil {
			t.Errorf("saved = %+v, %v", saved, err)
		}
	})
}

func TestTheNewestOfWhatIsSetAsideAreKeptAndNoOtherDocumentGoes(t *testing.T) {
	eachStore(t, func(t *testing.T, db *DB) {
		if err := db.SaveDocument(t.Context(), "a-view", Document{Version: 1, Body: []byte("v")}); err != nil {
			t.Fatal(err)
		}
		for n := range keptAside + 2 {
			one := savedAt("/a", 0, 0, "new")
			one.Aside = fmt.Append(nil, n)
			mustSave(t, db, one)
		}
		got := asides(t, db)
		if len(got) != keptAside || got[0] != "local:/a 2" || got[keptAside-1] != fmt.Sprintf("local:/a %d", keptAside+1) {
			t.Errorf("%d kept: %q", len(got), got)
		}
		if view, err := db.Document(t.Context(), "a-view"); err != nil || string(view.Body) != "v" {
			t.Errorf("view = %+v, %v", view, err)
		}
	})
}
