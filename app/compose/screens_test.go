//go:build unix

package compose

import (
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/screens"
)

func newKept(t *testing.T) *keptScreens {
	t.Helper()
	k := &keptScreens{store: screens.New(filepath.Join(t.TempDir(), "screens")), log: slog.New(slog.DiscardHandler), on: true}
	t.Cleanup(k.close)
	return k
}

func (k *keptScreens) save(panes ...core.PaneID) {
	for _, pane := range panes {
		k.Save(pane, screens.Screen{Size: core.DefaultSize, Tail: []byte("hello")}, false)
	}
}

func (k *keptScreens) file(pane core.PaneID) string {
	return filepath.Join(k.store.Dir(), string(pane)+".screen")
}

func (k *keptScreens) keeps(t *testing.T, pane core.PaneID) bool {
	t.Helper()
	lines, _, err := k.Lines(t.Context(), pane)
	if err != nil {
		t.Error(err)
	}
	return len(lines) == 1 && lines[0] == "hello"
}

func TestScreensAreKeptForAsLongAsTheyAreWanted(t *testing.T) {
	k, pane := newKept(t), core.NewPaneID()
	k.save(pane)
	if !k.keeps(t, pane) {
		t.Fatal("not kept")
	}
	k.follow(false, true)
	k.save(pane)
	if k.keeps(t, pane) {
		t.Error("shown though it is not wanted")
	}
	k.close()
	k.follow(true, true)
	if k.keeps(t, pane) {
		t.Error("the files were not removed")
	}
}

func TestADoubtfulChoiceCostsNoKeptScreen(t *testing.T) {
	k, pane := newKept(t), core.NewPaneID()
	k.save(pane)
	k.follow(false, false)
	if k.keeps(t, pane) {
		t.Error("shown though it may not be wanted")
	}
	k.close()
	k.follow(true, true)
	if !k.keeps(t, pane) {
		t.Error("removed because of a mistake in a file")
	}
}

// What cannot be shown is told apart from what is not there, and survives.
func TestAScreenThatCannotBeShownIsToldOfAndSetAside(t *testing.T) {
	k, pane := newKept(t), core.NewPaneID()
	k.save(pane)
	if err := os.WriteFile(k.file(pane), []byte("damaged"), 0o600); err != nil {
		t.Fatal(err)
	}
	if lines, _, err := k.Lines(t.Context(), pane); errs.KindOf(err) != errs.Corrupt {
		t.Errorf("%q, %v", lines, err)
	}
	if err := k.SetAside(pane); err != nil {
		t.Error(err)
	}
	k.save(pane)
	if text, err := os.ReadFile(k.file(pane) + ".aside"); err != nil || string(text) != "damaged" || !k.keeps(t, pane) {
		t.Errorf("%q, %v", text, err)
	}
}

func TestOnlyOldScreensOfPanesThatAreGoneAreSwept(t *testing.T) {
	k := newKept(t)
	here, gone, young := core.NewPaneID(), core.NewPaneID(), core.NewPaneID()
	k.save(here, gone, young)
	now := time.Now()
	for _, pane := range []core.PaneID{here, gone} {
		if err := os.Chtimes(k.file(pane), now, now.Add(-sweepAfter-time.Hour)); err != nil {
			t.Fatal(err)
		}
	}
	k.sweep(nil, true, now)                  // an empty state may be the new one of a lost one
	k.sweep([]core.PaneID{here}, false, now) // a part could not be read
	if !k.keeps(t, gone) {
		t.Fatal("swept without knowing all panes")
	}
	k.sweep([]core.PaneID{here}, true, now)
	for pane, kept := range map[core.PaneID]bool{here: true, gone: false, young: true} {
		if k.keeps(t, pane) != kept {
			t.Errorf("%s is kept: %v, want %v", pane, !kept, kept)
		}
	}
}

func TestAForgottenPaneIsNotKeptAgainByALateSave(t *testing.T) {
	k, pane := newKept(t), core.NewPaneID()
	k.save(pane)
	k.forget([]core.PaneID{pane})
	k.save(pane)
	k.close()
	if _, err := os.Stat(k.file(pane)); !os.IsNotExist(err) {
		t.Errorf("kept: %v", err)
	}
}

// A disk that does not answer holds up neither what is shown nor who gives a pane up;
// what it holds up happens later.
func TestADeadDiskHoldsUpNobody(t *testing.T) {
	k, shown, dropped := newKept(t), core.NewPaneID(), core.NewPaneID()
	k.save(shown, dropped)
	dead, answers := make(chan struct{}), make(chan struct{})
	k.removals.Go(func() {
		_ = k.store.Sweep(func(pane core.PaneID, _ time.Time) bool {
			if pane == dropped {
				close(dead)
				<-answers
			}
			return true
		})
	})
	<-dead
	k.removals.Go(func() { k.save(dropped) })
	k.forget([]core.PaneID{dropped}) // returns
	if !k.keeps(t, shown) {
		t.Error("nothing is shown")
	}
	close(answers)
	k.close()
	if _, err := os.Stat(k.file(dropped)); !os.IsNotExist(err) {
		t.Errorf("still kept: %v", err)
	}
}
