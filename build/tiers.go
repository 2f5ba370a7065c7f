package main

import (
	"context"
	"fmt"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// A tier is a group of steps with one name, from cheap to dear.
type tier struct {
	name  string
	about string
	// full tiers run with --full, or when named.
	full  bool
	needs func(m *machine) [][]need
	node  bool // the tier uses Node
	steps []step
}

// A step is one thing that passes or fails.
type step struct {
	name string
	run  func(ctx context.Context, w *workshop) tally
}

// goFolders hold our Go files: walking node_modules would take seconds.
var goFolders = []string{"app", "backend", "build", "frontend/embed.go", "main.go", "tests"}

// browserProjects are the end-to-end tests of the browser mode, by the names in
// tests/e2e/vitest.config.ts: those that share the machine, and those that do not.
var browserProjects = []string{"together", "alone"}

// tiers is the whole of `test`, in order. The first tiers are the ones that
// find most faults per second.
func tiers() []tier {
	return []tier{
		{
			name: "static", about: "formatting, vet on three systems, types and lint", node: true,
			needs: func(m *machine) [][]need { return [][]need{windowBuildNeeds(m), compilerOf(m)} },
			steps: []step{
				{"gofmt", gofmtStep},
				{"generated client", generatedStep},
				{"vet", vetStep(vetTarget{})},
				{"vet for Windows", vetStep(vetTarget{goos: "windows"})},
				{"vet for macOS", vetStep(vetTarget{goos: "darwin", withoutWindow: true})},
				{"frontend types", npmStep("frontend", "typecheck")},
				{"frontend lint", npmStep("frontend", "lint")},
				{"end-to-end types", npmStep("tests/e2e", "typecheck")},
			},
		},
		{
			name: "go", about: "Go tests with the race detector",
			needs: func(m *machine) [][]need {
				return [][]need{windowBuildNeeds(m), compilerOf(m), linuxOnly(m, testNeeds)}
			},
			// The window's tests are a tier of their own; without a screen they would
			// only say that they were skipped.
			steps: []step{{"go test -race", goTestStep(goTest{except: []string{"clankergrid/tests/desktop", "clankergrid/tests/packages"}, race: true})}},
		},
		{
			name: "frontend", about: "TypeScript unit and component tests", node: true,
			steps: []step{{"vitest", vitestStep(vitest{dir: "frontend"})}},
		},
		{
			name: "build", about: "the frontend and both binaries", node: true,
			needs: func(m *machine) [][]need { return [][]need{windowBuildNeeds(m)} },
			steps: []step{
				{"frontend", errorStep((*workshop).buildFrontend)},
				{"clanker", errorStep((*workshop).buildCLI)},
				{"clanker-grid", errorStep((*workshop).buildWindow)},
			},
		},
		{
			name: "e2e", about: "the browser mode in Chromium", node: true,
			needs: func(m *machine) [][]need { return [][]need{linuxOnly(m, testNeeds), linuxOnly(m, browserNeeds)} },
			steps: []step{
				{"build", errorStep(buildForBrowser)},
				{"vitest in Chromium", vitestStep(vitest{dir: "tests/e2e", projects: browserProjects})},
			},
		},
		{
			name: "desktop", about: "the window on a virtual screen", node: true,
			needs: func(m *machine) [][]need {
				return [][]need{windowBuildNeeds(m), linuxOnly(m, windowNeeds), linuxOnly(m, inputMethodNeeds)}
			},
			steps: []step{
				{"build", errorStep((*workshop).buildAll)},
				{"build for tests", errorStep((*workshop).buildAutomated)},
				{"window", desktopStep},
			},
		},
		{
			name: "webkit", about: "the same scenarios in the window", node: true,
			needs: func(m *machine) [][]need {
				return [][]need{windowBuildNeeds(m), linuxOnly(m, testNeeds), linuxOnly(m, windowNeeds), linuxOnly(m, automationNeeds)}
			},
			steps: []step{
				{"build", errorStep(buildForWindow)},
				{"vitest in the window", windowStep},
			},
		},
		{
			name: "packages", about: "packages are made, installed, upgraded and removed", full: true, node: true,
			needs: func(m *machine) [][]need {
				return [][]need{windowBuildNeeds(m), linuxOnly(m, testNeeds), linuxOnly(m, windowNeeds), linuxOnly(m, packageNeeds), linuxOnly(m, installerNeeds)}
			},
			steps: []step{
				{"frontend", errorStep((*workshop).buildFrontend)},
				{"the same bytes twice", errorStep(reproducibleStep)},
				{"script for macOS", errorStep(macScriptStep)},
				{"packages", errorStep(packagesStep)},
				{"install, use, upgrade, remove", packagesTestStep},
			},
		},
		{
			name: "fuzz", about: "every fuzz target for 20 s", full: true,
			steps: []step{{"fuzz", fuzzStep}},
		},
		{
			name: "soak", about: "many panes, long floods, many kills", full: true, node: true,
			needs: func(m *machine) [][]need { return [][]need{linuxOnly(m, testNeeds), linuxOnly(m, browserNeeds)} },
			steps: []step{
				{"build", errorStep(buildForBrowser)},
				{"soak in Chromium", vitestStep(vitest{dir: "tests/e2e", projects: browserProjects, files: []string{"soak", "killed"}, env: []string{"CLANKER_E2E_SOAK=1"}})},
			},
		},
	}
}

func tierNames() []string {
	var names []string
	for _, t := range tiers() {
		names = append(names, t.name)
	}
	return names
}

func compilerOf(m *machine) []need { return linuxOnly(m, compilerNeeds) }

// linuxOnly leaves needs out where the tests that use them are skipped too.
func linuxOnly(m *machine, needs []need) []need {
	if m.goos == "linux" {
		return needs
	}
	return nil
}

// errorStep counts one passed or failed thing.
func errorStep(run func(*workshop, context.Context) error) func(context.Context, *workshop) tally {
	return func(ctx context.Context, w *workshop) tally {
		if err := run(w, ctx); err != nil {
			return tally{failed: 1, notes: []string{err.Error()}}
		}
		return tally{passed: 1}
	}
}

func buildForBrowser(w *workshop, ctx context.Context) error {
	if err := w.buildFrontend(ctx); err != nil {
		return err
	}
	return w.buildCLI(ctx)
}

// buildForWindow builds the window that the tests drive, and the command that
// looks at it from outside.
func buildForWindow(w *workshop, ctx context.Context) error {
	if err := buildForBrowser(w, ctx); err != nil {
		return err
	}
	return w.buildAutomated(ctx)
}

func windowStep(ctx context.Context, w *workshop) tally {
	if runtime.GOOS != "linux" {
		return tally{notes: []string{"skipped: the window can be driven on Linux only"}, skipped: 1}
	}
	run := vitest{dir: "tests/e2e", projects: []string{"window"}}
	if w.full {
		run.env = []string{"CLANKER_E2E_FULL=1"}
	}
	found := runVitest(ctx, w, run)
	if pictures, err := filepath.Glob(w.path("tests", "e2e", "artifacts", "window", "*.png")); err == nil && len(pictures) > 0 {
		found.notes = append(found.notes, fmt.Sprintf("%d pictures of the window are in tests/e2e/artifacts/window", len(pictures)))
	}
	return found
}

func gofmtStep(ctx context.Context, w *workshop) tally {
	files, err := w.output(ctx, child{argv: append([]string{"gofmt", "-l"}, goFolders...)})
	if err != nil {
		return tally{failed: 1, notes: []string{err.Error()}}
	}
	var ours []string
	for name := range strings.Lines(files) {
		if !strings.Contains(name, "node_modules") {
			ours = append(ours, strings.TrimSpace(name))
		}
	}
	if len(ours) > 0 {
		return tally{failed: 1, notes: []string{"not formatted (run `go run ./build fmt`): " + strings.Join(ours, " ")}}
	}
	return tally{passed: 1}
}

func generatedStep(_ context.Context, w *workshop) tally {
	if err := generateClient(w.root, true); err != nil {
		return tally{failed: 1, notes: []string{err.Error()}}
	}
	return tally{passed: 1}
}

// vetTarget is a system to vet for; the zero value is the one it runs on.
type vetTarget struct {
	goos string
	// withoutWindow leaves out what imports Wails, which needs cgo on macOS and
	// can therefore not be checked from another system.
	withoutWindow bool
}

func vetStep(target vetTarget) func(context.Context, *workshop) tally {
	return errorStep(func(w *workshop, ctx context.Context) error {
		argv := []string{"go", "vet"}
		var env []string
		if target.goos != "" {
			env = []string{"GOOS=" + target.goos, "CGO_ENABLED=0"}
		}
		if target.goos == "" || target.goos == runtime.GOOS {
			argv = append(argv, "-tags", "webkit2_41")
		}
		var except []string
		if target.withoutWindow {
			except = []string{"clankergrid", "clankergrid/app"}
		}
		packages, err := w.packages(ctx, except)
		if err != nil {
			return err
		}
		return w.run(ctx, child{env: env, argv: append(argv, packages...)})
	})
}

// packages are all of ours except those named.
func (w *workshop) packages(ctx context.Context, except []string) ([]string, error) {
	list, err := w.output(ctx, child{argv: []string{"go", "list", "./..."}})
	if err != nil {
		return nil, err
	}
	return slices.DeleteFunc(strings.Fields(list), func(pkg string) bool { return slices.Contains(except, pkg) }), nil
}

func npmStep(dir, script string) func(context.Context, *workshop) tally {
	return errorStep(func(w *workshop, ctx context.Context) error {
		if err := w.ensureModules(ctx, dir); err != nil {
			return err
		}
		return w.run(ctx, child{dir: dir, argv: []string{npm(), "run", "--silent", script}})
	})
}

// desktopStep runs the window's tests on a screen of their own. Without the two
// variables GTK leaves accessibility and session-bus daemons behind.
func desktopStep(ctx context.Context, w *workshop) tally {
	if runtime.GOOS != "linux" {
		return tally{notes: []string{"skipped: a virtual screen exists on Linux only"}, skipped: 1}
	}
	return runGoTests(ctx, w, goTest{
		packages: []string{"./tests/desktop/..."},
		uncached: true,
		env: []string{
			"CLANKER_DESKTOP_BINARY=" + w.path("bin", executable(windowBinary)),
			"CLANKER_BINARY=" + w.path("bin", executable(cliBinary)),
			"CLANKER_AUTOMATED_BINARY=" + w.path("bin", executable(automatedBinary)),
			"NO_AT_BRIDGE=1", "DBUS_SESSION_BUS_ADDRESS=disabled:",
		},
		// A virtual screen starts anew when its last client leaves, and refuses the
		// next one while it does.
		wrapper: []string{"xvfb-run", "-a", "-s", "-screen 0 1440x900x24 -noreset"},
	})
}

// fuzzTime is long enough to find a shallow fault in a changed codec and short
// enough to run for every target.
const fuzzTime = "20s"

// fuzzStep runs every fuzz target; go allows one target per run.
func fuzzStep(ctx context.Context, w *workshop) tally {
	listing, err := w.output(ctx, child{argv: []string{"go", "test", "-list", "^Fuzz", "-json", "./..."}})
	if err != nil {
		return tally{failed: 1, notes: []string{err.Error()}}
	}
	var total tally
	for _, target := range fuzzTargets(listing) {
		if err := w.fuzz(ctx, target); err != nil {
			total = total.add(tally{failed: 1, notes: []string{fmt.Sprintf("%s in %s: %v", target.name, target.pkg, err)}})
			continue
		}
		total.passed++
	}
	return total
}

// fuzz runs one target. Go's fuzzing now and then reports the end of its own time as
// a failure of the target; a real one leaves the input that failed among the seeds,
// so a run that leaves none is made once more.
func (w *workshop) fuzz(ctx context.Context, target fuzzTarget) error {
	run := child{
		argv:  []string{"go", "test", "-run", "^$", "-fuzz", "^" + target.name + "$", "-fuzztime", fuzzTime, target.pkg},
		quiet: true,
	}
	seeds := w.path(strings.TrimPrefix(target.pkg, "clankergrid/"), "testdata", "fuzz", target.name)
	before, err := hashTree(seeds)
	if err != nil {
		return err
	}
	w.say("fuzz %s %s", target.pkg, target.name)
	failed := w.run(ctx, run)
	if failed == nil || ctx.Err() != nil {
		return failed
	}
	if after, err := hashTree(seeds); err != nil || after != before {
		return failed
	}
	w.say("fuzz %s %s once more: it ended without an input that fails", target.pkg, target.name)
	return w.run(ctx, run)
}
