package compose

import (
	"fmt"
	"runtime/debug"
	"testing"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
)

type discard struct{ last []core.Notice }

func (d *discard) Emit(e bind.Event) { d.last = e.Data.([]core.Notice) }

func TestANoticeOfTheSameCauseIsReplacedAndReturnsAfterItWasDismissed(t *testing.T) {
	events := &discard{}
	n := &notices{events: events}
	n.add(core.Notice{ID: "disk", Message: "first"}, core.Notice{ID: "log", Message: "other"})
	n.add(core.Notice{ID: "disk", Message: "second"})
	if got := fmt.Sprint(n.list()); got != fmt.Sprint([]core.Notice{{ID: "disk", Message: "second"}, {ID: "log", Message: "other"}}) {
		t.Errorf("notices = %s", got)
	}
	n.dismiss("disk")
	if len(n.list()) != 1 || len(events.last) != 1 {
		t.Errorf("after dismissal: %v, told %v", n.list(), events.last)
	}
	n.add(core.Notice{ID: "disk", Message: "third"})
	if len(n.list()) != 2 {
		t.Error("the cause returned and nothing was said")
	}
}

func TestTheVersionNamesTheRevisionOfAnUnreleasedBuild(t *testing.T) {
	info := func(settings ...debug.BuildSetting) *debug.BuildInfo { return &debug.BuildInfo{Settings: settings} }
	revision := debug.BuildSetting{Key: "vcs.revision", Value: "0123456789abcdef0123"}
	for want, in := range map[string]*debug.BuildInfo{
		"dev":                    info(),
		"dev-0123456789ab":       info(revision),
		"dev-0123456789ab-dirty": info(revision, debug.BuildSetting{Key: "vcs.modified", Value: "true"}),
	} {
		if got := versionOf(in); got != want {
			t.Errorf("version = %s, want %s", got, want)
		}
	}
}
