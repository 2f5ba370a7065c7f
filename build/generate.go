package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"os"
	"path/filepath"
	"sort"
	"strings"
)

// clientFile is the generated TypeScript client, relative to the repository.
const clientFile = "frontend/src/bridge/generated.ts"

// generateClient writes the TypeScript client of app/bind. With check set it
// writes nothing and fails when the file on disk differs.
func generateClient(root string, check bool) error {
	client, err := clientSource(root)
	if err != nil {
		return fmt.Errorf("generate the client of app/bind: %w", err)
	}
	path := filepath.Join(root, filepath.FromSlash(clientFile))
	old, err := os.ReadFile(path)
	if err == nil && bytes.Equal(old, client) {
		return nil
	}
	if check {
		return fmt.Errorf("%s is stale; run: go run ./build generate", clientFile)
	}
	return os.WriteFile(path, client, 0o644)
}

// clientSource renders the client from the Go sources. It reads syntax instead
// of compiled types because only syntax has parameter names and comments, and
// because the build tool must compile when the bound packages do not.
func clientSource(root string) ([]byte, error) {
	s, err := loadSources(root, "app/bind", "backend/core", "backend/errs")
	if err != nil {
		return nil, err
	}
	services, err := s.fields("bind", "Services")
	if err != nil {
		return nil, err
	}
	w := &tsWriter{sources: s, wanted: map[string]bool{}}
	var body bytes.Buffer
	var members []string
	for _, service := range services {
		if err := w.service(&body, service.goName); err != nil {
			return nil, err
		}
		members = append(members, lowerFirst(service.goName))
	}
	fmt.Fprintf(&body, "/** The whole surface that a frontend calls. */\nexport interface Client {\n")
	for i, service := range services {
		fmt.Fprintf(&body, "  readonly %s: %s;\n", members[i], callsOf(service.goName))
	}
	body.WriteString("}\n\n")
	w.factory(&body, services)
	if err := w.events(&body); err != nil {
		return nil, err
	}
	w.want("errs", "Public")

	types, err := w.types()
	if err != nil {
		return nil, err
	}
	var out bytes.Buffer
	out.WriteString("// Code generated from app/bind by `go run ./build generate`. DO NOT EDIT.\n\n")
	out.Write(types)
	out.Write(body.Bytes())
	return append(bytes.TrimRight(out.Bytes(), "\n"), '\n'), nil
}

// tsWriter turns Go declarations into TypeScript and remembers which types the
// result mentions.
type tsWriter struct {
	sources *sources
	wanted  map[string]bool // "package.Type"
}

func (w *tsWriter) want(pkg, name string) { w.wanted[pkg+"."+name] = true }

// method is one bound method, ready to print.
type method struct {
	name   string
	doc    string
	params []param
	result string
}

type param struct{ name, typ string }

func (w *tsWriter) service(out *bytes.Buffer, name string) error {
	methods, err := w.methods(name)
	if err != nil {
		return err
	}
	writeDoc(out, "", w.sources.typeDoc("bind", name))
	fmt.Fprintf(out, "export interface %s {\n", callsOf(name))
	for _, m := range methods {
		writeDoc(out, "  ", m.doc)
		fmt.Fprintf(out, "  %s(%s): Promise<%s>;\n", methodName(m.name), signature(m.params), m.result)
	}
	out.WriteString("}\n\n")
	return nil
}

// callsOf names a service's interface apart from the values that it hands out:
// two interfaces of one name would be one, and have the members of both.
func callsOf(service string) string { return service + "Calls" }

func (w *tsWriter) methods(service string) ([]method, error) {
	var methods []method
	for _, fn := range w.sources.methods("bind", service) {
		m := method{name: fn.Name.Name, doc: docText(fn.Doc), result: "void"}
		for _, field := range fn.Type.Params.List {
			typ, err := w.typeOf("bind", field.Type)
			if err != nil {
				return nil, fmt.Errorf("%s.%s: %w", service, m.name, err)
			}
			for _, ident := range field.Names {
				m.params = append(m.params, param{tsName(ident.Name), typ})
			}
		}
		result, err := w.result(fn.Type.Results)
		if err != nil {
			return nil, fmt.Errorf("%s.%s: %w", service, m.name, err)
		}
		m.result = result
		methods = append(methods, m)
	}
	return methods, nil
}

