package workspace

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// dock plans launches of the one harness that it knows.
type dock struct{ planned []string }

var _ Launches = (*dock)(nil)

func (d *dock) Plan(choice core.LaunchChoice, dir string) (command.Launch, error) {
	d.planned = append(d.planned, fmt.Sprintf("%s %s in %s", choice.Harness, choice.Model, dir))
	if choice.Harness != "crab" {
		return nil, errs.New("fake", errs.NotFound, "There is no such harness.", "")
	}
	return &ship{choice}, nil
}

type ship struct{ choice core.LaunchChoice }

var _ command.Launch = (*ship)(nil)

func (s *ship) Agent() core.Agent { return core.Agent{Harness: s.choice.Harness} }
func (*ship) Prepare(context.Context, core.TerminalID) (command.Prepared, error) {
	panic("the terminal prepares it")
}

func TestAPaneIsOpenedForAnAgent(t *testing.T) {
	b := newBench(t)
	d := &dock{}
	b.launches = d
	ws := b.opened(t, "/src", 1)
	b.shells.taken()
	pane, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{Launch: &core.LaunchChoice{Harness: "crab", Model: "m"}})
	if err != nil {
		t.Fatal(err)
	}
	requests := b.shells.taken()
	if len(requests) != 1 || requests[0].Pane != pane.ID || requests[0].Launch == nil || !slices.Equal(d.planned, []string{"crab m in /src"}) {
		t.Errorf("requests %+v, planned %q", requests, d.planned)
	}
	b.hears(t, "/src has 2")

	if _, err := b.AddTerminal(t.Context(), ws.ID, core.NewPane{Launch: &core.LaunchChoice{Harness: "squid"}}); errs.KindOf(err) != errs.NotFound {
		t.Errorf("err = %v", err)
	}
	b.hears(t)
	if len(b.shells.taken()) != 0 {
		t.Error("a terminal was made for what cannot be launched")
	}
}

func TestEachPaneOfAFolderGetsALaunchOfItsOwn(t *testing.T) {
	b := newBench(t)
	d := &dock{}
	b.launches = d
	b.machine.has("/src", "/src")
	if _, _, err := b.Open(t.Context(), "/src", 3, &core.LaunchChoice{Harness: "squid"}); errs.KindOf(err) != errs.NotFound {
		t.Fatalf("err = %v", err)
	}
	b.hears(t)
	ws, existing, err := b.Open(t.Context(), "/src", 3, &core.LaunchChoice{Harness: "crab"})
	if err != nil || existing || len(ws.Panes) != 3 {
		t.Fatalf("Open = %+v, %v, %v", ws, existing, err)
	}
	b.shelf.takes("remember /src 0x0")
	b.hears(t, "/src has 3")
	seen := map[command.Launch]bool{}
	for _, req := range b.shells.taken() {
		if req.Launch == nil || seen[req.Launch] {
			t.Errorf("launch %v", req.Launch)
		}
		seen[req.Launch] = true
	}
	d.planned = nil
	if _, existing, err := b.Open(t.Context(), "/src", 2, &core.LaunchChoice{Harness: "crab"}); err != nil || !existing || len(d.planned) != 0 {
		t.Errorf("an open folder: %v, %v, planned %q", existing, err, d.planned)
	}
	b.shelf.takes("remember /src 0x0")
}
