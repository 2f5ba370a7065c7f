//go:build unix

package local

import (
	"strings"
	"testing"

	"clankergrid/backend/environment"
)

// Everything that a user may have set up for bash goes on working.
func TestBashKeepsWhatItsUserSetUp(t *testing.T) {
	for name, c := range map[string]struct {
		rc, line, want string
	}{
		"alias":                   {"alias greet='echo he''llo'", "greet", "hello"},
		"function":                {"greet() { echo he''llo; }", "greet", "hello"},
		"scalar PROMPT_COMMAND":   {"PROMPT_COMMAND='echo \"pro\"\"mpt:$?\"'", "(exit 5)", "prompt:5"},
		"PROMPT_COMMAND with ;":   {"PROMPT_COMMAND='echo \"pro\"\"mpt:$?\"; '", "(exit 5)", "prompt:5"},
		"PROMPT_COMMAND comment":  {"PROMPT_COMMAND='echo \"pro\"\"mpt:$?\" # note'", "(exit 5)", "prompt:5"},
		"array PROMPT_COMMAND":    {"PROMPT_COMMAND=('true' 'echo \"pro\"\"mpt:$?:${PIPESTATUS[0]}\"')", "(exit 5)", "prompt:5:5"},
		"PROMPT_COMMAND sets PS1": {"PROMPT_COMMAND='PS1=\"[$?] pro\"\"mpt> \"'", "(exit 5)", "[5] prompt> "},
		"exit code in PS1":        {"PS1='[$?] > '", "(exit 5)", "[5] > "},
		"PS0":                     {"PS0='about'' to run'", "true", "about to run"},
		"DEBUG trap":              {"trap 'last=$BASH_COMMAND' DEBUG; show() { echo \"ran:$seen\"; }", "seen=$last; show", "ran:"},
		"nounset":                 {"set -u", "echo st''ill", "still"},
		"errexit-like IFS":        {"IFS=/", "echo st''ill", "still"},
		"history expansion":       {"", "echo first; echo fir''st !#:0", "first"},
		"brace expansion":         {"", "echo {x,y}1", "x1 y1"},
		"process substitution":    {"", "cat <(echo sub''st)", "subst"},
	} {
		t.Run(name, func(t *testing.T) {
			u := newUser(t, "bash")
			u.write(".bash_profile", "PS1='ready> '\n"+c.rc+"\n")
			s := u.login()
			s.prompt(1)
			first := s.run(c.line)
			if !strings.Contains(first, c.want) {
				t.Errorf("no %q in %q", c.want, first)
			}
			if strings.Contains(c.line, "exit 5") && !strings.Contains(first, "133;D;5\a") {
				t.Errorf("the exit code is lost in %q", first)
			}
			if strings.Contains(s.text(), "unbound variable") || strings.Contains(s.text(), "syntax error") {
				t.Errorf("an error in %q", s.text())
			}
		})
	}
}

func TestBashHasTheOptionsOfAPlainLoginShell(t *testing.T) {
	u := newUser(t, "bash")
	u.write(".bash_profile", "{ shopt; set -o; echo \"$-\"; echo \"hist $HISTFILE $HISTSIZE\"; declare -p | grep -c POSIX; } >\"$HOME/options.$HOW\"; test -t 0 && echo do''ne\n")
	e := u.environment()
	req, err := e.Shell(t.Context(), environment.ShellRequest{Dir: u.home})
	if err != nil {
		t.Fatal(err)
	}
	plain := req
	plain.Args = nil
	plain.Env = nil
	for _, entry := range req.Env {
		if !strings.HasPrefix(entry, "ENV=") && !strings.HasPrefix(entry, "HISTFILE=") && !strings.HasPrefix(entry, "CGRID_") {
			plain.Env = append(plain.Env, entry)
		}
	}
	plain.Env = append(plain.Env, "HOW=plain")
	req.Env = append(req.Env, "HOW=ours")
	for _, s := range []*shellSession{u.start(e, plain), u.start(e, req)} {
		s.waitFor("the profile's end", func(text string) bool { return strings.Contains(text, "done") })
	}
	want, got := u.read("options.plain"), u.read("options.ours")
	if want == "" || got != want {
		t.Errorf("plain:\n%s\nours:\n%s", want, got)
	}
}

func TestBashWritesItsHistoryAndRunsItsLogoutFile(t *testing.T) {
	u := newUser(t, "bash")
	u.write(".bash_logout", "echo bye >\"$HOME/logout\"\n")
	u.write(".bash_history", "echo from before\n")
	s := u.login()
	s.prompt(1)
	if got := output(s.run("history")); !strings.Contains(got, "echo from before") {
		t.Errorf("history lost: %q", got)
	}
	if _, err := s.terminal.Write([]byte("exit\r")); err != nil {
		t.Fatal(err)
	}
	<-s.terminal.Exited()
	if u.read("logout") != "bye\n" {
		t.Error("the logout file did not run")
	}
	if got := u.read(".bash_history"); !strings.HasPrefix(got, "echo from before\nhistory\n") {
		t.Errorf("history is %q", got)
	}
	if u.read(".sh_history") != "" {
		t.Error("POSIX mode's history file was written")
	}
}

func TestBashUserKeepsEnvAndHistfileOfTheirOwn(t *testing.T) {
	u := newUser(t, "bash")
	u.write(".bash_profile", "PS1='ready> '\n")
	u.environ = append(u.environ, "ENV=/tmp/my env", "HISTFILE="+u.home+"/mine")
	s := u.login()
	s.prompt(1)
	got := output(s.run("env"))
	for _, entry := range []string{"ENV=/tmp/my env", "HISTFILE=" + u.home + "/mine"} {
		if !strings.Contains(got, "\n"+entry+"\r\n") {
			t.Errorf("no %q in %q", entry, got)
		}
	}
}