// result accepts no result, an error, a value, or a value and an error.
func (w *tsWriter) result(results *ast.FieldList) (string, error) {
	if results == nil {
		return "void", nil
	}
	list := results.List
	if n := len(list); n > 0 && isError(list[n-1].Type) {
		list = list[:n-1]
	}
	switch len(list) {
	case 0:
		return "void", nil
	case 1:
		return w.typeOf("bind", list[0].Type)
	default:
		return "", fmt.Errorf("a bound method returns at most one value and an error")
	}
}

// factory prints createClient: a plain mapping from methods to wire names.
func (w *tsWriter) factory(out *bytes.Buffer, services []goField) {
	out.WriteString("/** Sends one call and settles with its value, or rejects with a Public error. */\n")
	out.WriteString("export type Call = (method: string, params: unknown[]) => Promise<unknown>;\n\n")
	out.WriteString("/** Builds the client on top of a shell's way to call. */\n")
	out.WriteString("export function createClient(call: Call): Client {\n  return {\n")
	for _, service := range services {
		fmt.Fprintf(out, "    %s: {\n", lowerFirst(service.goName))
		methods, _ := w.methods(service.goName) // printed by service before, so it cannot fail
		for _, m := range methods {
			names := make([]string, len(m.params))
			for i, p := range m.params {
				names[i] = p.name
			}
			args := strings.Join(names, ", ")
			fmt.Fprintf(out, "      %s: (%s) => call(%q, [%s]) as Promise<%s>,\n",
				lowerFirst(m.name), args, service.goName+"."+m.name, args, m.result)
		}
		out.WriteString("    },\n")
	}
	out.WriteString("  };\n}\n\n")
}

func (w *tsWriter) events(out *bytes.Buffer) error {
	fields, err := w.sources.fields("bind", "EventMap")
	if err != nil {
		return err
	}
	out.WriteString("/** Every event and its payload. Subscribe first, then hydrate; the highest revision wins. */\n")
	out.WriteString("export interface EventMap {\n")
	for _, f := range fields {
		typ, err := w.typeOf("bind", f.expr)
		if err != nil {
			return fmt.Errorf("event %s: %w", f.jsonName, err)
		}
		fmt.Fprintf(out, "  %s: %s;\n", propertyName(f.jsonName), typ)
	}
	out.WriteString("}\n")
	return nil
}

// types prints every type that was mentioned, and those that they mention, in
// the order of their names so that the file is stable.
func (w *tsWriter) types() ([]byte, error) {
	printed := map[string]string{}
	for {
		var next string
		for name := range w.wanted {
			if _, done := printed[name]; !done && (next == "" || name < next) {
				next = name
			}
		}
		if next == "" {
			break
		}
		text, err := w.declaration(next)
		if err != nil {
			return nil, err
		}
		printed[next] = text
	}
	names := make([]string, 0, len(printed))
	owner := map[string]string{}
	for name := range printed {
		names = append(names, name)
		pkg, bare, _ := strings.Cut(name, ".")
		if other, taken := owner[bare]; taken {
			return nil, fmt.Errorf("the type name %s is used by both %s and %s", bare, other, pkg)
		}
		owner[bare] = pkg
	}
	sort.Slice(names, func(i, j int) bool { return bareName(names[i]) < bareName(names[j]) })
	var out bytes.Buffer
	for _, name := range names {
		out.WriteString(printed[name])
		out.WriteString("\n")
	}
	return out.Bytes(), nil
}

func signature(params []param) string {
	parts := make([]string, len(params))
	for i, p := range params {
		parts[i] = p.name + ": " + p.typ
	}
	return strings.Join(parts, ", ")
}

// methodName quotes the one name that an interface would read as a constructor.
func methodName(goName string) string {
	if name := lowerFirst(goName); name != "new" {
		return name
	}
	return `"new"`
}
