package arch

import (
	"fmt"
	"path"
	"slices"
	"strconv"
	"strings"
)

// A layer is a row of the table: one package, what it may import of ours and of
// others, and why it stands where it stands.
type layer struct {
	pkg  string
	tier int
	why  string
	// also are packages of the same tier, or above, that it may import.
	also []string
	// others are third-party import paths; a path allows what lies below it.
	others []string
	// alone packages import nothing of ours except `also`.
	alone bool
}

// The tiers. A package imports only packages of lower tiers, and those of its own row's `also`.
const (
	foundation  = 0 // identifiers and value types
	facility    = 1 // one facility of the system each
	contract    = 2 // where commands, terminals and files live
	provider    = 3 // one coding-agent CLI each
	service     = 4 // one service each
	composition = 5 // builds, binds and serves the services
	entry       = 6 // the two programs
	bench       = 7 // the tests that look at everything from outside
)

const providersAlone = "a provider describes one CLI and runs where the CLI runs, so it knows no machine and no other provider"

var layers = []layer{
	{pkg: "backend/core", tier: foundation, why: "value types that cross services depend on nothing"},
	{pkg: "backend/errs", tier: foundation, why: "every package returns its error, so it may know none of them"},
	{pkg: "backend/command", tier: foundation, also: []string{"backend/core"}, why: "the vocabulary for running things names identifiers and sizes"},
	{pkg: "backend/atomicfile", tier: foundation, also: []string{"backend/errs"}, why: "it replaces a file whole"},
	{pkg: "backend/paths", tier: foundation, also: []string{"backend/errs"}, why: "where our folders are is decided from strings alone"},

	{pkg: "backend/cmdline", tier: facility, alone: true, why: "how Windows reads a command line is decided without running one"},
	{pkg: "backend/bounded", tier: facility, others: []string{"golang.org/x/sys"}, why: "it runs what it is given, and knows no machine's PATH"},
	{pkg: "backend/process", tier: facility, others: []string{"golang.org/x/sys"}, why: "it asks the kernel who a process is"},
	{pkg: "backend/pty", tier: facility, also: []string{"backend/process"}, others: []string{"github.com/creack/pty", "golang.org/x/sys"}, why: "pseudo-terminals, and the processes on them"},
	{pkg: "backend/store", tier: facility, also: []string{"backend/process"}, others: []string{"modernc.org/sqlite", "golang.org/x/sys"}, why: "the only package that speaks SQL"},
	{pkg: "backend/screens", tier: facility, others: []string{"github.com/charmbracelet"}, why: "the only package that reads a terminal's screen from its bytes"},
	{pkg: "backend/settings", tier: facility, others: []string{"github.com/fsnotify/fsnotify"}, why: "one file that a person may edit, with its bounds and its watch"},
	{pkg: "backend/installed", tier: facility, others: []string{"github.com/gofrs/flock"}, why: "the copy of clanker that launches point to, and the locks that keep it"},
	{pkg: "backend/logfile", tier: facility, why: "the only package that rotates a log"},
	{pkg: "backend/owner", tier: facility, also: []string{"backend/process"}, others: []string{"github.com/gofrs/flock", "github.com/Microsoft/go-winio", "golang.org/x/sys"}, why: "the lock and the control endpoint of the one owner"},
	{pkg: "backend/loopback", tier: facility, why: "the only listener for pages, with its policy"},
	{pkg: "backend/shell", tier: facility, others: []string{"golang.org/x/sys"}, why: "what the desktop around us does: links, clipboard, uploads"},

	{pkg: "backend/environment", tier: contract, why: "the contract for a machine knows no machine"},
	{pkg: "backend/environment/local", tier: contract, also: []string{"backend/environment"}, others: []string{"golang.org/x/sys"}, why: "the machine that we run on"},

	{pkg: "backend/harness", tier: contract, why: "the contract for a coding-agent CLI knows no CLI and no machine"},

	{pkg: "backend/harness/agy", tier: provider, also: []string{"backend/harness"}, why: providersAlone},
	{pkg: "backend/harness/claude", tier: provider, also: []string{"backend/harness"}, why: providersAlone},
	{pkg: "backend/harness/codex", tier: provider, also: []string{"backend/harness"}, why: providersAlone},
	{pkg: "backend/harness/hermes", tier: provider, also: []string{"backend/harness", "backend/command"}, why: providersAlone},
	{pkg: "backend/harness/omp", tier: provider, also: []string{"backend/harness"}, why: providersAlone},
	{pkg: "backend/harness/opencode", tier: provider, also: []string{"backend/harness"}, why: providersAlone},
	{pkg: "backend/harness/pi", tier: provider, also: []string{"backend/harness"}, why: providersAlone},
	{pkg: "backend/harness/all", tier: provider, also: []string{"backend/harness", "backend/harness/agy", "backend/harness/claude", "backend/harness/codex", "backend/harness/hermes", "backend/harness/omp", "backend/harness/opencode", "backend/harness/pi"}, why: "the one list of providers"},

	{pkg: "backend/catalog", tier: service, why: "services meet through interfaces that the consumer declares"},
	{pkg: "backend/launch", tier: service, why: "services meet through interfaces that the consumer declares"},
	{pkg: "backend/terminal", tier: service, why: "services meet through interfaces that the consumer declares"},
	{pkg: "backend/workspace", tier: service, why: "services meet through interfaces that the consumer declares"},

	{pkg: "app/bind", tier: composition, why: "values in, values out: it names services, not what serves them"},
	{pkg: "app/serve", tier: composition, also: []string{"app/bind"}, others: []string{"github.com/coder/websocket"}, why: "the bound services for a browser; the only importer of a WebSocket"},
	{pkg: "app/compose", tier: composition, also: []string{"app/bind", "app/serve", "frontend"}, why: "the one place that builds everything, for both programs"},
	{pkg: "frontend", tier: composition, alone: true, also: []string{"backend/errs"}, why: "the embedded interface is files, not code"},

	{pkg: "app", tier: entry, others: []string{"github.com/wailsapp/wails/v2"}, why: "the only importer of Wails: the other program has to start without a webview"},
	{pkg: ".", tier: entry, also: []string{"app"}, why: "the desktop program hands over to app"},
	{pkg: "backend/cmd/clanker", tier: entry, others: []string{"github.com/spf13/cobra"}, why: "the command line must build without cgo, so it never imports app"},

	{pkg: "build", tier: bench, alone: true, why: "it has to compile from the standard library when nothing else compiles"},
	{pkg: "tests/arch", tier: bench, alone: true, others: []string{"golang.org/x/tools"}, why: "it reads source and must not depend on what it judges"},
	{pkg: "tests/bench", tier: bench, alone: true, why: "it measures the programs from outside"},
	{pkg: "tests/conformance", tier: bench, why: "it runs the real CLIs on the application's own services"},
	{pkg: "tests/packages", tier: bench, alone: true, why: "it installs what users install and looks at nothing inside"},
	{pkg: "tests/desktop", tier: bench, alone: true, why: "it uses the program as a person does"},
}

