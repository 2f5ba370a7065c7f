package local

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

const (
	// maxShells bounds what a menu offers. Real systems list about ten; what comes
	// after the bound is left out.
	maxShells = 32
	// maxShellsFile bounds how much of the system's list is read, which a mistaken
	// link could make endless.
	maxShellsFile = 64 << 10
)

// notShells stand in the system's list to keep somebody from logging in.
var notShells = []string{"false", "git-shell", "nologin", "true"}

// Shells lists the login shell, and then those of the system's list that can be
// run. Several names of one program are one choice, under the first of them.
func (e *Environment) Shells(ctx context.Context) ([]core.ShellChoice, error) {
	if err := ctx.Err(); err != nil {
		return nil, errs.Wrap("local.Shells", errs.Canceled, "The shells were not listed.", "", err)
	}
	return e.shells(), nil
}

func (e *Environment) shells() []core.ShellChoice {
	login := e.loginShell()
	var listed []string
	if runtime.GOOS == "windows" {
		listed = windowsShells(environ(e.options.Environ))
	} else if f, err := os.Open(shellsFile); err == nil { // a system without the list has the login shell
		listed = readShells(f)
		f.Close()
	}
	return choices(login, listed)
}

// shellsFile is the system's list of login shells.
const shellsFile = "/etc/shells"

// readShells returns the paths of a list in the form of /etc/shells.
func readShells(list io.Reader) []string {
	var paths []string
	lines := bufio.NewScanner(io.LimitReader(list, maxShellsFile))
	for lines.Scan() {
		line, _, _ := strings.Cut(lines.Text(), "#")
		if line = strings.TrimSpace(line); filepath.IsAbs(line) && !slices.Contains(notShells, filepath.Base(line)) {
			paths = append(paths, filepath.Clean(line))
		}
	}
	return paths
}

// choices are the shells that can be run, login first.
func choices(login string, listed []string) []core.ShellChoice {
	var out []core.ShellChoice
	known := map[string]bool{}
	names := map[string]int{}
	for _, path := range append([]string{login}, listed...) {
		program := resolved(path)
		if known[program] || !isProgram(path) || len(out) == maxShells {
			continue
		}
		known[program] = true
		name := strings.TrimSuffix(filepath.Base(path), ".exe")
		names[name]++
		out = append(out, core.ShellChoice{ID: path, Name: name, Default: path == login})
	}
	for i, choice := range out {
		if names[choice.Name] > 1 { // two versions of one shell
			out[i].Name = fmt.Sprintf("%s (%s)", choice.Name, choice.ID)
		}
	}
	return out
}

// chosen returns the path of the shell to start. A choice is a claim of a page or of
// a settings file: only a shell that is on the list is started, or another name of
// one.
func (e *Environment) chosen(id string) (string, error) {
	if id == "" {
		shell := e.loginShell()
		e.tellMissingShell(shell)
		return shell, nil
	}
	if filepath.IsAbs(id) {
		program := resolved(id)
		for _, choice := range e.shells() {
			if choice.ID == id || resolved(choice.ID) == program {
				return choice.ID, nil
			}
		}
	}
	hint := "Choose another shell, or install it and list it in " + shellsFile + "."
	if runtime.GOOS == "windows" {
		hint = "Choose another shell."
	}
	return "", errs.New("local.Shell", errs.NotFound, "The shell "+errs.Quote(id)+" is not one of this machine's shells.", hint)
}

// resolved follows links, so that two names of one program compare equal. A path
// that does not lead anywhere is itself.
func resolved(path string) string {
	if real, err := filepath.EvalSymlinks(path); err == nil {
		return real
	}
	return path
}

// windowsShells are the PowerShells on PATH, the one of the system, and cmd.
func windowsShells(env environ) []string {
	var paths []string
	for _, name := range []string{"pwsh.exe", "powershell.exe"} {
		for _, dir := range filepath.SplitList(env.get("PATH")) {
			paths = append(paths, filepath.Join(dir, name))
		}
	}
	system := filepath.Join(env.get("SystemRoot"), "System32")
	return append(paths, filepath.Join(system, "WindowsPowerShell", "v1.0", "powershell.exe"), filepath.Join(system, "cmd.exe"))
}
