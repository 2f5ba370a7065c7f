package workspace

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// asideOnce asserts what was kept beside since the last time.
func (v *vault) asideOnce(want ...string) {
	v.t.Helper()
	v.mu.Lock()
	defer v.mu.Unlock()
	if !slices.Equal(v.asides, want) {
		v.t.Errorf("kept aside = %q, want %q", v.asides, want)
	}
	v.asides = nil
}

func TestDamagedDocumentsAreKeptAsideWhenTheyAreReplaced(t *testing.T) {
	sound := string(soundDocument().encode())
	cut := sound[:len(sound)/2]
	newer := strings.Replace(sound, `"version":1`, `"version":9`, 1)
	type way func(*bench) error
	all := way(func(b *bench) error { return b.RestoreAll(context.Background()) })
	one := way(func(b *bench) error {
		_, _, err := b.Restore(context.Background(), core.LocalEnvironment, "/a")
		return err
	})
	anew := way(func(b *bench) error {
		_, _, err := b.Open(context.Background(), "/a", 1, nil)
		return err
	})
	for name, c := range map[string]struct {
		body   string
		closed time.Time
		by     way
		want   []string
	}{
		"at the start":                   {cut, time.Time{}, all, []string{"/a " + cut}},
		"a layout that was repaired":     {strings.Replace(sound, `"row"`, `7`, 1), time.Time{}, all, []string{"/a " + strings.Replace(sound, `"row"`, `7`, 1)}},
		"a sound one at the start":       {sound, time.Time{}, all, nil},
		"a closed one":                   {cut, time.Unix(1, 0), one, []string{"/a " + cut}},
		"a sound one that was closed":    {sound, time.Unix(1, 0), one, nil},
		"a folder that is opened anew":   {cut, time.Unix(1, 0), anew, []string{"/a " + cut}},
		"a newer one that is not wanted": {newer, time.Time{}, anew, []string{"/a " + newer}},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.machine.has("/a", "/a")
			b.machine.has("/src/a", "/src/a")
			b.vault.put("/a", 0, c.closed, c.body)
			if err := c.by(b); err != nil {
				t.Fatal(err)
			}
			b.vault.asideOnce(c.want...)
			b.Rename(t.Context(), b.List()[0].ID, "later")
			b.vault.asideOnce()
			b.shelf.forget()
			b.machine.ResolveFolder(t.Context(), "/a")
			b.machine.ResolveFolder(t.Context(), "/src/a")
		})
	}
}

func TestPanesThatAreInTwoWorkspacesAreKeptAsideAsTheyWere(t *testing.T) {
	b := newBench(t)
	sound := string(soundDocument().encode())
	b.machine.has("/src/a", "/src/a")
	for i, path := range []string{"/a", "/b"} {
		b.machine.has(path, path)
		b.vault.put(path, i, time.Time{}, sound)
	}
	b.restoredFirst(t)
	b.vault.asideOnce("/b " + sound)
}

func TestADamagedDocumentIsKeptAsideWhenTheDiskHasRoomAgain(t *testing.T) {
	for name, change := range map[string]func(*bench, core.Workspace){
		"left as it is": func(*bench, core.Workspace) {},
		"closed":        func(b *bench, ws core.Workspace) { b.Close(context.Background(), ws.ID) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t)
				b.machine.has("/a", "/a")
				b.vault.put("/a", 0, time.Time{}, "cut sho")
				b.vault.fails(errors.New("the disk is full"))
				change(b, b.restoredFirst(t)[0])
				b.vault.fails(nil)
				time.Sleep(saveAtMost)
				synctest.Wait()
				b.vault.asideOnce("/a cut sho")
			})
		})
	}
}

func TestPanesAreCompleteOnlyWhenEverythingSavedIsUnderstood(t *testing.T) {
	sound := string(soundDocument().encode())
	for name, c := range map[string]struct {
		body     string
		closed   time.Time
		complete bool
	}{
		"an open one":        {sound, time.Time{}, true},
		"a closed one":       {sound, time.Unix(1, 0), true},
		"a newer open one":   {`{"version":9}`, time.Time{}, false},
		"a newer closed one": {`{"version":9}`, time.Unix(1, 0), false},
		"a damaged one":      {sound[:len(sound)-9], time.Time{}, false},
		"a damaged closed":   {sound[:len(sound)-9], time.Unix(1, 0), false},
	} {
		t.Run(name, func(t *testing.T) {
			b := newBench(t)
			b.machine.has("/a", "/a")
			b.machine.has("/src/a", "/src/a")
			b.vault.put("/a", 0, c.closed, c.body)
			check := func(when string) {
				t.Helper()
				panes, complete, err := b.Panes(t.Context())
				if complete != c.complete || err != nil {
					t.Errorf("%s: complete %v, %v", when, complete, err)
				}
				for _, pane := range soundDocument().Panes {
					if c.complete && !slices.Contains(panes, pane.ID) {
						t.Errorf("%s: %s is not listed", when, pane.ID)
					}
				}
			}
			check("before the start")
			b.restoredFirst(t)
			check("restored") // what was lost does not come back with a sound row
			b.machine.ResolveFolder(t.Context(), "/a")
			b.machine.ResolveFolder(t.Context(), "/src/a")
		})
	}
	b := newBench(t)
	b.opened(t, "/a", 1)
	b.vault.hidden = errs.New("fake", errs.Storage, "", "")
	_, complete, err := b.Panes(t.Context())
	wantKind(t, err, errs.Storage)
	if complete {
		t.Error("what could not be read is complete")
	}
	b.vault.hidden = nil
}

func TestDeadDirectoriesOfManyWorkspacesDelayTheStartOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		for n := range 60 {
			path := fmt.Sprintf("/src/%d", n)
			b.machine.has(path, path)
			b.machine.answers(path+"/dead", func(ctx context.Context) (string, error) {
				time.Sleep(time.Minute)
				return "", errs.New("fake", errs.NotFound, "", "")
			})
			b.vault.put(path, n, time.Time{}, fmt.Sprintf(`{"version":1,"layout":{"pane":%[1]q},"panes":[{"id":%[1]q,"dir":%[2]q}]}`,
				core.NewPaneID(), path+"/dead"))
		}
		began := time.Now()
		if all := b.restoredFirst(t); len(all) != 60 {
			t.Errorf("%d workspaces", len(all))
		}
		if took := time.Since(began); took > 2*lookWait { // one for the folders, one for what is in them
			t.Errorf("took %v", took)
		}
		time.Sleep(time.Hour) // the system lets go of them
		for n := range 60 {   // which of them were looked at is chance
			b.machine.ResolveFolder(t.Context(), fmt.Sprintf("/src/%d", n))
			b.machine.asked[fmt.Sprintf("/src/%d/dead", n)]++
		}
	})
}
