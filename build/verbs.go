package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// parse reads a verb's flags and refuses arguments that it does not know.
func parse(name string, args []string, define func(*flag.FlagSet)) error {
	flags := flag.NewFlagSet(name, flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	if define != nil {
		define(flags)
	}
	err := flags.Parse(args)
	if errors.Is(err, flag.ErrHelp) {
		return helpOf(name, flags)
	}
	if err != nil {
		return usageError("%s: %v", name, err)
	}
	if flags.NArg() > 0 {
		return usageError("%s does not take %q", name, flags.Arg(0))
	}
	return nil
}

// verbHelp ends the tool with a text that was asked for.
type verbHelp struct{ text string }

func (h *verbHelp) Error() string { return h.text }

func helpOf(name string, flags *flag.FlagSet) error {
	var b strings.Builder
	fmt.Fprintf(&b, "usage: go run ./build %s [FLAGS]\n", name)
	flags.SetOutput(&b)
	flags.PrintDefaults()
	return &verbHelp{b.String()}
}

// windowBuildNeeds are the packages that building the window takes on this system.
func windowBuildNeeds(m *machine) []need {
	if m.goos == "linux" {
		return desktopNeeds
	}
	return nil
}

// prepareBuild installs what building takes.
func (w *workshop) prepareBuild(ctx context.Context, m *machine) error {
	if m.goos == "darwin" && !m.found("clang") {
		return &failure{code: exitUsage, message: "the compiler is missing", hint: "Run: xcode-select --install"}
	}
	if err := w.ensureNode(ctx, m); err != nil {
		return err
	}
	return w.ensure(ctx, m, windowBuildNeeds(m))
}

func runVerb(ctx context.Context, w *workshop, args []string) error {
	if err := parse("run", args, nil); err != nil {
		return err
	}
	m := inspect(ctx)
	if !hasDisplay(m.goos, os.Getenv) {
		return w.runWithoutDisplay(ctx, m)
	}
	if err := w.prepareBuild(ctx, m); err != nil {
		return err
	}
	if err := w.buildAll(ctx); err != nil {
		return err
	}
	return w.run(ctx, child{argv: []string{w.path("bin", executable(windowBinary))}, stdin: true})
}

// runWithoutDisplay starts the browser mode. The window's libraries are not
// installed for it: it needs none.
func (w *workshop) runWithoutDisplay(ctx context.Context, m *machine) error {
	w.say("There is no display here, so the browser mode is started; open the address below in a browser.")
	if err := w.ensureNode(ctx, m); err != nil {
		return err
	}
	if err := w.buildFrontend(ctx); err != nil {
		return err
	}
	if err := w.buildCLI(ctx); err != nil {
		return err
	}
	// Interrupts reach the child from the terminal itself: it asks before it ends
	// work, so they must not also end it from here.
	return w.run(context.WithoutCancel(ctx), child{argv: []string{w.path("bin", executable(cliBinary)), "serve"}, stdin: true})
}

func buildVerb(ctx context.Context, w *workshop, args []string) error {
	if err := parse("build", args, nil); err != nil {
		return err
	}
	if err := w.prepareBuild(ctx, inspect(ctx)); err != nil {
		return err
	}
	return w.buildAll(ctx)
}

func generateVerb(_ context.Context, w *workshop, args []string) error {
	var check bool
	err := parse("generate", args, func(f *flag.FlagSet) { f.BoolVar(&check, "check", false, "fail when the client is stale") })
	if err != nil {
		return err
	}
	return generateClient(w.root, check)
}

func fmtVerb(ctx context.Context, w *workshop, args []string) error {
	if err := parse("fmt", args, nil); err != nil {
		return err
	}
	if err := w.run(ctx, child{argv: append([]string{"gofmt", "-w"}, goFolders...)}); err != nil {
		return err
	}
	if err := w.ensureNode(ctx, inspect(ctx)); err != nil {
		return err
	}
	if err := w.ensureModules(ctx, "frontend"); err != nil {
		return err
	}
	return w.run(ctx, child{dir: "frontend", argv: []string{npm(), "run", "--silent", "format"}})
}

func lintVerb(ctx context.Context, w *workshop, args []string) error {
	if err := parse("lint", args, nil); err != nil {
		return err
	}
	return w.runTiers(ctx, options{only: "static"})
}

// cleanVerb removes build results. node_modules stay: fetching them again is
// slow and needs a network.
func cleanVerb(_ context.Context, w *workshop, args []string) error {
	if err := parse("clean", args, nil); err != nil {
		return err
	}
	for _, dir := range []string{"bin", "dist", "tests/e2e/artifacts", "tests/artifacts"} {
		if err := os.RemoveAll(w.path(dir)); err != nil {
			return err
		}
	}
	dist := w.path("frontend", "dist")
	entries, err := os.ReadDir(dist)
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if entry.Name() == ".keep" {
			continue
		}
		if err := os.RemoveAll(w.path("frontend", "dist", entry.Name())); err != nil {
			return err
		}
	}
	return nil
}
