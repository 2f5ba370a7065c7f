package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

var textRules = []rule{
	{
		name: "files under 500 lines",
		why:  "a longer file holds two ideas; split it by idea",
		find: findLongFiles,
	},
	{
		name: "no unfinished marks",
		why:  "what is missing is written in docs/status.md, where users find it",
		find: findUnfinished,
	},
	{
		name: "no exclamation marks in what users read",
		why:  "a message says the fact and the next step, calmly",
		find: findExclamations,
	},
	{
		name: "no harness is named by shared code",
		why:  "adding a harness touches one new folder and one line; shared code never lists, compares or switches on one",
		find: findHarnessNames,
	},
}

// fileLines is the soft limit of any source file.
const fileLines = 500

func findLongFiles(t *tree) (found []finding) {
	for _, file := range t.all {
		switch path.Ext(file.path) {
		case ".go", ".ts", ".tsx", ".css", ".sh":
		default:
			continue
		}
		if n := file.lines(); n > fileLines && !file.generated() {
			found = append(found, finding{file.path, fmt.Sprintf("%d lines", n)})
		}
	}
	return found
}

// The marks are put together here so that this file does not hold them.
var unfinishedPattern = regexp.MustCompile(`\b(?:TO` + `DO|FIX` + `ME|XX` + `X|HA` + `CK)\b`)

func findUnfinished(t *tree) (found []finding) {
	for _, file := range t.all {
		if file.generated() {
			continue
		}
		for _, match := range unfinishedPattern.FindAllStringIndex(file.text, -1) {
			found = append(found, finding{lineAt(file, match[0]), "marks unfinished work"})
		}
	}
	return found
}

// exclaims finds a word that ends with an exclamation mark, as prose has it.
var exclaims = regexp.MustCompile(`\p{L}{2,}!(?:\s|$)`)

// scriptText finds text literals and JSX text that end so.
var scriptText = regexp.MustCompile(`(?m)["'\x60][^"'\x60\n]*\pL{2,}!["'\x60]|>[^<>{}\n]*\pL{2,}!\s*<`)

func findExclamations(t *tree) (found []finding) {
	for _, file := range t.golang {
		if file.test || file.pkg() == "tests/arch" {
			continue
		}
		literals(file, func(at token.Pos, text string) {
			if exclaims.MatchString(text) {
				found = append(found, finding{t.at(at), strconv.Quote(text)})
			}
		})
	}
	scripts := slices.DeleteFunc(ourScripts(t, scriptRoot), func(f *textFile) bool { return isScriptTest(f.path) })
	found = append(found, grep(scripts, scriptText, "exclaims")...)
	for _, file := range t.docs {
		for _, match := range exclaims.FindAllStringIndex(file.text, -1) {
			found = append(found, finding{lineAt(file, match[0]), "exclaims"})
		}
	}
	return found
}

// literals calls back with every string literal of a file, imports excepted.
func literals(file *goFile, each func(token.Pos, string)) {
	ast.Inspect(file.syntax, func(node ast.Node) bool {
		if _, ok := node.(*ast.ImportSpec); ok {
			return false
		}
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING {
			if text, err := strconv.Unquote(literal.Value); err == nil {
				each(literal.Pos(), text)
			}
		}
		return true
	})
}

// harnesses are the identifiers that only a provider's own folder may hold.
var harnesses = []string{"codex", "claude", "claude-code", "opencode", "pi", "omp", "oh-my-pi", "hermes", "agy", "antigravity"}

var scriptLiteral = regexp.MustCompile(`["'\x60](` + strings.Join(harnesses, "|") + `)["'\x60]`)

func findHarnessNames(t *tree) (found []finding) {
	for _, file := range t.golang {
		// The conformance bed installs the CLIs, each by its own package.
		if file.pkg() == "tests/arch" || under(file.pkg(), []string{"tests/conformance/..."}) || under(file.pkg(), []string{"backend/harness/..."}) && file.pkg() != "backend/harness" {
			continue
		}
		literals(file, func(at token.Pos, text string) {
			// All capitals is the name of an environment variable: a fact about processes, not an identifier.
			if text != strings.ToUpper(text) && slices.Contains(harnesses, strings.ToLower(text)) {
				found = append(found, finding{t.at(at), "names the harness " + text})
			}
		})
	}
	return append(found, grep(ourScripts(t, scriptRoot), scriptLiteral, "names a harness")...)
}
