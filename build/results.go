package main

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// tally is what a step found. Notes name each failure and each skip once more
// at the end, where they can be seen.
type tally struct {
	passed, failed, skipped int
	notes                   []string
}

func (t tally) add(o tally) tally {
	return tally{
		passed: t.passed + o.passed, failed: t.failed + o.failed, skipped: t.skipped + o.skipped,
		notes: slices.Concat(t.notes, o.notes),
	}
}

// goTest is one run of `go test`.
type goTest struct {
	packages []string // all of ours when empty
	except   []string
	race     bool
	uncached bool
	env      []string
	wrapper  []string // put before the command
}

func goTestStep(run goTest) func(context.Context, *workshop) tally {
	return func(ctx context.Context, w *workshop) tally { return runGoTests(ctx, w, run) }
}

// goTestTimeout is per package: real shells and real waits of seconds add up,
// and a hang must not eat the budget of the whole run.
const goTestTimeout = 10 * time.Minute

func runGoTests(ctx context.Context, w *workshop, run goTest) tally {
	argv := append(slices.Clone(run.wrapper), "go", "test", "-json", "-tags", "webkit2_41", "-timeout", goTestTimeout.String())
	env := run.env
	if run.race {
		argv = append(argv, "-race")
		env = append(env, "CGO_ENABLED=1")
	}
	if run.uncached {
		argv = append(argv, "-count=1")
	}
	packages := run.packages
	if len(packages) == 0 {
		var err error
		if packages, err = w.packages(ctx, run.except); err != nil {
			return tally{failed: 1, notes: []string{err.Error()}}
		}
	}
	cmd := w.command(ctx, child{env: env, argv: append(argv, packages...)})
	cmd.Stderr = w.err
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		return tally{failed: 1, notes: []string{err.Error()}}
	}
	if err := cmd.Start(); err != nil {
		return tally{failed: 1, notes: []string{err.Error()}}
	}
	total := readGoTests(stdout, w.out)
	if err := cmd.Wait(); err != nil && total.failed == 0 {
		return total.add(tally{failed: 1, notes: []string{childError(ctx, child{argv: argv}, err).Error()}})
	}
	return total
}

// testEvent is a line of `go test -json`.
type testEvent struct {
	Action      string
	Package     string
	ImportPath  string
	Test        string
	Output      string
	Elapsed     float64
	FailedBuild string
}

// readGoTests counts top-level tests, prints one line per package and, for
// each test or sub-test that failed, what it printed.
func readGoTests(events io.Reader, out io.Writer) tally {
	var total tally
	output := map[string][]string{} // by package and test
	failedTests := map[string]bool{}
	scanner := bufio.NewScanner(events)
	scanner.Buffer(nil, 16<<20) // a failing test may print a very long line
	for scanner.Scan() {
		var event testEvent
		if json.Unmarshal(scanner.Bytes(), &event) != nil {
			fmt.Fprintln(out, scanner.Text())
			continue
		}
		pkg := strings.TrimPrefix(event.Package, "clankergrid/")
		key := event.Package + event.ImportPath + " " + event.Test
		switch event.Action {
		case "output", "build-output":
			if !strings.HasPrefix(event.Output, "=== ") {
				output[key] = append(output[key], event.Output)
			}
		case "build-fail":
			fmt.Fprint(out, strings.Join(output[key], ""))
		case "pass", "fail", "skip":
			printed := output[key]
			delete(output, key)
			if event.Action == "fail" && event.Test != "" {
				failedTests[event.Package] = true
				fmt.Fprint(out, strings.Join(printed, ""))
			}
			switch {
			case strings.Contains(event.Test, "/"):
			case event.Test != "":
				total = total.add(countTest(event, pkg, printed))
			default:
				fmt.Fprintf(out, "  %-4s %s (%.1f s)\n", event.Action, pkg, event.Elapsed)
				// A package that failed without a failing test did not build, hung or
				// left something behind.
				if event.Action == "fail" && !failedTests[event.Package] {
					total = total.add(tally{failed: 1, notes: []string{"failed: package " + pkg}})
					fmt.Fprint(out, strings.Join(printed, ""))
				}
			}
		}
	}
	return total
}

