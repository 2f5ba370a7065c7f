package arch

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var (
	flagToken   = regexp.MustCompile("(?:^|[\\s`(\\[])(--[a-z][a-z-]*)")
	listedFlag  = regexp.MustCompile(`(?m)(--[a-z][a-z-]*)`)
	clankerVerb = regexp.MustCompile("(?m)(?:^    |`)(?:\\$ )?clanker ([a-z]+)")
	buildVerb   = regexp.MustCompile(`go run \./build ([a-z]+)`)
	listedVerb  = regexp.MustCompile(`(?m)^  ([a-z]+) `)
)

// foreignFlags belong to other programs that documents name.
var foreignFlags = []string{"--install", "--project", "--strip-components", "--check", "--ignore-missing"}

// A document that names a flag that is gone costs its reader an evening.
func TestDocumentsNameOnlyVerbsAndFlagsThatExist(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the command line")
	}
	clanker := filepath.Join(t.TempDir(), "clanker")
	t.Setenv("CGO_ENABLED", "0")
	runInRepository(t, "go", "build", "-o", clanker, "./backend/cmd/clanker")
	help := runInRepository(t, clanker, "--help")
	verbs := submatches(listedVerb, help)
	if len(verbs) < 2 {
		t.Fatalf("the help lists no verbs:\n%s", help)
	}
	flags := submatches(listedFlag, help)
	for _, verb := range verbs {
		if verb == "help" || verb == "completion" { // the parser's own
			continue
		}
		help := runInRepository(t, clanker, verb, "--help")
		flags = append(flags, submatches(listedFlag, help)...)
		for _, below := range submatches(listedVerb, help) {
			if below != "clanker" { // the usage line
				flags = append(flags, submatches(listedFlag, runInRepository(t, clanker, verb, below, "--help"))...)
			}
		}
	}
	checkManual(t, verbs, flags)
	tool := runInRepository(t, "go", "run", "./build", "help")
	toolVerbs := append(submatches(listedVerb, tool), "help")
	flags = append(flags, submatches(listedFlag, tool)...)
	flags = append(flags, foreignFlags...)

	for _, doc := range repositoryTree(t).docs {
		check := func(pattern *regexp.Regexp, known []string, what string) {
			for _, match := range pattern.FindAllStringSubmatchIndex(doc.text, -1) {
				if name := doc.text[match[2]:match[3]]; !slices.Contains(known, name) {
					t.Errorf("%s: there is no %s %s", lineAt(doc, match[2]), what, name)
				}
			}
		}
		check(flagToken, flags, "flag")
		check(clankerVerb, verbs, "verb of clanker called")
		check(buildVerb, toolVerbs, "verb of the build tool called")
	}
}

var (
	manualVerb = regexp.MustCompile(`(?m)^\.It Cm ([a-z]+)`)
	manualFlag = regexp.MustCompile(`Fl -([a-z][a-z-]*)`)
)

// checkManual compares the manual page with what the program says of itself. The
// parser's own help and its completions are explained there, not here.
func checkManual(t *testing.T, verbs, flags []string) {
	t.Helper()
	page, err := os.ReadFile(filepath.Join(repository, "build/packaging/linux/clanker.1"))
	if err != nil {
		t.Fatal(err)
	}
	has, known := submatches(manualVerb, string(page)), append(slices.Clone(flags), "--help")
	for _, verb := range verbs {
		if verb != "help" && verb != "clanker" && !slices.Contains(has, verb) { // "clanker" is the usage line
			t.Errorf("the manual does not explain %s", verb)
		}
	}
	for _, flag := range submatches(manualFlag, string(page)) {
		if !slices.Contains(known, "--"+flag) {
			t.Errorf("the manual explains --%s, which is gone", flag)
		}
	}
	for _, flag := range flags {
		if flag != "--help" && flag != "--no-descriptions" && !strings.Contains(string(page), "Fl -"+strings.TrimPrefix(flag, "--")) {
			t.Errorf("the manual does not explain %s", flag)
		}
	}
}

func submatches(pattern *regexp.Regexp, text string) []string {
	var out []string
	for _, match := range pattern.FindAllStringSubmatch(text, -1) {
		out = append(out, match[1])
	}
	return out
}

// The same fact stands in two languages: the page and the server must agree.
func TestTheWireIsTheSameInBothLanguages(t *testing.T) {
	tree := repositoryTree(t)
	golang := constants(t, tree, "app/serve/wire.go", regexp.MustCompile(`(?m)^\s*(?:const )?([a-zA-Z]+)\s*=\s*([0-9< +*]+)\s*(?://.*)?$`))
	script := constants(t, tree, "frontend/src/bridge/wire.ts", regexp.MustCompile(`(?m)^export const ([a-zA-Z]+) = ([0-9< +*]+);`))
	if len(golang) < 5 {
		t.Fatalf("found only %v in Go", golang)
	}
	for name, value := range script {
		if other, ok := golang[name]; ok && other != value {
			t.Errorf("%s is %s in TypeScript and %s in Go", name, value, other)
		}
	}
	for name, value := range golang {
		// What only the server decides may be missing on the page.
		if _, ok := script[name]; !ok && name != "maxQueued" {
			t.Errorf("%s = %s is missing in TypeScript", name, value)
		}
	}
}

func constants(t *testing.T, tree *tree, name string, pattern *regexp.Regexp) map[string]string {
	t.Helper()
	i := slices.IndexFunc(tree.all, func(f *textFile) bool { return f.path == name })
	if i < 0 {
		t.Fatalf("%s is gone", name)
	}
	out := map[string]string{}
	for _, match := range pattern.FindAllStringSubmatch(tree.all[i].text, -1) {
		out[match[1]] = strings.Join(strings.Fields(match[2]), "")
	}
	return out
}

// The contract that tests rely on is a document that must be there.
func TestTheContractOfTheTestsIsWritten(t *testing.T) {
	for _, name := range []string{contractFile, "docs/dev/ui-socket.md", "docs/status.md", "README.md"} {
		if !slices.ContainsFunc(repositoryTree(t).docs, func(f *textFile) bool { return f.path == name }) {
			t.Errorf("%s is missing", name)
		}
	}
}
