package arch

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

// scriptRoot holds the frontend's sources.
const scriptRoot = "frontend/src/"

// A room is a folder of the frontend, what else it may import, and why. Every
// room may import itself, base and domain.
type room struct {
	name   string
	also   []string
	others []string // npm packages; a name allows what lies below it
	why    string
}

var everywhere = []string{"base", "domain"}

var rooms = []room{
	{name: "base", why: "ownership of resources is beneath everything and knows no page"},
	{name: "domain", why: "decisions are pure functions, tested without a page"},
	{name: "bridge", why: "the one place that talks to the backend"},
	{name: "state", also: []string{"bridge"}, others: []string{"zustand"}, why: "stores work without a framework, so that they are tested without one"},
	{name: "terminal", also: []string{"bridge"}, others: []string{"@xterm"}, why: "terminal bytes never enter React"},
	{name: "ui", others: []string{"react", "react-dom", "@base-ui/react", "@fontsource-variable"}, why: "primitives know nothing of the product's state"},
	{name: "features", also: []string{"bridge", "state", "terminal", "ui"}, others: []string{"react", "react-dom", "@base-ui/react", "@leeoniya/ufuzzy", "zustand"}, why: "a feature meets another one only where features are put together"},
}

// scriptTestOthers are allowed in tests of every room.
var scriptTestOthers = []string{"vitest", "fast-check", "@testing-library/react", "happy-dom", "react", "react-dom", "zustand", "node:fs", "node:path", "node:url"}

var frontendRules = []rule{
	{
		name: "frontend layers",
		why:  "the frontend's folders import downward only, and no feature imports another",
		find: findScriptImports,
	},
	{
		name: "no default exports",
		why:  "a name that every importer chooses anew cannot be searched for",
		find: findDefaultExports,
	},
	{
		name: "no any",
		why:  "any switches the compiler off without saying so",
		find: findAny,
	},
	{
		name: "the backend is reached through the bridge",
		why:  "a second socket or binding would escape reconnecting, ordering and the token's rules",
		find: findBackdoors,
	},
	{
		name: "components under 200 lines",
		why:  "a longer component holds decisions that belong into domain",
		find: findLongComponents,
	},
	{
		name: "end-to-end tests wait for conditions",
		why:  "a fixed wait is slow when it passes and flaky when the machine is busy",
		find: findFixedWaits,
	},
}

var importPattern = regexp.MustCompile(`(?m)^\s*(?:import|export)\b[^;"'=]*?\bfrom\s*["']([^"']+)["']|^\s*import\s*["']([^"']+)["']|\bimport\(\s*["']([^"']+)["']`)

// scriptImports are the module specifiers of a file, with their lines.
func scriptImports(file *textFile) []finding {
	var out []finding
	for _, match := range importPattern.FindAllStringSubmatchIndex(file.text, -1) {
		for group := 1; group <= 3; group++ {
			if start := match[2*group]; start >= 0 {
				out = append(out, finding{lineAt(file, start), file.text[start:match[2*group+1]]})
			}
		}
	}
	return out
}

// lineAt names the place of an offset.
func lineAt(file *textFile, offset int) string {
	return fmt.Sprintf("%s:%d", file.path, 1+strings.Count(file.text[:offset], "\n"))
}

// roomOf is the room of a file below scriptRoot; composition files have none.
func roomOf(name string) (room, bool) {
	first, _, nested := strings.Cut(strings.TrimPrefix(name, scriptRoot), "/")
	i := slices.IndexFunc(rooms, func(r room) bool { return r.name == first })
	if !nested || i < 0 {
		return room{}, false
	}
	return rooms[i], true
}

// composes reports whether a file is one of those that put everything together, or a
// test of what they make, which lies beside them.
func composes(name string) bool {
	if path.Dir(name)+"/" == scriptRoot+"features/" && isScriptTest(name) {
		return true
	}
	name = strings.Replace(name, ".test.", ".", 1)
	return name == scriptRoot+"features/all.tsx" || name == scriptRoot+"features/assembly.ts" || name == scriptRoot+"main.tsx" || name == scriptRoot+"vite-env.d.ts"
}

func isScriptTest(name string) bool {
	return strings.Contains(path.Base(name), ".test.") || strings.Contains(name, "/testing/")
}

func findScriptImports(t *tree) (found []finding) {
	for _, file := range t.script {
		if !strings.HasPrefix(file.path, scriptRoot) || composes(file.path) {
			continue
		}
		from, ok := roomOf(file.path)
		if !ok {
			found = append(found, finding{file.path, "the folder has no row in the frontend's table"})
			continue
		}
		for _, spec := range scriptImports(file) {
			if why := refused(file.path, from, spec.what); why != "" {
				found = append(found, finding{spec.at, why})
			}
		}
	}
	return found
}

