package main

import (
	"context"
	"os"
	"os/exec"
	"runtime"
	"strings"
)

// A manager is one system package manager and how it is driven without
// questions.
type manager struct {
	name    string
	refresh []string // brings the package lists up to date; nil when install does it
	install []string // followed by package names
	// candidate prints the version that install would bring; nil when unknown.
	candidate func(pkg string) []string
}

// managers are tried in this order; the first one on PATH is the system's.
var managers = []manager{
	{
		name:      "apt",
		refresh:   []string{"apt-get", "update"},
		install:   []string{"apt-get", "install", "-y", "--no-install-recommends"},
		candidate: func(pkg string) []string { return []string{"apt-cache", "show", "--no-all-versions", pkg} },
	},
	{name: "dnf", install: []string{"dnf", "install", "-y"}},
	{name: "pacman", install: []string{"pacman", "-Sy", "--needed", "--noconfirm"}},
	{name: "zypper", install: []string{"zypper", "--non-interactive", "install", "--no-recommends"}},
	{name: "apk", refresh: []string{"apk", "update"}, install: []string{"apk", "add"}},
	{name: "brew", install: []string{"brew", "install"}},
}

// program is the command that proves a manager is there.
func (m manager) program() string { return m.install[0] }

// machine is what the tool found out about the system it runs on.
type machine struct {
	goos    string
	manager *manager // nil when none is known
	// elevate is put before a command that needs root: empty as root, "sudo -n"
	// when that works without a password, nil when neither does.
	elevate []string
	found   func(program string) bool
	// links reports whether a library can be linked against.
	links func(module string) bool
}

// inspect looks at the system once; nothing is changed.
func inspect(ctx context.Context) *machine {
	m := &machine{goos: runtime.GOOS, found: onPath}
	m.links = func(module string) bool {
		return exec.CommandContext(ctx, "pkg-config", "--exists", module).Run() == nil
	}
	for i := range managers {
		if onPath(managers[i].program()) {
			m.manager = &managers[i]
			break
		}
	}
	m.elevate = elevation(ctx, m.manager)
	return m
}

func elevation(ctx context.Context, pm *manager) []string {
	switch {
	case pm != nil && pm.name == "brew": // refuses to run as root, needs no rights
		return []string{}
	case os.Geteuid() == 0:
		return []string{}
	case onPath("sudo") && exec.CommandContext(ctx, "sudo", "-n", "true").Run() == nil:
		return []string{"sudo", "-n"}
	}
	return nil
}

// hasDisplay reports whether a window can be opened here.
func hasDisplay(goos string, getenv func(string) string) bool {
	if goos == "windows" || goos == "darwin" {
		return true
	}
	return strings.TrimSpace(getenv("DISPLAY")) != "" || strings.TrimSpace(getenv("WAYLAND_DISPLAY")) != ""
}
