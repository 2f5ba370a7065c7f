package workspace

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func (b *bench) observe(id core.TerminalID, change func(*core.Terminal)) {
	b.Observe(b.shells.change(id, change))
}

func TestWhatTerminalsTellIsSavedTogetherAndSoon(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 2)
		other := b.opened(t, "/other", 1)
		writes := b.vault.count()
		for range 100 {
			b.observe(ws.Panes[0].Terminal, func(t *core.Terminal) { t.Cwd += "/x" })
			b.observe(ws.Panes[1].Terminal, func(t *core.Terminal) { t.Name += "n"; t.Title += "t" })
		}
		b.observe(other.Panes[0].Terminal, func(t *core.Terminal) { t.Epoch, t.Size = 1, core.Size{Cols: 60, Rows: 20} })
		synctest.Wait()
		if b.vault.count() != writes {
			t.Error("it was saved at once")
		}
		time.Sleep(saveAfter)
		synctest.Wait()
		if got := b.vault.count() - writes; got != 1 {
			t.Errorf("%d writes", got)
		}
		_, doc := b.vault.kept("/src")
		if len(doc.Panes[0].Dir) != len("/src")+200 || len(doc.Panes[1].Name) != 100 {
			t.Errorf("kept = %+v", doc.Panes)
		}
		if _, doc := b.vault.kept("/other"); doc.Panes[0].Size != (core.Size{Cols: 60, Rows: 20}) {
			t.Errorf("kept = %+v", doc.Panes)
		}
		b.hears(t) // a view knows all this from the terminals
		// What changes nothing that is saved is not saved.
		for _, quiet := range []func(*core.Terminal){
			func(t *core.Terminal) { t.Title = "vim" },
			func(t *core.Terminal) { t.State = core.TerminalExited },
			func(t *core.Terminal) { t.Cwd = "not absolute" },
			func(t *core.Terminal) { t.Size = core.Size{} },
		} {
			b.observe(ws.Panes[0].Terminal, quiet)
		}
		time.Sleep(2 * saveAfter)
		synctest.Wait()
		if got := b.vault.count() - writes; got != 1 {
			t.Errorf("%d writes", got)
		}
	})
}

func TestAnOlderSnapshotOrAStrangersChangesNothing(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	id := ws.Panes[0].Terminal
	old := b.shells.change(id, func(t *core.Terminal) { t.Name = "old" })
	b.observe(id, func(t *core.Terminal) { t.Name = "new" })
	b.Observe(old)
	b.Observe(core.Terminal{ID: "stranger", Workspace: ws.ID, Pane: ws.Panes[0].ID, Name: "stranger", Revision: 99})
	b.Observe(core.Terminal{ID: id, Workspace: "elsewhere", Pane: ws.Panes[0].ID, Name: "elsewhere", Revision: 99})
	b.flush(t.Context())
	if _, doc := b.vault.kept("/src"); doc.Panes[0].Name != "new" {
		t.Errorf("kept = %+v", doc.Panes)
	}
}

func TestTheEndSavesWhatTerminalsTellOnlyWhenAsked(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	b.shells.change(ws.Panes[0].Terminal, func(t *core.Terminal) { t.Cwd = "/src/deep" })
	if err := b.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	row, doc := b.vault.kept("/src")
	if doc.Panes[0].Dir != "/src/deep" || !row.Closed.IsZero() {
		t.Errorf("kept = %+v", doc)
	}
	writes := b.vault.count()
	b.observe(ws.Panes[0].Terminal, func(t *core.Terminal) { t.Cwd = "/" }) // its shell is being ended
	if err := b.Shutdown(t.Context()); err != nil || b.vault.count() != writes {
		t.Errorf("a second Shutdown: %v, %d writes", err, b.vault.count()-writes)
	}
}

func TestClosingAWorkspaceKeepsWhereItsPanesWere(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	b.shells.change(ws.Panes[0].Terminal, func(t *core.Terminal) { t.Cwd = "/src/deep" })
	if _, err := b.Close(t.Context(), ws.ID); err != nil {
		t.Fatal(err)
	}
	if _, doc := b.vault.kept("/src"); doc.Panes[0].Dir != "/src/deep" {
		t.Errorf("kept = %+v", doc)
	}
}

// fails makes every save fail from now on, or none, and returns how many were tried
// since it was called last.
func (v *vault) fails(err error) (tried int) {
	v.mu.Lock()
	defer v.mu.Unlock()
	tried, v.tried = v.tried, 0
	v.failing = err
	return tried
}

func TestWhatCouldNotBeSavedIsTriedAgainByItself(t *testing.T) {
	for name, change := range map[string]func(*bench, core.Workspace){
		"a name of a terminal": func(b *bench, ws core.Workspace) {
			b.observe(ws.Panes[0].Terminal, func(t *core.Terminal) { t.Name = "kept" })
		},
		"a name of a workspace": func(b *bench, ws core.Workspace) { b.Rename(context.Background(), ws.ID, "kept") },
		"a closing":             func(b *bench, ws core.Workspace) { b.Close(context.Background(), ws.ID) },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t)
				ws := b.opened(t, "/src", 1)
				b.opened(t, "/other", 1)
				b.vault.fails(errors.New("the disk is full"))
				change(b, ws)
				time.Sleep(saveAfter)
				synctest.Wait()
				b.vault.fails(nil)
				time.Sleep(2 * saveAfter)
				synctest.Wait()
				row, doc := b.vault.kept("/src")
				if doc.Name != "kept" && doc.Panes[0].Name != "kept" && row.Closed.IsZero() {
					t.Errorf("kept = %+v", row)
				}
				time.Sleep(time.Hour)
				synctest.Wait()
				if tried := b.vault.fails(nil); tried != 1 {
					t.Errorf("%d saves", tried)
				}
				b.shelf.forget()
			})
		})
	}
}

