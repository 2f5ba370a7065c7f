package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// packageNeeds are what the packages' tests look at them with.
var packageNeeds = []need{
	{program: "rpm", why: "the RPM is read and installed by rpm itself", packages: same("rpm")},
	{program: "desktop-file-validate", why: "the menu entry is checked", packages: same("desktop-file-utils")},
	{program: "gio", why: "the window is started by its menu entry", packages: named(one("libglib2.0-bin"), one("glib2"), one("glib2"), one("glib2-tools"), one("glib"))},
	{program: "shellcheck", why: "the script for macOS cannot be run here and is checked instead", packages: named(one("shellcheck"), one("ShellCheck"), one("shellcheck"), one("ShellCheck"), one("shellcheck"))},
}

// Where the tests' packages lie: those of this tree, and those of a version that
// replaces them.
const (
	testPackages     = "tests/artifacts/packages"
	testPackagesNext = "tests/artifacts/packages-next"
)

// packagesStep makes the packages that packagesTestStep uses.
func packagesStep(w *workshop, ctx context.Context) error {
	r, ok := w.release(ctx)
	if !ok {
		return errors.New("this is no git repository, so there is no version")
	}
	next := r
	next.since++
	made, err := chosenFormats("deb,rpm,tar,windows")
	if err != nil {
		return err
	}
	for folder, p := range map[string]struct {
		release release
		formats []format
	}{testPackages: {r, made}, testPackagesNext: {next, made[:1]}} {
		if err := os.RemoveAll(w.path(folder)); err != nil {
			return err
		}
		if err := w.makePackages(ctx, p.release, w.path(folder), p.formats); err != nil {
			return err
		}
	}
	return nil
}

// packagesTestStep uses them on a screen of their own.
func packagesTestStep(ctx context.Context, w *workshop) tally {
	if runtime.GOOS != "linux" {
		return tally{notes: []string{"skipped: packages are installed on Linux only"}, skipped: 1}
	}
	return runGoTests(ctx, w, goTest{
		packages: []string{"./tests/packages/..."},
		uncached: true,
		env: []string{
			"CLANKER_PACKAGES=" + w.path(testPackages), "CLANKER_PACKAGES_NEXT=" + w.path(testPackagesNext),
			"NO_AT_BRIDGE=1", "DBUS_SESSION_BUS_ADDRESS=disabled:",
		},
		wrapper: []string{"xvfb-run", "-a", "-s", "-screen 0 1440x900x24 -noreset"},
	})
}

// macScriptStep checks what only macOS can run.
func macScriptStep(w *workshop, ctx context.Context) error {
	return w.run(ctx, child{argv: []string{"shellcheck", w.path("build/packaging/macos/dmg.sh")}})
}

// reproducibleStep builds clanker again: in another folder, with a frontend of its
// own, and with nothing that an earlier build has left.
func reproducibleStep(w *workshop, ctx context.Context) error {
	elsewhere, err := os.MkdirTemp("", "clanker-grid-again-")
	if err != nil {
		return err
	}
	defer removeCache(elsewhere)
	copied := &workshop{root: filepath.Join(elsewhere, "source"), out: w.out, err: w.err}
	if err := w.copySource(ctx, copied.root); err != nil {
		return err
	}
	if err := os.Symlink(w.path("frontend", "node_modules"), copied.path("frontend", "node_modules")); err != nil {
		return err
	}
	if err := copied.run(ctx, child{dir: "frontend", argv: []string{npm(), "run", "--silent", "build"}, quiet: true}); err != nil {
		return err
	}
	const version = "0.0.0-same"
	first, second := filepath.Join(elsewhere, "first"), filepath.Join(elsewhere, "second")
	if err := w.compile(ctx, compilation{cliBinary, here(), version, first}); err != nil {
		return err
	}
	cache := "GOCACHE=" + filepath.Join(elsewhere, "cache")
	if err := copied.compile(ctx, compilation{cliBinary, here(), version, second}, cache); err != nil {
		return err
	}
	return sameBytes(first, second)
}

// copySource copies what git knows of and what it would take up, and the file
// that lets Go embed an unbuilt frontend.
func (w *workshop) copySource(ctx context.Context, to string) error {
	list, err := w.output(ctx, child{argv: []string{"git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"}})
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(strings.TrimRight(list, "\x00"), "\x00") {
		data, err := os.ReadFile(w.path(filepath.FromSlash(name)))
		if errors.Is(err, fs.ErrNotExist) {
			continue // removed, and not committed yet
		}
		if err != nil {
			return err
		}
		path := filepath.Join(to, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(path, data, 0o644); err != nil {
			return err
		}
	}
	return nil
}

// removeCache removes a folder with a build cache in it, whose files are
// read-only.
func removeCache(folder string) {
	filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			os.Chmod(path, 0o700)
		}
		return nil
	})
	os.RemoveAll(folder)
}

func sameBytes(first, second string) error {
	a, err := os.ReadFile(first)
	if err != nil {
		return err
	}
	b, err := os.ReadFile(second)
	if err != nil {
		return err
	}
	if !bytes.Equal(a, b) {
		return fmt.Errorf("two builds of %s differ: %d and %d bytes", cliBinary, len(a), len(b))
	}
	return nil
}
