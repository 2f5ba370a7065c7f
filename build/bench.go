package main

import (
	"context"
	"flag"
	"os"
	"slices"
	"strings"
)

// benchFolder is where everything that is measured, and what measures it, is built.
const benchFolder = "bin/bench"

// benchAreas are what can be measured by itself; a test compares them with the
// program that measures.
var benchAreas = []string{"flood", "echo", "start", "memory", "hidden"}

// benchFlags are passed on to the program that measures.
type benchFlags struct {
	only   string
	quick  bool
	again  bool
	report bool
}

func benchVerb(ctx context.Context, w *workshop, args []string) error {
	var f benchFlags
	err := parse("bench", args, func(flags *flag.FlagSet) {
		flags.StringVar(&f.only, "only", "", "areas, with commas between")
		flags.BoolVar(&f.quick, "quick", false, "fewer and smaller, not to be published")
		flags.BoolVar(&f.again, "again", false, "put the areas of -only into the published run, in place of what it has of them")
		flags.BoolVar(&f.report, "report", false, "render the report of the run that is kept")
	})
	if err != nil {
		return err
	}
	for name := range strings.SplitSeq(f.only, ",") {
		if f.only != "" && !slices.Contains(benchAreas, name) {
			return usageError("bench: there is no area %q; the areas are %s", name, strings.Join(benchAreas, ", "))
		}
	}
	if f.report {
		return w.run(ctx, child{argv: []string{"go", "run", "./tests/bench", "-report"}})
	}
	m := inspect(ctx)
	if m.goos != "linux" {
		return &failure{code: exitUsage, message: "the measurements read /proc and need a virtual screen", hint: "Run them on Linux."}
	}
	if err := w.ensureNode(ctx, m); err != nil {
		return err
	}
	if err := w.ensure(ctx, m, windowBuildNeeds(m), windowNeeds, browserNeeds); err != nil {
		return err
	}
	if err := w.ensureModules(ctx, "tests/bench/peer"); err != nil {
		return err
	}
	if err := w.buildAll(ctx); err != nil {
		return err
	}
	if err := w.buildBench(ctx); err != nil {
		return err
	}
	argv := []string{w.path(benchFolder, "measure"), "-root", w.root, "-programs", w.path(benchFolder)}
	if f.only != "" {
		argv = append(argv, "-only", f.only)
	}
	if f.again {
		argv = append(argv, "-again")
	}
	if f.quick {
		argv = append(argv, "-quick")
	}
	return w.run(ctx, child{argv: argv})
}

// buildBench builds the programs that measure, and puts those that are measured
// beside them.
func (w *workshop) buildBench(ctx context.Context) error {
	for name, env := range map[string]string{"probe": "CGO_ENABLED=0", "webview": "CGO_ENABLED=1", "measure": "CGO_ENABLED=0"} {
		pkg := "./tests/bench/" + name
		if name == "measure" {
			pkg = "./tests/bench"
		}
		argv := []string{"go", "build", "-tags", "webkit2_41", "-o", w.path(benchFolder, name), pkg}
		if err := w.run(ctx, child{env: []string{env}, argv: argv}); err != nil {
			return err
		}
	}
	for _, name := range []string{cliBinary, windowBinary} {
		data, err := os.ReadFile(w.path("bin", name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(w.path(benchFolder, name), data, 0o755); err != nil {
			return err
		}
	}
	return nil
}