func TestADiskThatStaysFullIsTriedEverLessOften(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 1)
		b.vault.fails(errors.New("the disk is full"))
		b.Close(t.Context(), ws.ID)
		time.Sleep(2 * saveAtMost)
		synctest.Wait()
		if tried := b.vault.fails(errors.New("still full")); tried < 5 || tried > 8 {
			t.Errorf("%d attempts in the first minutes", tried)
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if tried := b.vault.fails(nil); tried < 59 || tried > 61 {
			t.Errorf("%d attempts in an hour", tried)
		}
		time.Sleep(saveAtMost)
		synctest.Wait()
		if row, _ := b.vault.kept("/src"); row.Closed.IsZero() {
			t.Error("it opens at the next start")
		}
	})
}

func TestAnOwedClosingDoesNotCloseWhatIsOpenAgain(t *testing.T) {
	full := errors.New("the disk is full")
	for name, later := range map[string]error{"the disk has room when it is opened": nil, "the disk has room afterwards": full} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				b := newBench(t)
				ws := b.opened(t, "/src", 1)
				b.vault.fails(full)
				b.Close(t.Context(), ws.ID)
				b.hears(t, "removed")
				b.vault.fails(later)
				b.opened(t, "/src", 2)
				b.vault.fails(nil)
				time.Sleep(saveAtMost)
				synctest.Wait()
				if row, doc := b.vault.kept("/src"); !row.Closed.IsZero() || len(doc.Panes) != 2 {
					t.Errorf("kept = %+v", row)
				}
			})
		})
	}
}

func TestTheEndSavesWhatIsOwed(t *testing.T) {
	b := newBench(t)
	ws := b.opened(t, "/src", 1)
	b.vault.fails(errors.New("the disk is full"))
	b.Close(t.Context(), ws.ID)
	b.vault.fails(nil)
	if err := b.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if row, _ := b.vault.kept("/src"); row.Closed.IsZero() {
		t.Error("it opens at the next start")
	}
}

func TestWhatIsNotToBeRestoredIsOwedToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.vault.put("/a", 0, time.Time{}, string(soundDocument().encode()))
		b.vault.fails(errors.New("the disk is full"))
		if err := b.RestoreNone(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.shelf.forget()
		b.vault.fails(nil)
		time.Sleep(saveAfter)
		synctest.Wait()
		if row, _ := b.vault.kept("/a"); row.Closed.IsZero() {
			t.Error("it opens at the next start")
		}
	})
}

func TestAFolderThatGoesAndComesShows(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 1)
		missing := func() bool {
			synctest.Wait()
			now, err := b.Get(ws.ID)
			if err != nil {
				t.Fatal(err)
			}
			return now.Missing
		}
		b.machine.lacks("/src", errs.NotFound)
		time.Sleep(time.Hour)
		if missing() || b.machine.asked["/src"] != 1 {
			t.Error("somebody looked without a reason")
		}
		for name, look := range map[string]func(){
			"listed":           func() { b.List() },
			"focus":            b.Look,
			"a shell failed":   func() { b.observe(ws.Panes[0].Terminal, func(t *core.Terminal) { t.State = core.TerminalFailed }) },
			"opened once more": func() { b.Open(t.Context(), "/also", 1, nil) },
		} {
			b.machine.has("/also", "/src")
			b.machine.lacks("/src", errs.NotFound)
			time.Sleep(lookEvery)
			look()
			if !missing() {
				t.Errorf("%s: it is not marked", name)
			}
			b.machine.has("/src", "/src")
			time.Sleep(lookEvery)
			look()
			if missing() {
				t.Errorf("%s: it is still marked", name)
			}
			b.hears(t, "/src has 1", "/src has 1")
		}
		b.shelf.forget()
		// A shell that starts after all says that the folder is back.
		b.machine.lacks("/src", errs.NotFound)
		time.Sleep(lookEvery)
		b.Look()
		if !missing() {
			t.Error("it is not marked")
		}
		b.machine.has("/src", "/src")
		time.Sleep(lookEvery)
		b.observe(ws.Panes[0].Terminal, func(t *core.Terminal) { t.State = core.TerminalRunning })
		if missing() {
			t.Error("it is still marked")
		}
		// However often that is asked for, it is looked at a few times.
		asked := b.machine.asked["/src"]
		began := time.Now()
		for range 1000 {
			b.List()
			synctest.Wait()
			time.Sleep(10 * time.Millisecond)
		}
		time.Sleep(lookEvery)
		synctest.Wait()
		if looks, most := b.machine.asked["/src"]-asked, int(time.Since(began)/lookEvery)+1; looks > most {
			t.Errorf("%d looks, at most %d", looks, most)
		}
	})
}

func TestAFolderThatDoesNotAnswerStaysWhatItWas(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		ws := b.opened(t, "/src", 1)
		b.machine.answers("/src", func(context.Context) (string, error) {
			time.Sleep(time.Minute)
			return "", errs.New("fake", errs.NotFound, "", "")
		})
		b.List()
		time.Sleep(10 * time.Second)
		if now, _ := b.Get(ws.ID); now.Missing {
			t.Error("it is marked")
		}
		time.Sleep(time.Minute)
	})
}
