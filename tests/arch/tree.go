// Package arch holds the repository's architecture as tests: the layer table,
// the practices that can be read from source, and the promises that documents
// make. Each rule carries the reason that its finding is printed with.
//
// It decides what may import what and what code may look like. It must not run
// the product, and a rule that needs to know what a type does belongs into that
// type's own tests.
package arch

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"
)

// module is the import path that our own packages begin with.
const module = "clankergrid"

// tree is the repository's text, read once.
type tree struct {
	fset   *token.FileSet
	golang []*goFile
	script []*textFile // .ts and .tsx
	docs   []*textFile // .md
	all    []*textFile // everything above, and styles, scripts and settings
}

// goFile is one Go file, on whichever system it compiles.
type goFile struct {
	textFile
	syntax *ast.File
	test   bool
}

// pkg is the file's package folder, "." for the root.
func (f *goFile) pkg() string { return path.Dir(f.path) }

// imports are the file's import paths with their lines.
func (f *goFile) imports() []*ast.ImportSpec { return f.syntax.Imports }

// textFile is any file as text.
type textFile struct {
	path string // slash-separated, relative to the repository
	text string
}

// lines counts as an editor does.
func (f *textFile) lines() int { return strings.Count(strings.TrimSuffix(f.text, "\n"), "\n") + 1 }

// skipped are folders that hold no source of ours.
var skipped = []string{"node_modules", "dist", "bin", ".git", "artifacts", "testdata"}

// textKinds are read as text.
var textKinds = []string{".go", ".ts", ".tsx", ".css", ".html", ".md", ".sh", ".yml", ".json"}

// readTree reads a repository. A Go file that does not parse is an error: the
// compiler says better what is wrong with it.
func readTree(root fs.FS) (*tree, error) {
	t := &tree{fset: token.NewFileSet()}
	err := fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != "." && slices.Contains(skipped, entry.Name()) {
				return fs.SkipDir
			}
			return nil
		}
		kind := path.Ext(name)
		if !slices.Contains(textKinds, kind) || entry.Name() == "package-lock.json" {
			return nil
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		return t.add(textFile{path: name, text: string(data)}, kind)
	})
	return t, err
}

func (t *tree) add(file textFile, kind string) error {
	t.all = append(t.all, &file)
	switch kind {
	case ".go":
		syntax, err := parser.ParseFile(t.fset, file.path, file.text, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		t.golang = append(t.golang, &goFile{textFile: file, syntax: syntax, test: strings.HasSuffix(file.path, "_test.go")})
	case ".ts", ".tsx":
		t.script = append(t.script, &file)
	case ".md":
		t.docs = append(t.docs, &file)
	}
	return nil
}

// at names a place in a Go file.
func (t *tree) at(pos token.Pos) string {
	p := t.fset.Position(pos)
	return fmt.Sprintf("%s:%d", p.Filename, p.Line)
}

// generated reports whether a file says that it was written by a program.
func (f *textFile) generated() bool { return generatedMark.MatchString(f.text) }

var generatedMark = regexp.MustCompile(`(?m)^(//|/\*) ?.*\bDO NOT EDIT\b`)

// A rule is one thing that must hold in the whole repository.
type rule struct {
	name string
	why  string
	find func(*tree) []finding
}

// A finding is one place where a rule does not hold.
type finding struct {
	at   string
	what string
}

func (f finding) String() string { return f.at + ": " + f.what }

// rules is every rule, in the order they are reported.
func rules() []rule { return slices.Concat(goRules, layerRules, frontendRules, textRules, docRules) }
