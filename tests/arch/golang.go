package arch

import (
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
)

var goRules = []rule{
	{
		name: "package comment",
		why:  "a package says once what it decides and what it must not do",
		find: findPackageComments,
	},
	{
		name: "names that say nothing",
		why:  "a file or package is named for the thing it holds",
		find: findEmptyNames,
	},
	{
		name: "no init",
		why:  "registration is explicit, so that reading main shows what is there",
		find: findInit,
	},
	{
		name: "no sleep in tests",
		why:  "a test that sleeps is slow when it passes and flaky when the machine is busy; wait for the condition, or use testing/synctest",
		find: findSleep,
	},
	{
		name: "goroutines have an owner",
		why:  "whoever starts a goroutine waits for it; a package that starts one is listed with who does",
		find: findGoroutines,
	},
	{
		name: "error text decides nothing",
		why:  "messages are for people and change; kinds are for decisions",
		find: findErrorText,
	},
	{
		name: "the process's environment is read at the top",
		why:  "what depends on HOME or PATH by itself cannot be tested in a throwaway home, nor run for another machine",
		find: findEnvironmentReads,
	},
	{
		name: "listening has two places",
		why:  "a listener without the shared policy would be reachable by pages or by other users",
		find: findListeners,
	},
}

func findPackageComments(t *tree) (found []finding) {
	type pkg struct {
		first    string
		comments []string
	}
	packages := map[string]*pkg{}
	var order []string
	for _, file := range t.golang {
		if file.test {
			continue
		}
		p := packages[file.pkg()]
		if p == nil {
			p = &pkg{first: file.path}
			packages[file.pkg()] = p
			order = append(order, file.pkg())
		}
		if file.syntax.Doc != nil {
			p.comments = append(p.comments, file.path)
		}
	}
	for _, name := range order {
		switch p := packages[name]; len(p.comments) {
		case 0:
			found = append(found, finding{p.first, "the package has no comment"})
		case 1:
		default:
			found = append(found, finding{p.comments[1], "the package has a second comment, the first is in " + p.comments[0]})
		}
	}
	return found
}

// emptyNames would fit any package.
var emptyNames = []string{"util", "utils", "common", "helper", "helpers", "type", "types", "manager", "managers", "misc"}

func findEmptyNames(t *tree) (found []finding) {
	for _, file := range t.all {
		if strings.HasSuffix(file.path, ".md") {
			continue
		}
		segments := strings.Split(file.path, "/")
		last := len(segments) - 1
		segments[last], _, _ = strings.Cut(segments[last], ".")
		for _, segment := range segments {
			if slices.Contains(emptyNames, strings.TrimSuffix(segment, "_test")) {
				found = append(found, finding{file.path, fmt.Sprintf("%q says nothing about what is inside", segment)})
			}
		}
	}
	return found
}

func findInit(t *tree) (found []finding) {
	for _, file := range t.golang {
		for _, decl := range file.syntax.Decls {
			if fn, ok := decl.(*ast.FuncDecl); ok && fn.Recv == nil && fn.Name.Name == "init" {
				found = append(found, finding{t.at(fn.Pos()), "init runs without being asked"})
			}
		}
	}
	return found
}

// isCall reports whether an expression calls one of the names of a package.
func isCall(node ast.Node, pkg string, names ...string) bool {
	call, ok := node.(*ast.CallExpr)
	return ok && isSelector(call.Fun, pkg, names...)
}

func isSelector(node ast.Node, pkg string, names ...string) bool {
	selector, ok := node.(*ast.SelectorExpr)
	if !ok {
		return false
	}
	ident, ok := selector.X.(*ast.Ident)
	return ok && ident.Name == pkg && slices.Contains(names, selector.Sel.Name)
}

// findSleep lets a sleep inside of a synctest bubble stand: there it moves a
// virtual clock.
func findSleep(t *tree) (found []finding) {
	for _, file := range t.golang {
		if !file.test {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if isCall(node, "synctest", "Test", "Run") {
				return false
			}
			if isCall(node, "time", "Sleep") {
				found = append(found, finding{t.at(node.Pos()), "time.Sleep in a test"})
			}
			return true
		})
	}
	return found
}

