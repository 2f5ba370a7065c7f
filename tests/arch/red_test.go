package arch

import (
	"os"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"
)

// testdata/red holds one archive per rule: a small repository that breaks it
// once for every file whose name begins with "red", or lies in such a folder.
// The other files of the archive keep it, so an over-eager rule fails here too.
func TestEveryRuleFindsItsRedExample(t *testing.T) {
	for _, rule := range rules() {
		t.Run(rule.name, func(t *testing.T) {
			if rule.why == "" {
				t.Error("the rule has no reason")
			}
			archive, err := txtar.ParseFile("testdata/red/" + fileName(rule.name) + ".txtar")
			if err != nil {
				t.Fatalf("the rule has no red example: %v", err)
			}
			files := fstest.MapFS{}
			want := map[string]bool{}
			for _, file := range archive.Files {
				files[file.Name] = &fstest.MapFile{Data: file.Data}
				if redPattern.MatchString(file.Name) {
					want[file.Name] = true
				}
			}
			tree, err := readTree(files)
			if err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			for _, finding := range rule.find(tree) {
				name := placePattern.ReplaceAllString(finding.at, "")
				got[name] = true
				if !want[name] {
					t.Errorf("a file that keeps the rule is found: %s", finding)
				}
			}
			for name := range want {
				if !got[name] {
					t.Errorf("%s breaks the rule and is not found", name)
				}
			}
		})
	}
}

func TestEveryRedExampleBelongsToARule(t *testing.T) {
	known := map[string]bool{}
	for _, rule := range rules() {
		known[fileName(rule.name)+".txtar"] = true
	}
	entries, err := os.ReadDir("testdata/red")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		if !known[entry.Name()] {
			t.Errorf("no rule is called %s", entry.Name())
		}
	}
}
