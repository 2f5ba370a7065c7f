package main

import (
	"errors"
	"slices"
	"strings"
	"testing"
)

func machineWith(manager string, have ...string) *machine {
	m := &machine{goos: "linux", elevate: []string{}}
	for i := range managers {
		if managers[i].name == manager {
			m.manager = &managers[i]
		}
	}
	has := func(name string) bool { return slices.Contains(have, name) }
	m.found, m.links = has, has
	return m
}

func TestNothingIsInstalledWhenEverythingIsThere(t *testing.T) {
	plan, err := planInstall(machineWith("apt", "zsh", "git"), []need{testNeeds[0], testNeeds[1]})
	if err != nil || len(plan.missing) != 0 {
		t.Fatalf("plan %v, error %v", plan, err)
	}
}

func TestEverythingMissingIsInstalledByOneCommand(t *testing.T) {
	plan, err := planInstall(machineWith("apt", "gcc"), desktopNeeds)
	if err != nil {
		t.Fatal(err)
	}
	want := "apt-get install -y --no-install-recommends pkg-config libgtk-3-dev libwebkit2gtk-4.1-dev"
	if plan.line() != want {
		t.Errorf("got  %s\nwant %s", plan.line(), want)
	}
}

func TestANeedOfTwoTiersIsInstalledOnce(t *testing.T) {
	plan, err := planInstall(machineWith("apk"), slices.Concat(compilerNeeds, desktopNeeds))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(plan.line(), "gcc"); n != 1 {
		t.Errorf("gcc is named %d times in %q", n, plan.line())
	}
}

func TestAMachineWithoutAPackageManagerIsToldWhatIsMissing(t *testing.T) {
	_, err := planInstall(machineWith(""), compilerNeeds)
	var f *failure
	if !errors.As(err, &f) || f.code != exitUsage || !strings.Contains(f.message, "gcc") {
		t.Fatalf("got %v", err)
	}
}

func TestAnAccountThatMayNotInstallIsGivenTheCommand(t *testing.T) {
	var out strings.Builder
	w := &workshop{root: t.TempDir(), out: &out, err: &out}
	m := machineWith("dnf")
	m.elevate = nil
	err := w.ensure(t.Context(), m, windowNeeds)
	var f *failure
	if !errors.As(err, &f) || f.code != exitUsage {
		t.Fatalf("got %v", err)
	}
	if want := "Run: sudo dnf install -y xorg-x11-server-Xvfb xorg-x11-xauth xdotool xclip ImageMagick"; f.hint != want {
		t.Errorf("got  %s\nwant %s", f.hint, want)
	}
	if strings.Count(out.String(), "\n") != len(windowNeeds) {
		t.Errorf("every package is announced on a line of its own:\n%s", out.String())
	}
}

// A need that a manager cannot meet would stop its users, so each is complete.
func TestEveryNeedHasAReasonAndAPackageOnEveryLinuxManager(t *testing.T) {
	all := slices.Concat(desktopNeeds, testNeeds, browserNeeds, windowNeeds, inputMethodNeeds, []need{nodeNeed, npmNeed})
	for _, n := range all {
		if n.why == "" || strings.HasSuffix(n.why, ".") {
			t.Errorf("%s: the reason %q is not a clause", n.what(), n.why)
		}
		for _, m := range managers {
			if m.name != "brew" && len(n.packages[m.name]) == 0 {
				t.Errorf("%s has no package for %s", n.what(), m.name)
			}
		}
	}
}

func TestNodeVersionsThatTheBundlerRunsOn(t *testing.T) {
	cases := map[string]bool{
		"v18.20.4": false, "v20.18.9": false, "v20.19.0": true, "v20.20.2": true,
		"v21.7.3": false, "v22.11.0": false, "v22.12.0": true, "v24.0.0": true,
	}
	for text, want := range cases {
		v, ok := parseVersion(text)
		if !ok || nodeSuits(v) != want {
			t.Errorf("%s: suits %v, want %v", text, nodeSuits(v), want)
		}
	}
	if v, ok := parseVersion(" 18.20.4+dfsg-1~deb12u1"); !ok || v != (version{18, 20, 4}) {
		t.Errorf("a Debian version reads as %v", v)
	}
	if _, ok := parseVersion("unknown"); ok {
		t.Error("text without a version has none")
	}
}

func TestADisplayIsXOrWayland(t *testing.T) {
	env := func(pairs ...string) func(string) string {
		return func(key string) string {
			for i := 0; i < len(pairs); i += 2 {
				if pairs[i] == key {
					return pairs[i+1]
				}
			}
			return ""
		}
	}
	if hasDisplay("linux", env()) || hasDisplay("linux", env("DISPLAY", " ")) {
		t.Error("a display is claimed where there is none")
	}
	if !hasDisplay("linux", env("DISPLAY", ":0")) || !hasDisplay("linux", env("WAYLAND_DISPLAY", "wayland-0")) || !hasDisplay("darwin", env()) {
		t.Error("a display is not seen")
	}
}
