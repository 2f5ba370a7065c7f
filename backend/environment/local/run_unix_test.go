//go:build unix

package local

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/command"
)

// runIn is an environment whose PATH is the given folders, and no login shell's.
func runIn(t *testing.T, home string, path ...string) *Environment {
	t.Helper()
	e, err := New(Options{
		Home: home, DataDir: t.TempDir(),
		Environ: []string{
			"PATH=" + strings.Join(path, ":"), "SHELL=/bin/false", "HOME=" + home, "KEEP=me",
			"CLANKER_MCP_TOKEN=secret", "TERM_PROGRAM=other", "TMUX=x",
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e
}

func request(program string, args ...string) command.Request {
	return command.Request{Program: program, Args: args, Timeout: time.Minute, MaxOutput: 1 << 20, MaxInput: 64 << 10}
}

func put(t *testing.T, dir, name, text string, mode os.FileMode) string {
	t.Helper()
	path := filepath.Join(dir, name)
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestACommandFindsAroundItselfWhatAShellWould(t *testing.T) {
	home := t.TempDir()
	e := runIn(t, home, "/usr/bin", "/bin")
	req := request("sh", "-c", "pwd; env")
	req.Env = []string{"MORE=1", "KEEP=changed"}
	result, err := e.Run(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	lines := strings.Split(string(result.Stdout), "\n")
	if lines[0] != home {
		t.Errorf("it ran in %s", lines[0])
	}
	for _, want := range []string{"\nMORE=1\n", "\nKEEP=changed\n", "\nHOME=" + home + "\n", "\nPWD=" + home + "\n"} {
		if !strings.Contains(string(result.Stdout), want) {
			t.Errorf("it lacks %q in %s", want, result.Stdout)
		}
	}
	for _, foreign := range []string{"CLANKER_", "secret", "TERM_PROGRAM", "TMUX"} {
		if strings.Contains(string(result.Stdout), foreign) {
			t.Errorf("it has %s", foreign)
		}
	}
}

func TestTheFirstProgramOfPathThatCanBeRunIsRun(t *testing.T) {
	first, second, home := t.TempDir(), t.TempDir(), t.TempDir()
	if err := os.Mkdir(filepath.Join(first, "a-folder"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(first, "nowhere"), filepath.Join(first, "a-link")); err != nil {
		t.Fatal(err)
	}
	put(t, first, "not-executable", "#!/bin/sh\n", 0o600)
	file := put(t, home, "a-file", "", 0o600)
	script := "#!/bin/sh\necho second\n"
	for _, name := range []string{"a-folder", "a-link", "not-executable"} {
		put(t, second, name, script, 0o700)
		e := runIn(t, home, "", "relative", file, first, first, second, filepath.Join(home, "missing"))
		if result, err := e.Run(t.Context(), request(name)); err != nil || string(result.Stdout) != "second\n" {
			t.Errorf("%s: got %q, %v", name, result.Stdout, err)
		}
		if err := os.Remove(filepath.Join(second, name)); err != nil {
			t.Fatal(err)
		}
		want := command.NotRunnable
		if name == "a-link" { // what it names is nowhere
			want = command.NotInstalled
		}
		if _, err := e.Run(t.Context(), request(name)); command.ReasonOf(err) != want {
			t.Errorf("%s alone: got %v, want %s", name, err, want)
		}
	}
}

func TestAProgramOfTheFolderThatIsOpenIsNeverRun(t *testing.T) {
	dir := t.TempDir()
	put(t, dir, "here", "#!/bin/sh\necho bad\n", 0o700)
	req := request("here")
	req.Dir = dir
	e := runIn(t, dir, "", ".", "/usr/bin", "/bin")
	if _, err := e.Run(t.Context(), req); command.ReasonOf(err) != command.NotInstalled {
		t.Errorf("got %v", err)
	}
}

func TestACommandThatNoMachineAcceptsIsRefused(t *testing.T) {
	e := runIn(t, t.TempDir(), "/usr/bin", "/bin")
	endless := request("sh")
	endless.Timeout = 0
	unbounded := request("sh")
	unbounded.MaxOutput = 0
	for name, req := range map[string]command.Request{"no time": endless, "no bound": unbounded, "a NUL": request("sh", "\x00")} {
		if _, err := e.Run(t.Context(), req); command.ReasonOf(err) != command.BadRequest {
			t.Errorf("%s: got %v", name, err)
		}
		if session, err := e.Open(t.Context(), req); session != nil || command.ReasonOf(err) != command.BadRequest {
			t.Errorf("%s: opened %v, %v", name, session, err)
		}
	}
	missing := request("sh")
	missing.Dir = "/does/not/exist"
	if _, err := e.Run(t.Context(), missing); command.ReasonOf(err) != command.NotRunnable {
		t.Errorf("a folder that is gone: got %v", err)
	}
}

func TestASessionOfACommandExchangesLines(t *testing.T) {
	e := runIn(t, t.TempDir(), "/usr/bin", "/bin")
	session, err := e.Open(t.Context(), request("cat"))
	if err != nil {
		t.Fatal(err)
	}
	defer session.Close()
	if err := session.WriteLine("hello"); err != nil {
		t.Fatal(err)
	}
	if line, err := session.ReadLine(); line != "hello" || err != nil {
		t.Errorf("got %q, %v", line, err)
	}
}
