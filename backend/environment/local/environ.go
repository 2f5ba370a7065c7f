package local

import (
	"runtime"
	"slices"
	"strings"

	"clankergrid/backend/process"
)

// unwanted are variables that describe the surroundings this program was
// started from and would mislead a program in a terminal of ours. A name that
// ends in * is a prefix. Settings that a user makes for the same programs
// (their homes, models, keys) are not markers and pass through.
var unwanted = []struct{ name, reason string }{
	{"TERM_PROGRAM", "names the terminal, which is now ours"},
	{"TERM_PROGRAM_VERSION", "names the terminal, which is now ours"},
	{process.SessionVariable, "names a session of the terminal, which is now ours"},
	{"TERM", "describes the terminal, which is now ours"},
	{"COLORTERM", "describes the terminal, which is now ours"},
	{"TERMCAP", "describes another terminal in full"},
	{"TERMINFO", "points at another terminal's own description"},
	{"COLUMNS", "is another terminal's size, and programs believe it over the kernel"},
	{"LINES", "is another terminal's size, and programs believe it over the kernel"},
	{"SHLVL", "counts the shells above this one in another terminal"},
	{"OLDPWD", "is another shell's last folder"},
	{"PWD", "is another shell's folder; it is set to this one's"},
	{"_", "is another shell's last command"},
	{"VTE_VERSION", "makes shells and programs talk to GNOME's terminal"},
	{"KITTY_*", "makes programs talk to kitty's remote control and graphics"},
	{"GHOSTTY_*", "points shells at Ghostty's integration"},
	{"WEZTERM_*", "makes programs talk to WezTerm's socket"},
	{"ITERM_*", "makes programs use iTerm2's own sequences"},
	{"LC_TERMINAL", "names iTerm2 across ssh"},
	{"LC_TERMINAL_VERSION", "names iTerm2 across ssh"},
	{"ALACRITTY_*", "names Alacritty's window and socket"},
	{"KONSOLE_*", "names Konsole's window and bus"},
	{"WT_*", "names Windows Terminal's session and profile"},
	{"TMUX", "makes tmux refuse to nest although it would not"},
	{"TMUX_PANE", "names a pane of another terminal's tmux"},
	{"STY", "makes screen attach to another terminal's session"},
	{"ZELLIJ*", "makes zellij believe that it is nested"},
	{"VSCODE_*", "points programs at an editor's sockets and shells at its integration"},
	{"ZED_*", "names Zed's terminal"},
	{"INSIDE_EMACS", "makes shells print for Emacs"},
	{"WINDOWID", "is another terminal's window"},
	{"CGRID_*", "is our shell integration's, and read once"},
	{"WEBKIT_*", "configures our own window's web view"},
	{"GDK_BACKEND", "configures our own window"},
	{"NO_AT_BRIDGE", "configures our own window"},
}

// agents are variables that tell a program which agent runs it. With the markers of
// the CLIs they are kept from every program that a user starts.
var agents = []string{"AI_AGENT", "AGENT", "CLANKER_*"}

func isUnwanted(name string, markers []string) bool {
	for _, u := range unwanted {
		if matches(u.name, name) {
			return true
		}
	}
	return isAgents(name, markers)
}

func isAgents(name string, markers []string) bool {
	is := func(marker string) bool { return matches(marker, name) }
	return slices.ContainsFunc(agents, is) || slices.ContainsFunc(markers, is)
}

func matches(pattern, name string) bool {
	prefix, isPrefix := strings.CutSuffix(pattern, "*")
	return isPrefix && strings.HasPrefix(name, prefix) || name == pattern
}

// environ is an environment under construction: the last value of a name wins,
// and order is kept so that the result is stable.
type environ []string

// clean copies an environment without what is unwanted, malformed or doubled.
func clean(from, markers []string) environ { return without(from, markers, isUnwanted) }

func without(from, markers []string, unwanted func(name string, markers []string) bool) environ {
	var out environ
	for _, entry := range from {
		// Windows keeps per-drive folders under names that begin with "=".
		if name, value, ok := strings.Cut(entry, "="); ok && name != "" && !unwanted(name, markers) {
			out = out.with(name, value)
		}
	}
	return out
}

func (e environ) index(name string) int {
	return slices.IndexFunc(e, func(entry string) bool {
		have, _, _ := strings.Cut(entry, "=")
		return have == name || runtime.GOOS == "windows" && strings.EqualFold(have, name)
	})
}

func (e environ) lookup(name string) (string, bool) {
	if i := e.index(name); i >= 0 {
		_, value, _ := strings.Cut(e[i], "=")
		return value, true
	}
	return "", false
}

func (e environ) get(name string) string {
	value, _ := e.lookup(name)
	return value
}

func (e environ) with(name, value string) environ {
	if i := e.index(name); i >= 0 {
		e[i] = name + "=" + value
		return e
	}
	return append(e, name+"="+value)
}