func countTest(event testEvent, pkg string, output []string) tally {
	name := pkg + " " + event.Test
	switch event.Action {
	case "fail":
		return tally{failed: 1, notes: []string{"failed: " + name}}
	case "skip":
		return tally{skipped: 1, notes: []string{"skipped: " + name + skipReason(output)}}
	}
	return tally{passed: 1}
}

// skipReason takes the sentence out of what a skipped test printed.
func skipReason(output []string) string {
	for _, line := range output {
		if _, reason, ok := strings.Cut(line, ".go:"); ok {
			if _, text, ok := strings.Cut(reason, ": "); ok {
				return ": " + strings.TrimSpace(text)
			}
		}
	}
	return ""
}

// fuzzTarget is a fuzz function and its package.
type fuzzTarget struct{ pkg, name string }

// fuzzTargets reads `go test -list -json`.
func fuzzTargets(listing string) []fuzzTarget {
	var targets []fuzzTarget
	for line := range strings.Lines(listing) {
		var event testEvent
		if json.Unmarshal([]byte(line), &event) != nil || event.Action != "output" {
			continue
		}
		if name := strings.TrimSpace(event.Output); strings.HasPrefix(name, "Fuzz") && !strings.Contains(name, " ") {
			targets = append(targets, fuzzTarget{event.Package, name})
		}
	}
	return targets
}

// vitest is one run of it.
type vitest struct {
	dir      string
	projects []string // of its configuration; all when empty
	files    []string // parts of the names of test files; all when empty
	env      []string
}

func vitestStep(run vitest) func(context.Context, *workshop) tally {
	return func(ctx context.Context, w *workshop) tally { return runVitest(ctx, w, run) }
}

// runVitest shows vitest's own output and takes the numbers from its report.
func runVitest(ctx context.Context, w *workshop, run vitest) tally {
	if err := w.ensureModules(ctx, run.dir); err != nil {
		return tally{failed: 1, notes: []string{err.Error()}}
	}
	folder, err := os.MkdirTemp("", "clanker-grid-vitest-")
	if err != nil {
		return tally{failed: 1, notes: []string{err.Error()}}
	}
	defer os.RemoveAll(folder)
	reportFile := filepath.Join(folder, "report.json")
	argv := []string{npm(), "exec", "--offline", "--", "vitest", "run", "--reporter=default", "--reporter=json", "--outputFile.json=" + reportFile}
	for _, project := range run.projects {
		argv = append(argv, "--project="+project)
	}
	runError := w.run(ctx, child{dir: run.dir, env: run.env, argv: append(argv, run.files...)})
	data, err := os.ReadFile(reportFile)
	if err != nil {
		return tally{failed: 1, notes: []string{fmt.Sprintf("vitest in %s wrote no report: %v", run.dir, runError)}}
	}
	total, err := readVitest(data)
	if err != nil {
		return tally{failed: 1, notes: []string{err.Error()}}
	}
	if runError != nil && total.failed == 0 {
		total = total.add(tally{failed: 1, notes: []string{runError.Error()}})
	}
	return total
}

// readVitest counts tests, and test files that failed before their first test.
func readVitest(data []byte) (tally, error) {
	var report struct {
		TestResults []struct {
			Name             string
			Status           string
			AssertionResults []struct{ FullName, Status string }
		}
	}
	if err := json.Unmarshal(data, &report); err != nil {
		return tally{}, fmt.Errorf("vitest's report cannot be read: %w", err)
	}
	var total tally
	for _, file := range report.TestResults {
		name := filepath.Base(file.Name)
		if file.Status == "failed" && !slices.ContainsFunc(file.AssertionResults, func(r struct{ FullName, Status string }) bool { return r.Status == "failed" }) {
			total = total.add(tally{failed: 1, notes: []string{"failed: " + name}})
		}
		for _, result := range file.AssertionResults {
			switch result.Status {
			case "passed":
				total.passed++
			case "failed":
				total = total.add(tally{failed: 1, notes: []string{"failed: " + name + ": " + strings.TrimSpace(result.FullName)}})
			default:
				total = total.add(tally{skipped: 1, notes: []string{"skipped: " + name + ": " + strings.TrimSpace(result.FullName)}})
			}
		}
	}
	return total, nil
}
