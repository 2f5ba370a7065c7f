//go:build unix

package compose

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// recordingOpener notes what it was asked to open.
type recordingOpener struct{ opened []string }

func (o *recordingOpener) Open(_ context.Context, target string) error {
	o.opened = append(o.opened, target)
	return nil
}

func TestPlacesAreRevealedByNameAlone(t *testing.T) {
	a := newUser(t).start(t)
	opener := &recordingOpener{}
	desktop, browser := locations{a, opener}, locations{Application: a}
	want := map[string]string{
		"settings": a.paths.Config, "state": a.paths.Config, "log": filepath.Dir(a.logPath), "data": a.paths.Data, "screens": filepath.Dir(a.screens.store.Dir()),
	}
	for _, place := range desktop.Locations() {
		opener.opened = nil
		if err := desktop.Reveal(t.Context(), place.ID); err != nil || len(opener.opened) != 1 || opener.opened[0] != want[place.ID] {
			t.Errorf("%s: opened %q, %v; want %q", place.ID, opener.opened, err, want[place.ID])
		}
		delete(want, place.ID)
		err := browser.Reveal(t.Context(), place.ID)
		if public := errs.PublicOf(err); public.Kind != errs.Unsupported || !strings.Contains(public.Hint, place.Path) {
			t.Errorf("%s in a browser: %+v", place.ID, public)
		}
	}
	if len(want) > 0 {
		t.Errorf("not listed: %v", want)
	}
	opener.opened = nil
	for _, id := range []string{"", "/etc", "../log"} {
		if err := desktop.Reveal(t.Context(), id); errs.KindOf(err) != errs.NotFound || len(opener.opened) != 0 {
			t.Errorf("%q: %v", id, err)
		}
	}
}

func TestSettingsReachEveryViewAndTheNextStart(t *testing.T) {
	u := newUser(t)
	first, err := Start(t.Context(), u.options)
	if err != nil {
		t.Fatal(err)
	}
	told := &recorder{}
	first.AddSink(told)
	changed := first.Settings()
	changed.Appearance.Theme = core.ThemeSlate
	if _, err := first.page.Settings.Set(changed); err != nil {
		t.Error(err)
	}
	if !told.saw("settings") {
		t.Error("views were not told")
	}
	u.stop(t, first)
	if got := u.start(t).Settings().Appearance.Theme; got != core.ThemeSlate {
		t.Errorf("the next start has %q", got)
	}
}

// What a pane showed stands above its shell after a quit, and is private meanwhile.
func TestWhatAPaneShowedIsShownAfterAQuit(t *testing.T) {
	u := newUser(t)
	first, err := Start(t.Context(), u.options)
	if err != nil {
		t.Fatal(err)
	}
	ws, _, err := first.workspaces.Open(t.Context(), u.folder, 1, nil)
	if err != nil {
		t.Fatal(err)
	}
	show := func(app *Application, id core.TerminalID, marker string) *page {
		p := openPage(t, app)
		p.send(map[string]any{"t": "resize", "terminal": id, "cols": 80, "rows": 24})
		p.send(map[string]any{"t": "attach", "terminal": id, "offset": -1})
		p.until(marker, func(map[string]any) bool {
			out := p.output[string(id)]
			return out != nil && strings.Contains(out.String(), marker)
		})
		return p
	}
	id := ws.Panes[0].Terminal
	p := openPage(t, first)
	p.send(map[string]any{"t": "resize", "terminal": id, "cols": 80, "rows": 24})
	p.send(map[string]any{"t": "attach", "terminal": id, "offset": -1})
	p.until("a process", func(m map[string]any) bool { return m["t"] == "epoch" })
	p.typeInto(id, "echo re''member\n")
	p.until("the output", func(map[string]any) bool {
		out := p.output[string(id)]
		return out != nil && strings.Contains(out.String(), "remember")
	})
	u.stop(t, first)
	kept, err := os.ReadDir(first.screens.store.Dir())
	if err != nil || len(kept) != 1 || !strings.HasPrefix(kept[0].Name(), string(ws.Panes[0].ID)) {
		t.Fatalf("kept %v, %v", kept, err)
	}

	second := u.start(t)
	restored := second.workspaces.List()
	if len(restored) != 1 || len(restored[0].Panes) != 1 || restored[0].Panes[0].ID != ws.Panes[0].ID {
		t.Fatalf("restored %+v", restored)
	}
	id = restored[0].Panes[0].Terminal
	q := show(second, id, "restored ·")
	if out := q.output[string(id)].String(); !strings.Contains(out, "\x1b[0;2mremember\x1b[0m\r\n") {
		t.Errorf("shown %q", out)
	}
	if _, err := second.workspaces.CloseTerminal(t.Context(), id); err != nil {
		t.Error(err)
	}
	if kept, err := os.ReadDir(second.screens.store.Dir()); err != nil || len(kept) != 0 {
		t.Errorf("kept %v, %v", kept, err)
	}
}
