package arch

import (
	"fmt"
	"path"
	"regexp"
	"slices"
	"strings"
)

var docRules = []rule{
	{
		name: "links in documents lead somewhere",
		why:  "a reader who follows a dead link stops reading",
		find: findDeadLinks,
	},
	{
		name: "controls are documented",
		why:  "data-control, data-surface and data-mark are a contract for tests: what the page has and what docs/dev/testing.md lists are the same",
		find: findUndocumentedControls,
	},
}

var linkPattern = regexp.MustCompile(`\[[^\]\n]*\]\(([^)\s]+)\)`)

func findDeadLinks(t *tree) (found []finding) {
	// Pictures are not text: the test of the real tree looks for them on disk.
	known := map[string]bool{}
	for _, file := range t.all {
		for dir := file.path; dir != "."; dir = path.Dir(dir) {
			known[dir] = true
		}
	}
	for _, file := range t.docs {
		for _, match := range linkPattern.FindAllStringSubmatchIndex(file.text, -1) {
			link := file.text[match[2]:match[3]]
			link, _, _ = strings.Cut(link, "#")
			if link == "" || strings.Contains(link, "://") || strings.HasPrefix(link, "mailto:") || slices.Contains([]string{".png", ".svg", ""}, path.Ext(link)) {
				continue
			}
			if !known[path.Join(path.Dir(file.path), link)] {
				found = append(found, finding{lineAt(file, match[2]), "leads nowhere: " + link})
			}
		}
	}
	return found
}

// contractFile lists the attributes that tests may rely on.
const contractFile = "docs/dev/testing.md"

// contractKinds are the attributes with a closed list of values.
var contractKinds = []string{"data-control", "data-surface", "data-mark"}

// documented finds `data-control="name"` in the document.
var documentedPattern = regexp.MustCompile("(data-(?:control|surface|mark))=\"([a-z0-9-]+)\"")

// usedPattern finds an attribute in JSX, with a literal in quotes or braces, and
// the property that spreads it.
var usedPattern = regexp.MustCompile(`["']?(data-(?:control|surface|mark))["']?\s*[=:]\s*\{?["']([a-z0-9-]+)["']`)

func findUndocumentedControls(t *tree) (found []finding) {
	i := slices.IndexFunc(t.docs, func(f *textFile) bool { return f.path == contractFile })
	if i < 0 {
		return nil // the test of the real tree requires the document
	}
	contract := t.docs[i]
	listed := map[string]bool{}
	for _, match := range documentedPattern.FindAllStringSubmatch(contract.text, -1) {
		listed[match[1]+"="+match[2]] = true
	}
	for _, file := range ourScripts(t, scriptRoot) {
		if isScriptTest(file.path) {
			continue
		}
		for _, match := range usedPattern.FindAllStringSubmatchIndex(file.text, -1) {
			name := file.text[match[2]:match[3]] + "=" + file.text[match[4]:match[5]]
			if !listed[name] {
				found = append(found, finding{lineAt(file, match[0]), fmt.Sprintf("%s is not in %s", name, contractFile)})
			}
		}
	}
	return found
}
