package local

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestMarkersOfOtherTerminalsAndAgentsAreDropped(t *testing.T) {
	for _, u := range unwanted {
		if u.reason == "" {
			t.Errorf("%s has no reason", u.name)
		}
		name := strings.Replace(u.name, "*", "X_1", 1)
		if got := clean([]string{name + "=1"}, nil); len(got) != 0 {
			t.Errorf("%s passes", name)
		}
	}
}

func TestMarkersThatTheCallerNamesAreDroppedToo(t *testing.T) {
	markers := []string{"SOME_AGENT", "OTHER_*"}
	got := clean([]string{"SOME_AGENT=1", "SOME_AGENT_HOME=/x", "OTHER_=1", "OTHER_SESSION=1", "OTHERS=1"}, markers)
	if want := (environ{"SOME_AGENT_HOME=/x", "OTHERS=1"}); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}

func TestSettingsOfTheUserPass(t *testing.T) {
	for _, entry := range []string{
		"HOME=/home/a", "LANG=de_DE.UTF-8", "LC_ALL=C", "SSH_AUTH_SOCK=/run/agent", "DISPLAY=:0", "WAYLAND_DISPLAY=wayland-0",
		"DBUS_SESSION_BUS_ADDRESS=unix:path=/run/bus", "GTK_IM_MODULE=ibus", "XMODIFIERS=@im=ibus", "EDITOR=vim", "EMPTY=",
		"TERMINAL=foot", "LINES_OF_CODE=1", "VALUE=a=b",
		"AGENTS=2", "https_proxy=http://proxy",
	} {
		if got := clean([]string{entry}, nil); !slices.Equal(got, environ{entry}) {
			t.Errorf("%s became %q", entry, got)
		}
	}
}

func TestCleanEnvironmentHasEveryNameOnceWithItsLastValue(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := rapid.SliceOf(rapid.SampledFrom([]string{"A", "B", "PATH", "TMUX", "CLANKER_TOKEN", "", "KITTY_PID"})).Draw(t, "names")
		var in []string
		last := map[string]string{}
		for i, name := range names {
			value := string(rune('a' + i%26))
			in = append(in, name+"="+value)
			if name != "" && !isUnwanted(name, nil) {
				last[name] = value
			}
		}
		got := clean(append(in, "no equals sign"), nil)
		if len(got) != len(last) {
			t.Fatalf("%q became %q", in, got)
		}
		for name, value := range last {
			if got.get(name) != value {
				t.Fatalf("%s is %q in %q", name, got.get(name), got)
			}
		}
	})
}
