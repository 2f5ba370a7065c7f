package main

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"runtime"
	"strings"
)

// The two binaries, as they are called below bin, and one for tests alone.
const (
	windowBinary    = "clanker-grid"     // the desktop application
	cliBinary       = "clanker"          // the browser mode and the command line
	automatedBinary = "clanker-grid-e2e" // the desktop application, controlled by WebDriver
)

// versionVariable is what -ldflags sets; app/compose reads it.
const versionVariable = "clankergrid/app/compose.version"

// frontendStamp remembers what frontend/dist was built from. It lies outside of
// dist, which is embedded whole.
const frontendStamp = "bin/.frontend-inputs"

// buildAll builds the frontend, then both binaries, which embed it.
func (w *workshop) buildAll(ctx context.Context) error {
	if err := w.buildFrontend(ctx); err != nil {
		return err
	}
	if err := w.buildCLI(ctx); err != nil {
		return err
	}
	return w.buildWindow(ctx)
}

// buildFrontend bundles the frontend unless its inputs are what they were.
func (w *workshop) buildFrontend(ctx context.Context) error {
	if err := w.ensureModules(ctx, "frontend"); err != nil {
		return err
	}
	inputs, err := hashTree(w.path("frontend"), "node_modules", "dist")
	if err != nil {
		return err
	}
	have, err := os.ReadFile(w.path(frontendStamp))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	if _, err := os.Stat(w.path("frontend", "dist", "index.html")); err == nil && strings.TrimSpace(string(have)) == inputs {
		w.say("frontend: unchanged")
		return nil
	}
	w.say("frontend: building")
	if err := w.run(ctx, child{dir: "frontend", argv: []string{npm(), "run", "--silent", "build"}}); err != nil {
		return err
	}
	// The bundler empties dist, but the file that lets Go embed an unbuilt dist
	// is committed.
	if err := os.WriteFile(w.path("frontend", "dist", ".keep"), nil, 0o644); err != nil {
		return err
	}
	if err := os.MkdirAll(w.path("bin"), 0o755); err != nil {
		return err
	}
	return os.WriteFile(w.path(frontendStamp), []byte(inputs+"\n"), 0o644)
}

// buildCLI builds the browser mode and the command line for this system.
func (w *workshop) buildCLI(ctx context.Context) error { return w.buildHere(ctx, cliBinary) }

// buildWindow builds the desktop application for the system it runs on.
func (w *workshop) buildWindow(ctx context.Context) error { return w.buildHere(ctx, windowBinary) }

// buildAutomated builds the window that WebDriver may control, which the end-to-end
// tests need and nobody else may have. WebKitGTK alone has a driver that takes
// an application; elsewhere there is nothing to build.
func (w *workshop) buildAutomated(ctx context.Context) error {
	if runtime.GOOS != "linux" {
		return nil
	}
	return w.buildHere(ctx, automatedBinary)
}

func (w *workshop) buildHere(ctx context.Context, program string) error {
	w.say("%s: building", program)
	return w.compile(ctx, compilation{program, here(), w.version(ctx), w.path("bin", executable(program))})
}

// version is what git says this tree is, or "dev" outside of a repository.
func (w *workshop) version(ctx context.Context) string {
	if r, ok := w.release(ctx); ok {
		return r.String()
	}
	return "dev"
}