// refused says why a file may not import something, or nothing.
func refused(name string, from room, spec string) string {
	test := isScriptTest(name)
	if !strings.HasPrefix(spec, ".") {
		if within(spec, from.others) || test && within(spec, scriptTestOthers) {
			return ""
		}
		return fmt.Sprintf("%s may not import %s: %s", from.name, spec, from.why)
	}
	if strings.HasSuffix(spec, ".css") {
		return ""
	}
	target := path.Join(path.Dir(name), spec)
	to, ok := roomOf(target + "/")
	if !ok {
		return fmt.Sprintf("%s may not import %s, which composes the application", from.name, spec)
	}
	if to.name != from.name && !slices.Contains(everywhere, to.name) && !slices.Contains(from.also, to.name) {
		return fmt.Sprintf("%s may not import %s: %s", from.name, to.name, from.why)
	}
	if from.name == "features" && to.name == "features" && feature(target) != feature(name) {
		return fmt.Sprintf("feature %s may not import feature %s: %s", feature(name), feature(target), from.why)
	}
	return ""
}

// feature is the folder below features, "" for a file directly in it.
func feature(name string) string {
	first, _, nested := strings.Cut(strings.TrimPrefix(name, scriptRoot+"features/"), "/")
	if !nested {
		return ""
	}
	return first
}

// ourScripts are the files that the text rules below look at.
func ourScripts(t *tree, prefixes ...string) []*textFile {
	var out []*textFile
	for _, file := range t.script {
		if !file.generated() && slices.ContainsFunc(prefixes, func(p string) bool { return strings.HasPrefix(file.path, p) }) {
			out = append(out, file)
		}
	}
	return out
}

// grep reports every match of a pattern outside of comments.
func grep(files []*textFile, pattern *regexp.Regexp, what string) (found []finding) {
	for _, file := range files {
		code := withoutComments(file.text)
		for _, match := range pattern.FindAllStringIndex(code, -1) {
			found = append(found, finding{lineAt(file, match[0]), what})
		}
	}
	return found
}

var commentPattern = regexp.MustCompile(`(?s)/\*.*?\*/|(?m:(?:^|[ \t;{(,])//[^\n]*$)`)

// withoutComments blanks comments byte by byte, so that every offset stays.
func withoutComments(text string) string {
	return commentPattern.ReplaceAllStringFunc(text, func(comment string) string {
		blank := []byte(comment)
		for i, b := range blank {
			if b != '\n' {
				blank[i] = ' '
			}
		}
		return string(blank)
	})
}

var defaultPattern = regexp.MustCompile(`(?m)^\s*export\s+default\b`)

func findDefaultExports(t *tree) []finding {
	// The configuration files of tools must export a default, and are not here.
	return grep(ourScripts(t, scriptRoot, "tests/e2e/driver/", "tests/e2e/scenarios/"), defaultPattern, "a default export")
}

var anyPattern = regexp.MustCompile(`(?::|\bas|<|,|\|)\s*any\b(?:\[\])?\s*(?:[,;)>=|&\]\n{]|$)`)

func findAny(t *tree) []finding {
	return grep(ourScripts(t, scriptRoot, "tests/e2e/"), anyPattern, "any")
}

var backdoorPattern = regexp.MustCompile(`\bnew WebSocket\b|\bwindow\.(?:go|runtime)\b|["'][^"']*/generated(?:\.js|\.ts)?["']|\bfetch\(|\bEventSource\b|\bXMLHttpRequest\b`)

func findBackdoors(t *tree) []finding {
	files := slices.DeleteFunc(ourScripts(t, scriptRoot), func(f *textFile) bool {
		return strings.HasPrefix(f.path, scriptRoot+"bridge/")
	})
	return grep(files, backdoorPattern, "reaches the backend past the bridge")
}

// componentLines is the soft limit of a component's file.
const componentLines = 200

func findLongComponents(t *tree) (found []finding) {
	for _, file := range ourScripts(t, scriptRoot) {
		if strings.HasSuffix(file.path, ".tsx") && !isScriptTest(file.path) && file.lines() > componentLines {
			found = append(found, finding{file.path, fmt.Sprintf("%d lines", file.lines())})
		}
	}
	return found
}

var fixedWaitPattern = regexp.MustCompile(`\bwaitForTimeout\(|\bsetTimeout\(`)

func findFixedWaits(t *tree) []finding {
	files := slices.DeleteFunc(ourScripts(t, "tests/e2e/"), func(f *textFile) bool {
		return f.path == "tests/e2e/driver/wait.ts" // the one place that polls, with a deadline
	})
	return grep(files, fixedWaitPattern, "a fixed wait")
}
