package main

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const goEvents = `{"Action":"start","Package":"clankergrid/backend/a"}
{"Action":"run","Package":"clankergrid/backend/a","Test":"TestGood"}
{"Action":"pass","Package":"clankergrid/backend/a","Test":"TestGood","Elapsed":0.1}
{"Action":"output","Package":"clankergrid/backend/a","Test":"TestTable/one","Output":"    a_test.go:9: one differs\n"}
{"Action":"output","Package":"clankergrid/backend/a","Test":"TestTable/two","Output":"two is noisy and good\n"}
{"Action":"pass","Package":"clankergrid/backend/a","Test":"TestTable/two"}
{"Action":"fail","Package":"clankergrid/backend/a","Test":"TestTable/one"}
{"Action":"fail","Package":"clankergrid/backend/a","Test":"TestTable"}
{"Action":"output","Package":"clankergrid/backend/a","Test":"TestWindow","Output":"    a_test.go:20: no display here\n"}
{"Action":"skip","Package":"clankergrid/backend/a","Test":"TestWindow"}
{"Action":"fail","Package":"clankergrid/backend/a","Elapsed":1.5}
{"ImportPath":"clankergrid/backend/b","Action":"build-output","Output":"b.go:3:1: syntax error\n"}
{"ImportPath":"clankergrid/backend/b","Action":"build-fail"}
{"Action":"fail","Package":"clankergrid/backend/b","Elapsed":0,"FailedBuild":"clankergrid/backend/b"}
`

func TestGoTestsAreCountedOnceAndFailuresShown(t *testing.T) {
	var out strings.Builder
	got := readGoTests(strings.NewReader(goEvents), &out)
	if got.passed != 1 || got.failed != 2 || got.skipped != 1 {
		t.Errorf("got %d passed, %d failed, %d skipped", got.passed, got.failed, got.skipped)
	}
	for _, want := range []string{"one differs", "syntax error"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("the output lacks %q:\n%s", want, out.String())
		}
	}
	if strings.Contains(out.String(), "noisy") {
		t.Errorf("the output shows what passed:\n%s", out.String())
	}
	if !slices.Contains(got.notes, "skipped: backend/a TestWindow: no display here") {
		t.Errorf("the skip lost its reason: %q", got.notes)
	}
}

func TestFuzzTargetsAreFoundInAListing(t *testing.T) {
	listing := `{"Action":"output","Package":"clankergrid/app/serve","Output":"FuzzFrame\n"}
{"Action":"output","Package":"clankergrid/app/serve","Output":"ok  \tclankergrid/app/serve\t0.1s\n"}
`
	got := fuzzTargets(listing)
	if want := []fuzzTarget{{"clankergrid/app/serve", "FuzzFrame"}}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestVitestReportsCountTestsAndBrokenFiles(t *testing.T) {
	got, err := readVitest([]byte(`{"testResults":[
		{"name":"/r/a.test.ts","status":"failed","assertionResults":[{"fullName":" a works","status":"passed"},{"fullName":"a fails","status":"failed"},{"fullName":"a later","status":"skipped"}]},
		{"name":"/r/broken.test.ts","status":"failed","assertionResults":[]}]}`))
	if err != nil || got.passed != 1 || got.failed != 2 || got.skipped != 1 {
		t.Errorf("got %+v, %v", got, err)
	}
	if _, err := readVitest([]byte("{")); err == nil {
		t.Error("a torn report is taken for a good one")
	}
}

func TestTheLastLineOfASummaryIsTheTotals(t *testing.T) {
	var out strings.Builder
	w := &workshop{out: &out, err: &out}
	err := w.summarize([]outcome{{tier: "go", tally: tally{passed: 3, failed: 1, notes: []string{"failed: x"}}}}, false)
	if report(&out, err) != exitFailed {
		t.Errorf("a failed test ends with %v", err)
	}
	lines := strings.Split(strings.TrimRight(out.String(), "\n"), "\n")
	if last := lines[len(lines)-1]; last != "3 passed, 1 failed" {
		t.Errorf("the last line is %q", last)
	}
}

func TestARunThatTestedNothingFails(t *testing.T) {
	w := &workshop{out: &strings.Builder{}, err: &strings.Builder{}}
	if w.summarize(nil, false) == nil {
		t.Error("no test at all passes")
	}
}

func TestLongTiersRunWhenAskedFor(t *testing.T) {
	names := func(o options) (out []string) {
		for _, tier := range chosen(tiers(), o) {
			out = append(out, tier.name)
		}
		return out
	}
	if got := names(options{}); slices.Contains(got, "fuzz") || !slices.Contains(got, "e2e") {
		t.Errorf("plain: %v", got)
	}
	if got := names(options{full: true}); !slices.Contains(got, "soak") {
		t.Errorf("full: %v", got)
	}
	if got := names(options{only: "fuzz"}); !slices.Equal(got, []string{"fuzz"}) {
		t.Errorf("only: %v", got)
	}
}

func TestWrongCommandLinesAreRefused(t *testing.T) {
	for _, args := range [][]string{{}, {"tset"}, {"test", "--only", "nothing"}, {"clean", "everything"}, {"run", "--fast"}} {
		w := &workshop{root: t.TempDir(), out: &strings.Builder{}, err: &strings.Builder{}}
		var f *failure
		if err := dispatch(t.Context(), w, args); !errors.As(err, &f) || f.code != exitUsage {
			t.Errorf("%q: %v", args, err)
		}
	}
}

func TestATreeHashNoticesContentsNamesAndRemovals(t *testing.T) {
	dir := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	hash := func() string {
		t.Helper()
		h, err := hashTree(dir, "node_modules")
		if err != nil {
			t.Fatal(err)
		}
		return h
	}
	write("src/a.ts", "1")
	first := hash()
	write("node_modules/x/index.js", "ignored")
	if hash() != first {
		t.Error("a skipped folder counts")
	}
	write("src/a.ts", "2")
	second := hash()
	if second == first {
		t.Error("a change is not noticed")
	}
	if err := os.Rename(filepath.Join(dir, "src/a.ts"), filepath.Join(dir, "src/b.ts")); err != nil {
		t.Fatal(err)
	}
	if hash() == second {
		t.Error("a new name is not noticed")
	}
}

func TestTheAreasOfBenchAreThoseThatAreMeasured(t *testing.T) {
	source, err := os.ReadFile("../tests/bench/figures/run.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range benchAreas {
		if !strings.Contains(string(source), strconv.Quote(name)) {
			t.Errorf("nothing measures %q", name)
		}
	}
	areas, err := os.ReadFile("../tests/bench/areas.go")
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(string(areas), "\t{figures."); n != len(benchAreas) {
		t.Errorf("%d areas are measured, %d are known here", n, len(benchAreas))
	}
}

func TestAVerbsHelpNamesItsFlagsAndIsNoFailure(t *testing.T) {
	err := benchVerb(t.Context(), &workshop{}, []string{"--help"})
	if help := (*verbHelp)(nil); !errors.As(err, &help) || !strings.Contains(help.text, "-quick") {
		t.Errorf("got %v", err)
	}
	if code := report(io.Discard, err); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if err := benchVerb(t.Context(), &workshop{}, []string{"--only", "flood,nonsense"}); err == nil || !strings.Contains(err.Error(), "nonsense") {
		t.Errorf("got %v", err)
	}
}
