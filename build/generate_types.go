package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/token"
	"reflect"
	"strconv"
	"strings"
	"unicode"
)

// basicTypes maps Go's basic types to how encoding/json writes them. 64-bit
// integers become number: revisions and offsets stay below 2^53.
var basicTypes = map[string]string{
	"string": "string", "bool": "boolean", "any": "unknown",
	"int": "number", "int64": "number", "int32": "number", "uint16": "number", "uint32": "number", "uint64": "number",
	"float64": "number",
}

// typeOf names the TypeScript type of a Go type expression found in pkg.
func (w *tsWriter) typeOf(pkg string, expr ast.Expr) (string, error) {
	switch e := expr.(type) {
	case *ast.Ident:
		if ts, ok := basicTypes[e.Name]; ok {
			return ts, nil
		}
		w.want(pkg, e.Name)
		return e.Name, nil
	case *ast.SelectorExpr:
		from, ok := e.X.(*ast.Ident)
		if !ok {
			return "", fmt.Errorf("unsupported type %T", expr)
		}
		if from.Name == "time" && e.Sel.Name == "Time" {
			return "string", nil // RFC 3339
		}
		w.want(from.Name, e.Sel.Name)
		return e.Sel.Name, nil
	case *ast.ArrayType:
		elem, err := w.typeOf(pkg, e.Elt)
		return elem + "[]", err
	case *ast.MapType:
		// Keys are named strings and mean nothing to the client's types.
		elem, err := w.typeOf(pkg, e.Value)
		return "Record<string, " + elem + ">", err
	case *ast.StarExpr:
		elem, err := w.typeOf(pkg, e.X)
		return elem + " | null", err
	default:
		return "", fmt.Errorf("unsupported type %T", expr)
	}
}

// declaration prints one named type: a struct becomes an interface, a named
// string with constants becomes a union of them, any other named type an alias.
func (w *tsWriter) declaration(qualified string) (string, error) {
	pkg, name, _ := strings.Cut(qualified, ".")
	spec := w.sources.types[qualified]
	if spec == nil {
		return "", fmt.Errorf("type %s is not declared in the packages that are read", qualified)
	}
	var out bytes.Buffer
	writeDoc(&out, "", w.sources.typeDoc(pkg, name))
	if _, isStruct := spec.Type.(*ast.StructType); isStruct {
		fields, err := w.sources.fields(pkg, name)
		if err != nil {
			return "", err
		}
		fmt.Fprintf(&out, "export interface %s {\n", name)
		for _, f := range fields {
			expr, mark := f.expr, ""
			if f.optional {
				mark = "?"
				if star, ok := expr.(*ast.StarExpr); ok {
					expr = star.X // an absent pointer is left out, never null
				}
			}
			typ, err := w.typeOf(pkg, expr)
			if err != nil {
				return "", fmt.Errorf("%s.%s: %w", qualified, f.goName, err)
			}
			writeDoc(&out, "  ", f.doc)
			fmt.Fprintf(&out, "  %s%s: %s;\n", propertyName(f.jsonName), mark, typ)
		}
		out.WriteString("}\n")
		return out.String(), nil
	}
	typ, err := w.typeOf(pkg, spec.Type)
	if err != nil {
		return "", fmt.Errorf("%s: %w", qualified, err)
	}
	if values := w.sources.enums[qualified]; typ == "string" && len(values) > 1 {
		fmt.Fprintf(&out, "export type %s =\n", name)
		for i, v := range values {
			end := "\n"
			if i == len(values)-1 {
				end = ";\n"
			}
			fmt.Fprintf(&out, "  | %s%s", strconv.Quote(v), end)
		}
		return out.String(), nil
	}
	fmt.Fprintf(&out, "export type %s = %s;\n", name, typ)
	return out.String(), nil
}

// goField is one exported field of a struct.
type goField struct {
	goName, jsonName string
	optional         bool
	doc              string
	expr             ast.Expr
}

func structFields(spec *ast.TypeSpec) []goField {
	body, ok := spec.Type.(*ast.StructType)
	if !ok {
		return nil
	}
	var fields []goField
	for _, field := range body.Fields.List {
		for _, ident := range field.Names {
			f := goField{goName: ident.Name, jsonName: ident.Name, expr: field.Type, doc: docText(field.Doc)}
			if f.doc == "" {
				f.doc = docText(field.Comment)
			}
			if field.Tag != nil {
				raw, _ := strconv.Unquote(field.Tag.Value)
				name, opts, _ := strings.Cut(reflect.StructTag(raw).Get("json"), ",")
				if name == "-" {
					continue
				}
				if name != "" {
					f.jsonName = name
				}
				f.optional = strings.Contains(opts, "omitempty") || strings.Contains(opts, "omitzero")
			}
			if ident.IsExported() {
				fields = append(fields, f)
			}
		}
	}
	return fields
}

// stringConsts collects the values of the string constants of each named type.
func stringConsts(decl *ast.GenDecl, record func(typ, value string)) {
	if decl.Tok != token.CONST {
		return
	}
	for _, spec := range decl.Specs {
		value := spec.(*ast.ValueSpec)
		typ, ok := value.Type.(*ast.Ident)
		if !ok {
			continue
		}
		for _, v := range value.Values {
			if lit, ok := v.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if text, err := strconv.Unquote(lit.Value); err == nil {
					record(typ.Name, text)
				}
			}
		}
	}
}

func writeDoc(out *bytes.Buffer, indent, doc string) {
	if doc == "" {
		return
	}
	lines := strings.Split(doc, "\n")
	if len(lines) == 1 {
		fmt.Fprintf(out, "%s/** %s */\n", indent, doc)
		return
	}
	fmt.Fprintf(out, "%s/**\n", indent)
	for _, line := range lines {
		fmt.Fprintf(out, "%s\n", strings.TrimRight(indent+" * "+line, " "))
	}
	fmt.Fprintf(out, "%s */\n", indent)
}

func docText(group *ast.CommentGroup) string {
	return strings.ReplaceAll(strings.TrimSpace(group.Text()), "*/", "* /")
}

func isError(expr ast.Expr) bool {
	ident, ok := expr.(*ast.Ident)
	return ok && ident.Name == "error"
}

func bareName(qualified string) string {
	_, bare, _ := strings.Cut(qualified, ".")
	return bare
}

func lowerFirst(s string) string {
	r := []rune(s)
	r[0] = unicode.ToLower(r[0])
	return string(r)
}

// tsName keeps a Go parameter name from being a reserved word of TypeScript.
func tsName(name string) string {
	switch name {
	case "default", "new", "delete", "function", "in", "class":
		return name + "_"
	}
	return name
}

func propertyName(name string) string {
	for _, r := range name {
		if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
			return strconv.Quote(name)
		}
	}
	return name
}
