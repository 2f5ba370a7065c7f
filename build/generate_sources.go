package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"strings"
)

// sources is the syntax of a few packages, found by "package.Name".
type sources struct {
	types map[string]*ast.TypeSpec
	docs  map[string]string
	enums map[string][]string // values of string constants, in source order
	funcs map[string][]*ast.FuncDecl
}

// loadSources parses the non-test files of packages given by their folders
// below root. A package's name is the last part of its folder.
func loadSources(root string, folders ...string) (*sources, error) {
	s := &sources{
		types: map[string]*ast.TypeSpec{},
		docs:  map[string]string{},
		enums: map[string][]string{},
		funcs: map[string][]*ast.FuncDecl{},
	}
	for _, folder := range folders {
		dir := filepath.Join(root, filepath.FromSlash(folder))
		entries, err := os.ReadDir(dir)
		if err != nil {
			return nil, err
		}
		for _, entry := range entries { // ReadDir sorts: the output is stable
			name := entry.Name()
			if entry.IsDir() || !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(dir, name), nil, parser.ParseComments)
			if err != nil {
				return nil, err
			}
			s.add(path.Base(folder), file)
		}
	}
	return s, nil
}

func (s *sources) add(pkg string, file *ast.File) {
	for _, decl := range file.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Recv != nil && d.Name.IsExported() {
				key := pkg + "." + receiver(d)
				s.funcs[key] = append(s.funcs[key], d)
			}
		case *ast.GenDecl:
			stringConsts(d, func(typ, value string) {
				s.enums[pkg+"."+typ] = append(s.enums[pkg+"."+typ], value)
			})
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					s.types[pkg+"."+t.Name.Name] = t
					doc := docText(t.Doc)
					if doc == "" && len(d.Specs) == 1 {
						doc = docText(d.Doc)
					}
					s.docs[pkg+"."+t.Name.Name] = doc
				}
			}
		}
	}
}

func receiver(fn *ast.FuncDecl) string {
	expr := fn.Recv.List[0].Type
	if star, ok := expr.(*ast.StarExpr); ok {
		expr = star.X
	}
	if ident, ok := expr.(*ast.Ident); ok {
		return ident.Name
	}
	return ""
}

func (s *sources) typeDoc(pkg, name string) string { return s.docs[pkg+"."+name] }

func (s *sources) methods(pkg, name string) []*ast.FuncDecl { return s.funcs[pkg+"."+name] }

func (s *sources) fields(pkg, name string) ([]goField, error) {
	spec := s.types[pkg+"."+name]
	if spec == nil {
		return nil, fmt.Errorf("%s.%s is not declared", pkg, name)
	}
	return structFields(spec), nil
}
