// Command build is how this repository is built, run and tested: one command
// that works on a fresh machine with Go alone, because the tool itself is
// compiled from the standard library.
//
// It decides which steps a verb needs, what has to be on the machine for them,
// and how their results are told. It must not hold product behaviour, and
// nothing in the product may depend on having been built by it.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
)

// Exit codes: 2 means that the caller has to change the command line or the
// machine before it is worth trying again, 1 that a step failed, 130 (a shell's
// own figure for an interrupt) that the user ended it.
const (
	exitFailed      = 1
	exitUsage       = 2
	exitInterrupted = 130
)

// A verb is one thing a developer can ask for.
type verb struct {
	name  string
	args  string // as shown in the usage text
	about string
	run   func(ctx context.Context, w *workshop, args []string) error
}

// verbs is the whole command line, in the order the usage text shows it.
func verbs() []verb {
	return []verb{
		{"run", "", "build what changed and start the application", runVerb},
		{"test", "[--full] [--only TIER]", "run every check and test, or one tier of them", testVerb},
		{"bench", "[--only AREAS] [--quick] [--report]", "measure speed and memory, and write docs/performance.md", benchVerb},
		{"build", "", "build the frontend and both binaries into bin", buildVerb},
		{"package", "[--version V] [--out DIR] [--only FORMATS]", "make the packages that users install", packageVerb},
		{"generate", "[--check]", "write the TypeScript client from the bound services", generateVerb},
		{"fmt", "", "format Go and TypeScript", fmtVerb},
		{"lint", "", "check formatting, vet and lint, without running tests", lintVerb},
		{"clean", "", "remove what the build wrote; installed packages stay", cleanVerb},
	}
}

// A failure ends the tool with a chosen exit code and, apart from the sentence
// that says what happened, a hint that says the next step. An empty message is
// for a failure that was told already.
type failure struct {
	code    int
	message string
	hint    string
}

func (f *failure) Error() string { return f.message }

func usageError(format string, args ...any) error {
	return &failure{code: exitUsage, message: fmt.Sprintf(format, args...), hint: "Run `go run ./build help` for the verbs."}
}

func main() {
	os.Exit(mainWithCode())
}

func mainWithCode() int {
	// A first interrupt cancels the context, which ends the children; the tool
	// then reports and leaves in its ordinary way.
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	root, err := findRoot()
	if err != nil {
		return report(os.Stderr, err)
	}
	return report(os.Stderr, dispatch(ctx, &workshop{root: root, out: os.Stdout, err: os.Stderr}, os.Args[1:]))
}

func dispatch(ctx context.Context, w *workshop, args []string) error {
	if len(args) == 0 {
		printUsage(w.err)
		return &failure{code: exitUsage, message: "no verb given"}
	}
	name := args[0]
	if name == "help" || name == "-h" || name == "--help" {
		printUsage(w.out)
		return nil
	}
	for _, v := range verbs() {
		if v.name == name {
			return v.run(ctx, w, args[1:])
		}
	}
	return usageError("there is no verb %q", name)
}

func printUsage(out io.Writer) {
	var b strings.Builder
	b.WriteString("usage: go run ./build VERB\n\n")
	for _, v := range verbs() {
		fmt.Fprintf(&b, "  %-52s %s\n", strings.TrimSpace(v.name+" "+v.args), v.about)
	}
	b.WriteString("\ntiers of test: " + strings.Join(tierNames(), ", ") + "\n")
	b.WriteString("areas of bench: " + strings.Join(benchAreas, ", ") + "\n")
	b.WriteString("formats of package: " + strings.Join(formatNames(), ", ") + "\n")
	io.WriteString(out, b.String())
}

// report prints the one line that a failed run ends with and chooses the code.
func report(out io.Writer, err error) int {
	if err == nil {
		return 0
	}
	if help := (*verbHelp)(nil); errors.As(err, &help) {
		io.WriteString(os.Stdout, help.text)
		return 0
	}
	var f *failure
	if !errors.As(err, &f) {
		fmt.Fprintf(out, "build: %v\n", err)
		return exitFailed
	}
	if f.message != "" {
		fmt.Fprintf(out, "build: %s\n", f.message)
	}
	if f.hint != "" {
		fmt.Fprintf(out, "  %s\n", f.hint)
	}
	return f.code
}

// findRoot walks up from the working directory to the module's go.mod, so that
// the tool works from any folder of the repository.
func findRoot() (string, error) {
	dir, err := os.Getwd()
	if err != nil {
		return "", err
	}
	for {
		if data, err := os.ReadFile(filepath.Join(dir, "go.mod")); err == nil && strings.HasPrefix(string(data), "module clankergrid") {
			return dir, nil
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return "", &failure{code: exitUsage, message: "this is not the Clanker Grid repository", hint: "Change into the folder that holds go.mod and try again."}
		}
		dir = parent
	}
}
