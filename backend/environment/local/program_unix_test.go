//go:build unix

package local

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"clankergrid/backend/command"
	"clankergrid/backend/environment"
)

func (u *user) program(name string, mode os.FileMode) {
	u.write(filepath.Join("bin", name), "#!/bin/sh\necho hello\n")
	if err := os.Chmod(filepath.Join(u.home, "bin", name), mode); err != nil {
		u.t.Fatal(err)
	}
	u.environ = append(u.environ, "PATH="+u.home+"/bin:/usr/bin:/bin")
}

func TestAProgramInATerminalFindsWhatAShellThereWould(t *testing.T) {
	u := newUser(t, "sh")
	u.program("crab", 0o755)
	u.environ = append(u.environ, "CLANKER_TOKEN=secret", "TMUX=/tmp/tmux", "OWN=kept", "TERM=dumb")
	e := u.environment()
	ask := environment.ProgramRequest{
		Program: "crab", Args: []string{"--a", "b c"}, Env: []string{"ADDED=1", "OWN=changed"}, Dir: u.home, Terminal: "0123",
	}
	req, err := e.Program(t.Context(), ask)
	if err != nil {
		t.Fatal(err)
	}
	if req.Program != filepath.Join(u.home, "bin", "crab") || req.Argv0 != "crab" || !slices.Equal(req.Args, ask.Args) || req.Dir != u.home {
		t.Errorf("got %+v", req)
	}
	for _, want := range []string{"TERM=xterm-256color", "COLORTERM=truecolor", "TERM_PROGRAM=clanker-grid", "PWD=" + u.home, "ADDED=1", "OWN=changed", "SHELL=" + u.shell} {
		if !slices.Contains(req.Env, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, entry := range req.Env {
		if strings.HasPrefix(entry, "CLANKER_TOKEN=") || strings.HasPrefix(entry, "TMUX=") || entry == "OWN=kept" {
			t.Errorf("it has %s", entry)
		}
	}
}

func TestAProgramInThisProcesssOwnTerminalKeepsThatTerminal(t *testing.T) {
	u := newUser(t, "sh")
	u.program("crab", 0o755)
	u.environ = append(u.environ, "CLANKER_TOKEN=secret", "AI_AGENT=1", "TMUX=/tmp/tmux", "TERM=dumb")
	req, err := u.environment().ProgramHere(t.Context(), environment.ProgramRequest{Program: "crab", Env: []string{"ADDED=1"}, Dir: u.home})
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"TERM=dumb", "TMUX=/tmp/tmux", "ADDED=1"} {
		if !slices.Contains(req.Env, want) {
			t.Errorf("%s is missing", want)
		}
	}
	for _, entry := range req.Env {
		if strings.HasPrefix(entry, "CLANKER_TOKEN=") || strings.HasPrefix(entry, "AI_AGENT=") {
			t.Errorf("it has %s", entry)
		}
	}
}

func TestAProgramThatCannotBeStartedIsToldApartFromOneThatIsNotThere(t *testing.T) {
	u := newUser(t, "sh")
	u.program("plain", 0o644)
	e := u.environment()
	for program, want := range map[string]command.Reason{
		"plain": command.NotRunnable, "nowhere": command.NotInstalled, "../plain": command.BadRequest, "": command.BadRequest,
	} {
		if _, err := e.Program(t.Context(), environment.ProgramRequest{Program: program, Dir: u.home}); command.ReasonOf(err) != want {
			t.Errorf("%q: %v, want %v", program, err, want)
		}
	}
}
