package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// version is major, minor, patch.
type version [3]int

func (v version) less(o version) bool { return slices.Compare(v[:], o[:]) < 0 }

func (v version) String() string { return fmt.Sprintf("%d.%d.%d", v[0], v[1], v[2]) }

var versionPattern = regexp.MustCompile(`(\d+)\.(\d+)\.(\d+)`)

func parseVersion(text string) (version, bool) {
	match := versionPattern.FindStringSubmatch(text)
	if match == nil {
		return version{}, false
	}
	var v version
	for i := range v {
		v[i], _ = strconv.Atoi(match[i+1])
	}
	return v, true
}

// The frontend's bundler runs on Node 20.19 and later, and on 22.12 and later;
// 21 and the first releases of 22 lack a module loader that it uses.
var (
	nodeMinimum    = version{20, 19, 0}
	nodeMinimum22  = version{22, 12, 0}
	nodeUnsuitable = "Node 20.19 or later is needed (22.12 or later when it is 21 or 22)"
)

func nodeSuits(v version) bool {
	if v[0] == 21 || v[0] == 22 {
		return !v.less(nodeMinimum22)
	}
	return !v.less(nodeMinimum)
}

// ensureNode makes sure that a suitable Node is there, through the package
// manager when that has one.
func (w *workshop) ensureNode(ctx context.Context, m *machine) error {
	text, err := w.output(ctx, child{argv: []string{"node", "--version"}})
	if err == nil {
		v, ok := parseVersion(text)
		if ok && nodeSuits(v) {
			if !onPath("npm") {
				return w.ensure(ctx, m, []need{npmNeed})
			}
			return nil
		}
		return &failure{code: exitUsage, message: fmt.Sprintf("Node %s is too old: %s", strings.TrimPrefix(text, "v"), nodeUnsuitable), hint: nodeHint(m)}
	}
	offered, known := w.offeredNode(ctx, m)
	if !known || !nodeSuits(offered) {
		message := "Node is missing: " + nodeUnsuitable
		if known {
			message += fmt.Sprintf(", and %s offers %s, which is too old", m.manager.name, offered)
		}
		return &failure{code: exitUsage, message: message, hint: nodeHint(m)}
	}
	return w.ensure(ctx, m, []need{nodeNeed, npmNeed})
}

var (
	nodeNeed = need{program: "node", why: "the frontend is built with Node", packages: named(one("nodejs"), one("nodejs"), one("nodejs"), one("nodejs"), one("nodejs"))}
	npmNeed  = need{program: "npm", why: "the frontend's libraries are installed with npm", packages: named(one("npm"), one("nodejs-npm"), one("npm"), one("npm"), one("npm"))}
)

// offeredNode asks the package manager which Node it would install.
func (w *workshop) offeredNode(ctx context.Context, m *machine) (version, bool) {
	if m.manager == nil || m.manager.candidate == nil {
		return version{}, false
	}
	text, err := w.output(ctx, child{argv: m.manager.candidate("nodejs")})
	if err != nil {
		return version{}, false
	}
	for line := range strings.Lines(text) {
		if rest, ok := strings.CutPrefix(line, "Version:"); ok {
			return parseVersion(rest)
		}
	}
	return version{}, false
}

func nodeHint(m *machine) string {
	if runtime.GOOS == "darwin" {
		return "Run: brew install node"
	}
	hint := "Get it from https://nodejs.org/en/download, or with a version manager: fnm install 22."
	if m.manager != nil && m.manager.name == "apt" {
		hint += " Debian 12's own package is Node 18, which is too old."
	}
	return hint
}

// stampName is where an installed node_modules remembers what it was made from.
const stampName = ".clanker-grid-lock"

// ensureModules runs `npm ci` when the lock file is not what node_modules was
// installed from.
func (w *workshop) ensureModules(ctx context.Context, dir string) error {
	lock, err := os.ReadFile(w.path(dir, "package-lock.json"))
	if err != nil {
		return err
	}
	sum := sha256.Sum256(lock)
	want := hex.EncodeToString(sum[:])
	stamp := w.path(dir, "node_modules", stampName)
	if have, err := os.ReadFile(stamp); err == nil && strings.TrimSpace(string(have)) == want {
		return nil
	}
	w.say("install the libraries of %s: its lock file changed", dir)
	// Scripts of dependencies are not run: nothing here needs them.
	if err := w.run(ctx, child{dir: dir, argv: []string{npm(), "ci", "--ignore-scripts", "--no-audit", "--no-fund"}}); err != nil {
		return err
	}
	return os.WriteFile(stamp, []byte(want+"\n"), 0o644)
}

// npm is a batch file on Windows.
func npm() string {
	if runtime.GOOS == "windows" {
		return "npm.cmd"
	}
	return "npm"
}

// hashTree hashes the names and contents of the files below dir, except the
// folders named in skip. A missing dir has a hash too.
func hashTree(dir string, skip ...string) (string, error) {
	hash := sha256.New()
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) {
				return nil
			}
			return err
		}
		if entry.IsDir() {
			if slices.Contains(skip, entry.Name()) && path != dir {
				return filepath.SkipDir
			}
			return nil
		}
		if !entry.Type().IsRegular() {
			return nil
		}
		data, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		sum := sha256.Sum256(data)
		fmt.Fprintf(hash, "%s\x00%x\n", filepath.ToSlash(relative), sum)
		return nil
	})
	return hex.EncodeToString(hash.Sum(nil)), err
}