// testOthers are allowed in tests of every package.
var testOthers = []string{"github.com/google/go-cmp", "github.com/rogpeppe/go-internal", "go.uber.org/goleak", "pgregory.net/rapid", "github.com/coder/websocket"}

var layerRules = []rule{
	{
		name: "layers",
		why:  "imports go downward only, so that a change below never has to know what stands above",
		find: findLayers,
	},
	{
		name: "third-party imports",
		why:  "every library has one place that decides how it is used",
		find: findOthers,
	},
}

// layerOf finds the row of a package: its own, or that of the nearest folder
// above it, so that sub-packages of a package need no row.
func layerOf(pkg string) (layer, bool) {
	for {
		if i := slices.IndexFunc(layers, func(l layer) bool { return l.pkg == pkg }); i >= 0 {
			return layers[i], true
		}
		if pkg == "." || !strings.Contains(pkg, "/") {
			return layer{}, false
		}
		pkg = path.Dir(pkg)
	}
}

// within reports whether an import path is one of the prefixes or below it.
func within(importPath string, prefixes []string) bool {
	return slices.ContainsFunc(prefixes, func(prefix string) bool {
		return importPath == prefix || strings.HasPrefix(importPath, prefix+"/")
	})
}

func findLayers(t *tree) (found []finding) {
	unknown := map[string]bool{}
	for _, file := range t.golang {
		from, ok := layerOf(file.pkg())
		if !ok {
			if !unknown[file.pkg()] {
				unknown[file.pkg()] = true
				found = append(found, finding{file.path, "the package has no row in the layer table"})
			}
			continue
		}
		for _, spec := range file.imports() {
			importPath, _ := strconv.Unquote(spec.Path.Value)
			target, ours := ownPackage(importPath)
			if !ours || target == file.pkg() {
				continue
			}
			to, ok := layerOf(target)
			if ok && allows(from, to, file.test) {
				continue
			}
			found = append(found, finding{t.at(spec.Pos()), fmt.Sprintf("%s may not import %s: %s", file.pkg(), target, from.why)})
		}
	}
	return found
}

// ownPackage is the folder of one of our import paths.
func ownPackage(importPath string) (string, bool) {
	if importPath == module {
		return ".", true
	}
	return strings.CutPrefix(importPath, module+"/")
}

// allows decides one import. Tests may look at anything below their own tier
// and at their neighbours: they compose what the product composes in app.
func allows(from, to layer, test bool) bool {
	switch {
	case from.pkg == to.pkg:
		return true
	case to.tier == bench:
		return false
	case slices.Contains(from.also, to.pkg):
		return true
	case from.alone:
		return false
	case test:
		return to.tier <= from.tier
	}
	return to.tier < from.tier
}

func findOthers(t *tree) (found []finding) {
	for _, file := range t.golang {
		from, ok := layerOf(file.pkg())
		if !ok {
			continue // the layer rule says so
		}
		for _, spec := range file.imports() {
			importPath, _ := strconv.Unquote(spec.Path.Value)
			first, _, _ := strings.Cut(importPath, "/")
			if !strings.Contains(first, ".") { // the standard library, or ours
				continue
			}
			if within(importPath, from.others) || file.test && within(importPath, testOthers) {
				continue
			}
			found = append(found, finding{t.at(spec.Pos()), fmt.Sprintf("%s may not import %s", file.pkg(), importPath)})
		}
	}
	return found
}
