package arch

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// repository is the root as seen from this package.
const repository = "../.."

var readRepository = sync.OnceValues(func() (*tree, error) { return readTree(os.DirFS(repository)) })

func repositoryTree(t *testing.T) *tree {
	t.Helper()
	tree, err := readRepository()
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.golang) == 0 || len(tree.script) == 0 {
		t.Fatal("the repository was not found")
	}
	return tree
}

func TestTheRepositoryKeepsItsRules(t *testing.T) {
	tree := repositoryTree(t)
	for _, rule := range rules() {
		t.Run(rule.name, func(t *testing.T) {
			for _, finding := range rule.find(tree) {
				t.Errorf("%s\n\twhy: %s", finding, rule.why)
			}
		})
	}
}

// A row that describes nothing would let a package of that name in unseen.
func TestEveryRowOfTheTablesDescribesSomething(t *testing.T) {
	tree := repositoryTree(t)
	packages := map[string]bool{}
	for _, file := range tree.golang {
		packages[file.pkg()] = true
	}
	for _, layer := range layers {
		if !packages[layer.pkg] {
			t.Errorf("the layer table has a row for %s, which does not exist", layer.pkg)
		}
		if layer.why == "" {
			t.Errorf("%s has no reason", layer.pkg)
		}
	}
	for _, room := range rooms {
		if _, err := os.Stat(filepath.Join(repository, scriptRoot, room.name)); err != nil {
			t.Errorf("the frontend's table has a row for %s: %v", room.name, err)
		}
	}
	for pkg := range goroutineOwners {
		if !packages[pkg] {
			t.Errorf("%s owns goroutines and does not exist", pkg)
		}
	}
}

// Only what a row names may be used, and what it names must be: an entry that
// nobody uses is a door left open.
func TestEveryAllowedLibraryIsUsed(t *testing.T) {
	tree := repositoryTree(t)
	used := map[string]bool{}
	for _, file := range tree.golang {
		if row, ok := layerOf(file.pkg()); ok {
			for _, spec := range file.imports() {
				used[row.pkg+" "+strings.Trim(spec.Path.Value, `"`)] = true
			}
		}
	}
	for _, layer := range layers {
		for _, other := range layer.others {
			found := false
			for key := range used {
				pkg, importPath, _ := strings.Cut(key, " ")
				found = found || pkg == layer.pkg && within(importPath, []string{other})
			}
			if !found {
				t.Errorf("%s is allowed %s and does not use it", layer.pkg, other)
			}
		}
	}
}

func TestTheGeneratedClientIsFresh(t *testing.T) {
	runInRepository(t, "go", "run", "./build", "generate", "--check")
}

// runInRepository runs a command and returns what it printed.
func runInRepository(t *testing.T, argv ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Dir = repository
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}
