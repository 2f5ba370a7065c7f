// Package cmdline decides how a program and its arguments are handed to Windows,
// which passes one text instead of a list and runs batch files through an
// interpreter that reads that text again. It must not start anything, and it runs
// on every system, so that its decisions are tested on every system.
package cmdline

import (
	"errors"
	"path"
	"strings"
)

// Errors that a plan may end with.
var (
	// ErrNotFound means that no folder of PATH holds the program.
	ErrNotFound = errors.New("cmdline: the program is not on PATH")
	// ErrUnsafe means that an argument cannot reach a batch file unchanged.
	ErrUnsafe = errors.New("cmdline: a batch file cannot be given % or a line break")
)

// Windows is what a plan has to know of the machine.
type Windows struct {
	// Env is the child's complete environment; names count without regard to case.
	Env []string
	// IsFile reports whether a path names a regular file.
	IsFile func(path string) bool
}

// Plan is what CreateProcess is given.
type Plan struct {
	// Path is the program that is started.
	Path string
	// Args are its arguments without the first; nil when Line says it all.
	Args []string
	// Line is the whole command line, word by word as it has to stand; empty for a
	// program that reads Args in the usual way.
	Line string
}

// Plan finds the program and decides how it gets its arguments. program is a bare
// name, looked for in PATH with the endings of PATHEXT, or an absolute path.
//
// Programs (.exe, .com) get their arguments as they are. Batch files (.cmd, .bat:
// what npm installs) are run by cmd.exe, which expands and splits what it is given:
// every character that it would read is escaped, once more for a batch file that
// passes its arguments on, and what no escaping protects is refused.
func (w Windows) Plan(program string, args []string) (Plan, error) {
	found, ok := w.Find(program)
	if !ok {
		return Plan{}, ErrNotFound
	}
	if !isBatch(found) {
		return Plan{Path: found, Args: args}, nil
	}
	for _, word := range append([]string{found}, args...) {
		if strings.ContainsAny(word, "%\r\n\x00") {
			return Plan{}, ErrUnsafe
		}
	}
	interpreter := w.interpreter()
	passesOn := isShim(found)
	words := []string{escape(found)}
	for _, arg := range args {
		word := escape(quote(arg))
		if passesOn {
			word = escape(word)
		}
		words = append(words, word)
	}
	return Plan{Path: interpreter, Line: quote(interpreter) + ` /d /s /c "` + strings.Join(words, " ") + `"`}, nil
}

// lookup returns a variable's last value.
func (w Windows) lookup(name string) string {
	value := ""
	for _, entry := range w.Env {
		if have, v, ok := strings.Cut(entry, "="); ok && strings.EqualFold(have, name) {
			value = v
		}
	}
	return value
}

func (w Windows) interpreter() string {
	if root := w.lookup("SystemRoot"); isAbs(root) {
		return join(root, `System32\cmd.exe`)
	}
	return `C:\Windows\System32\cmd.exe`
}

// usualEndings are tried where PATHEXT says nothing.
const usualEndings = ".COM;.EXE;.BAT;.CMD"

// runnable are the endings that a plan knows how to start. PATHEXT names others
// (.JS, .VBS) that need a program of their own.
var runnable = map[string]bool{".com": true, ".exe": true, ".bat": true, ".cmd": true}

// Find returns the file that a program's name stands for.
func (w Windows) Find(program string) (string, bool) {
	if isAbs(program) {
		return w.withEnding(program)
	}
	if program == "" || strings.ContainsAny(program, `/\:`) {
		return "", false
	}
	for _, dir := range strings.Split(w.lookup("PATH"), ";") {
		dir = strings.Trim(dir, `"`)
		if !isAbs(dir) { // a relative folder would depend on where one stands
			continue
		}
		if found, ok := w.withEnding(join(dir, program)); ok {
			return found, true
		}
	}
	return "", false
}

func (w Windows) withEnding(file string) (string, bool) {
	if runnable[ending(file)] && w.IsFile(file) {
		return file, true
	}
	endings := w.lookup("PATHEXT")
	if endings == "" {
		endings = usualEndings
	}
	for _, e := range strings.Split(endings, ";") {
		if e = strings.ToLower(strings.TrimSpace(e)); runnable[e] && w.IsFile(file+e) {
			return file + e, true
		}
	}
	return "", false
}

func ending(file string) string { return strings.ToLower(path.Ext(strings.ReplaceAll(file, `\`, "/"))) }

func isBatch(file string) bool { return ending(file) == ".cmd" || ending(file) == ".bat" }

// isShim reports whether npm wrote the batch file, which hands its arguments to
// another program and so has them read a second time.
func isShim(file string) bool {
	dir, _ := path.Split(strings.ReplaceAll(strings.ToLower(file), `\`, "/"))
	return strings.HasSuffix(dir, "/node_modules/.bin/")
}

func isAbs(file string) bool {
	drive := len(file) > 2 && file[1] == ':' && (file[2] == '\\' || file[2] == '/')
	return drive || strings.HasPrefix(file, `\\`)
}

func join(dir, name string) string { return strings.TrimRight(dir, `\/`) + `\` + name }

// quote writes an argument so that the usual reading of a command line gives it
// back: in quotes, a quote with a backslash before it, and every backslash that
// stands before a quote doubled.
func quote(arg string) string {
	var b strings.Builder
	b.WriteByte('"')
	backslashes := 0
	for _, c := range []byte(arg) {
		switch c {
		case '\\':
			backslashes++
		case '"':
			b.WriteString(strings.Repeat(`\`, backslashes+1))
			backslashes = 0
		default:
			backslashes = 0
		}
		b.WriteByte(c)
	}
	b.WriteString(strings.Repeat(`\`, backslashes))
	b.WriteByte('"')
	return b.String()
}

// special are the characters that cmd.exe gives a meaning to.
const special = "()[]%!^\"`<>&|;, *?"

// escape puts the character before each of them that takes the meaning away.
func escape(word string) string {
	var b strings.Builder
	for _, c := range []byte(word) {
		if strings.IndexByte(special, c) >= 0 {
			b.WriteByte('^')
		}
		b.WriteByte(c)
	}
	return b.String()
}