// goroutineOwners say, per package, who waits for the goroutines it starts.
var goroutineOwners = map[string]string{
	"app":                        "signals.stop waits for the watcher",
	"app/compose":                "Close waits for the control endpoint and for the copy of clanker",
	"app/serve":                  "conn.release waits for a socket's goroutines, Close for every socket",
	"backend/cmd/clanker/serve":  "printer.close waits for its writer, within a bound",
	"backend/bounded":            "Wait and Close wait until nothing of the command is left",
	"backend/loopback":           "Close waits for the server",
	"backend/screens":            "drain's stop waits for the reader of replies",
	"backend/catalog":            "Close waits for every look and question; after it nothing is asked",
	"backend/settings":           "Close waits for the watch",
	"backend/owner":              "Close waits for every conversation",
	"backend/pty":                "the waiter ends when the kernel reports the child's end, which End brings about",
	"backend/shell":              "the reaper ends with the program that it opened",
	"tests/conformance/provider": "Close waits for the server",
	"tests/bench":                "run stops the watcher of signals before it returns",
	"backend/terminal":           "Shutdown waits for every terminal, Close for its own",
}

func findGoroutines(t *tree) (found []finding) {
	for _, file := range t.golang {
		if file.test || goroutineOwners[file.pkg()] != "" {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if statement, ok := node.(*ast.GoStmt); ok {
				found = append(found, finding{t.at(statement.Pos()), "a goroutine in a package without a named owner"})
			}
			return true
		})
	}
	return found
}

// findErrorText finds comparisons and searches of err.Error().
func findErrorText(t *tree) (found []finding) {
	for _, file := range t.golang {
		if file.test {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			switch n := node.(type) {
			case *ast.BinaryExpr:
				if (n.Op == token.EQL || n.Op == token.NEQ) && (isErrorText(n.X) || isErrorText(n.Y)) {
					found = append(found, finding{t.at(n.Pos()), "compares the text of an error"})
				}
			case *ast.CallExpr:
				if isSelector(n.Fun, "strings", "Contains", "HasPrefix", "HasSuffix", "Index", "EqualFold") && slices.ContainsFunc(n.Args, isErrorText) {
					found = append(found, finding{t.at(n.Pos()), "searches the text of an error"})
				}
			case *ast.SwitchStmt:
				if n.Tag != nil && isErrorText(n.Tag) {
					found = append(found, finding{t.at(n.Pos()), "switches on the text of an error"})
				}
			}
			return true
		})
	}
	return found
}

func isErrorText(expr ast.Expr) bool {
	call, ok := expr.(*ast.CallExpr)
	if !ok || len(call.Args) != 0 {
		return false
	}
	selector, ok := call.Fun.(*ast.SelectorExpr)
	return ok && selector.Sel.Name == "Error"
}

// environmentReaders may ask for the process's own environment: they are where
// a program begins.
var environmentReaders = []string{".", "app", "app/compose", "backend/cmd/clanker/...", "build", "tests/desktop"}

func findEnvironmentReads(t *tree) (found []finding) {
	for _, file := range t.golang {
		if file.test || under(file.pkg(), environmentReaders) {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			if isSelector(node, "os", "Getenv", "LookupEnv", "Environ", "UserHomeDir", "UserConfigDir", "UserCacheDir") {
				found = append(found, finding{t.at(node.Pos()), "reads the process's environment"})
			}
			return true
		})
	}
	return found
}

// under reports whether a package is one of the patterns; "x/..." is x and
// everything below it.
func under(pkg string, patterns []string) bool {
	return slices.ContainsFunc(patterns, func(pattern string) bool {
		root, deep := strings.CutSuffix(pattern, "/...")
		return pkg == root || deep && strings.HasPrefix(pkg, root+"/")
	})
}

// listeners may open one: pages come to the first, our own programs to the
// second.
var listeners = []string{"backend/loopback", "backend/owner", "tests/conformance/provider"}

func findListeners(t *tree) (found []finding) {
	for _, file := range t.golang {
		if file.test || under(file.pkg(), listeners) {
			continue
		}
		ast.Inspect(file.syntax, func(node ast.Node) bool {
			listens := isSelector(node, "net", "Listen", "ListenTCP", "ListenUnix", "ListenPacket", "ListenConfig") ||
				isSelector(node, "http", "ListenAndServe", "ListenAndServeTLS")
			if listens {
				found = append(found, finding{t.at(node.Pos()), "opens a listener of its own"})
			}
			return true
		})
	}
	return found
}
