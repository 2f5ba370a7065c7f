package pty

import (
	"path/filepath"
	"slices"
	"strings"
)

const pathSeparators = `/\`

// sameVariable: names of environment variables have no case on Windows.
func sameVariable(a, b string) bool { return strings.EqualFold(a, b) }

// withEndings completes a program's name the way the system's own shells do.
// Endings beyond these need an interpreter, which CreateProcess does not choose.
func withEndings(path string, env []string) []string {
	endings := []string{".com", ".exe", ".bat", ".cmd"}
	if slices.Contains(endings, strings.ToLower(filepath.Ext(path))) {
		return []string{path}
	}
	var out []string
	for ending := range strings.SplitSeq(lookupEnv(env, "PATHEXT"), ";") {
		if slices.Contains(endings, strings.ToLower(ending)) {
			out = append(out, path+ending)
		}
	}
	if out == nil {
		for _, ending := range endings {
			out = append(out, path+ending)
		}
	}
	return out
}

// executable and enterable are decided by the system when it is asked to start
// the program: access lists cannot be evaluated faithfully beforehand.
func executable(string) error { return nil }
func enterable(string) error  { return nil }

func isNotDir(error) bool { return false }
