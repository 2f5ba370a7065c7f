//go:build unix

package local

import (
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
)

// patience is far beyond what a loaded machine needs for a shell to answer.
const patience = 20 * time.Second

// user is a home folder with a shell, and the environment it logs in to.
type user struct {
	t       *testing.T
	home    string
	shell   string
	environ []string
}

func newUser(t *testing.T, shell string) *user {
	t.Helper()
	path, err := exec.LookPath(shell)
	if err != nil {
		t.Skipf("%s is not installed", shell)
	}
	home := filepath.Join(t.TempDir(), "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		t.Fatal(err)
	}
	return &user{t: t, home: home, shell: path, environ: []string{
		"HOME=" + home, "SHELL=" + path, "PATH=/usr/local/bin:/usr/bin:/bin", "LANG=C.UTF-8", "USER=tester",
		"XDG_CONFIG_HOME=" + home + "/.config", "XDG_DATA_HOME=" + home + "/.local/share",
		"XDG_CACHE_HOME=" + home + "/.cache", "XDG_RUNTIME_DIR=" + home,
	}}
}

func (u *user) write(name, content string) {
	u.t.Helper()
	path := filepath.Join(u.home, name)
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		u.t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		u.t.Fatal(err)
	}
}

func (u *user) read(name string) string {
	b, err := os.ReadFile(filepath.Join(u.home, name))
	if err != nil {
		return ""
	}
	return string(b)
}

func (u *user) environment() *Environment {
	u.t.Helper()
	e, err := New(Options{Home: u.home, Environ: u.environ, DataDir: filepath.Join(u.home, "data dir's")})
	if err != nil {
		u.t.Fatal(err)
	}
	u.t.Cleanup(func() {
		if err := e.Close(); err != nil {
			u.t.Error(err)
		}
	})
	return e
}

// shellSession is a shell of the user's on a real terminal.
type shellSession struct {
	t        *testing.T
	terminal command.Terminal
	done     chan struct{}

	mu  sync.Mutex // guards out
	out strings.Builder
}

func (u *user) login() *shellSession {
	u.t.Helper()
	e := u.environment()
	req, err := e.Shell(u.t.Context(), environment.ShellRequest{Dir: u.home, Terminal: core.NewTerminalID()})
	if err != nil {
		u.t.Fatal(err)
	}
	return u.start(e, req)
}

func (u *user) start(e *Environment, req command.TerminalRequest) *shellSession {
	u.t.Helper()
	req.Size = core.Size{Cols: 200, Rows: 50}
	terminal, err := e.StartTerminal(u.t.Context(), req)
	if err != nil {
		u.t.Fatal(err)
	}
	s := &shellSession{t: u.t, terminal: terminal, done: make(chan struct{})}
	go func() {
		defer close(s.done)
		_, _ = io.Copy(s, terminal)
	}()
	u.t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if _, err := terminal.End(ctx); err != nil {
			u.t.Error(err)
		}
		<-terminal.Exited()
		if err := terminal.Close(); err != nil {
			u.t.Error(err)
		}
		<-s.done
	})
	return s
}

func (s *shellSession) Write(p []byte) (int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.Write(p)
}

func (s *shellSession) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

func (s *shellSession) waitFor(what string, ok func(text string) bool) {
	s.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !ok(s.text()); <-tick.C {
		if time.Now().After(deadline) {
			s.t.Fatalf("never saw %s in %q", what, s.text())
		}
	}
}

const promptEnd = "\x1b]133;B\a"

// prompt waits for the n-th prompt to end, when the shell is ready for input.
func (s *shellSession) prompt(n int) {
	s.t.Helper()
	s.waitFor(fmt.Sprintf("prompt %d", n), func(text string) bool { return strings.Count(text, promptEnd) >= n })
}

// run types a line at a prompt and returns what the terminal got until the next
// one has begun.
func (s *shellSession) run(line string) string {
	s.t.Helper()
	before := len(s.text())
	if _, err := s.terminal.Write([]byte(line + "\r")); err != nil {
		s.t.Fatal(err)
	}
	s.waitFor("the prompt after "+line, func(text string) bool {
		_, after, ended := strings.Cut(text[before:], "\x1b]133;D")
		return ended && strings.Contains(after, promptEnd)
	})
	return s.text()[before:]
}

var cwdReport = regexp.MustCompile("\x1b]7;file://([^/\a]*)(/[^\a]*)\a")

func lastCwd(text string) string {
	all := cwdReport.FindAllStringSubmatch(text, -1)
	if len(all) == 0 {
		return ""
	}
	return all[len(all)-1][2]
}

// output is what a command printed: what stands between its marks.
func output(text string) string {
	_, rest, _ := strings.Cut(text, "\x1b]133;C\a")
	out, _, _ := strings.Cut(rest, "\x1b]133;D")
	return out
}

var shells = []string{"bash", "zsh", "fish"}

func quietRc(u *user) {
	switch filepath.Base(u.shell) {
	case "zsh":
		u.write(".zshrc", "PS1='ready> '\n")
	case "bash":
		u.write(".bash_profile", "PS1='ready> '\n")
	}
}

func TestShellsMarkPromptsCommandsAndExitCodes(t *testing.T) {
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			u := newUser(t, shell)
			quietRc(u)
			s := u.login()
			s.prompt(1)
			if strings.Contains(s.text(), "133;D") || strings.Contains(s.text(), "133;C") {
				t.Errorf("a command before the first prompt: %q", s.text())
			}
			if got := s.run("sh -c 'echo h''i; exit 7'"); !strings.Contains(got, "\x1b]133;D;7\a") || !strings.Contains(output(got), "hi\r\n") {
				t.Errorf("got %q", got)
			}
			if got := s.run("true"); !strings.Contains(got, "\x1b]133;D;0\a") {
				t.Errorf("got %q", got)
			}
			order := regexp.MustCompile("133;([ABCD])").FindAllStringSubmatch(s.text(), -1)
			var marks string
			for _, m := range order {
				marks += m[1]
			}
			if !regexp.MustCompile("^A+B(A?B)*CD(A?B)+CD(A?B)+$").MatchString(marks) {
				t.Errorf("marks in order %s", marks)
			}
		})
	}
}

func TestShellsReportTheFolderWhateverItIsCalled(t *testing.T) {
	for _, shell := range shells {
		for name, encoded := range map[string]string{
			"a b": "a%20b", "🦊 é": "%F0%9F%A6%8A%20%C3%A9", "new\nline": "new%0Aline",
			"100%;$x`'\"\\": "100%25%3B%24x%60%27%22%5C",
		} {
			t.Run(shell, func(t *testing.T) {
				u := newUser(t, shell)
				quietRc(u)
				dir := filepath.Join(u.home, name)
				if err := os.Mkdir(dir, 0o700); err != nil {
					t.Fatal(err)
				}
				e := u.environment()
				req, err := e.Shell(t.Context(), environment.ShellRequest{Dir: dir, Terminal: core.NewTerminalID()})
				if err != nil {
					t.Fatal(err)
				}
				s := u.start(e, req)
				s.prompt(1)
				home := strings.ReplaceAll(u.home, "#", "%23") // in the names of repeated subtests
				if got := lastCwd(s.text()); got != home+"/"+encoded {
					t.Errorf("starts in %q", got)
				}
				if got := lastCwd(s.run("cd ..")); got != home {
					t.Errorf("moved to %q", got)
				}
			})
		}
	}
}

func TestShellsStayLoginShells(t *testing.T) {
	for shell, ask := range map[string]string{
		"bash": "shopt login_shell | grep -q on && [[ ! -o posix ]] && echo y''es",
		"zsh":  "[[ -o login && -o interactive ]] && echo y''es",
		"fish": "status is-login; and status is-interactive; and echo y''es",
	} {
		t.Run(shell, func(t *testing.T) {
			u := newUser(t, shell)
			quietRc(u)
			s := u.login()
			s.prompt(1)
			if got := output(s.run(ask)); !strings.Contains(got, "yes") {
				t.Errorf("got %q", got)
			}
		})
	}
}

func TestIntegrationLeavesNoTraceInTheEnvironment(t *testing.T) {
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			u := newUser(t, shell)
			quietRc(u)
			s := u.login()
			s.prompt(1)
			got := output(s.run("env"))
			for _, name := range []string{"CGRID_", "\nENV=", "\nZDOTDIR=", "\nXDG_DATA_DIRS=", "\nHISTFILE=", "POSIX"} {
				if strings.Contains(got, name) {
					t.Errorf("%q is left in %q", name, got)
				}
			}
			for _, entry := range []string{"TERM=xterm-256color", "COLORTERM=truecolor", "TERM_PROGRAM=clanker-grid", "SHELL=" + u.shell} {
				if !strings.Contains(got, entry+"\r\n") {
					t.Errorf("no %q in %q", entry, got)
				}
			}
		})
	}
}

func TestUsersFilesAreReadOnceAndInOrder(t *testing.T) {
	for shell, files := range map[string][]string{
		"bash": {".bash_profile"},
		"zsh":  {".zshenv", ".zprofile", ".zshrc", ".zlogin"},
		"fish": {".config/fish/config.fish"},
	} {
		t.Run(shell, func(t *testing.T) {
			u := newUser(t, shell)
			want := ""
			for _, f := range files {
				u.write(f, "test -t 0 && echo "+f+" >>\"$HOME/order\"\n") // the shell that is asked for its PATH has no terminal
				want += f + "\n"
			}
			s := u.login()
			s.prompt(1)
			if got := u.read("order"); got != want {
				t.Errorf("read %q", got)
			}
		})
	}
}

func TestBrokenStartupFilesDoNotBreakTheShell(t *testing.T) {
	for shell, files := range map[string][]string{
		"bash": {".bash_profile"},
		"zsh":  {".zshenv", ".zshrc"},
		"fish": {".config/fish/config.fish"},
	} {
		for name, content := range map[string]string{
			"a syntax error":    "if then )( \"\n",
			"a failing command": "no-such-command --x\nfalse\n",
		} {
			t.Run(shell+" with "+name, func(t *testing.T) {
				u := newUser(t, shell)
				for _, f := range files {
					u.write(f, content)
				}
				s := u.login()
				s.prompt(1)
				if got := s.run("sh -c 'echo wor''ks; exit 4'"); !strings.Contains(output(got), "works") || !strings.Contains(got, "133;D;4\a") {
					t.Errorf("got %q", got)
				}
			})
		}
	}
}

func TestZshFollowsItsUsersOwnZdotdir(t *testing.T) {
	for _, given := range []bool{true, false} {
		u := newUser(t, "zsh")
		u.write(".zshenv", "export ZDOTDIR=$HOME/.config/zsh\n")
		if given {
			u.write(".zshenv", "")
			u.environ = append(u.environ, "ZDOTDIR="+u.home+"/.config/zsh")
		}
		u.write(".config/zsh/.zshrc", "alias greet='echo he''llo'\n")
		s := u.login()
		s.prompt(1)
		if got := output(s.run("greet $ZDOTDIR")); !strings.Contains(got, "hello "+u.home+"/.config/zsh\r\n") {
			t.Errorf("given %v: got %q", given, got)
		}
	}
}

func TestUnknownShellStartsPlainlyAsALoginShell(t *testing.T) {
	u := newUser(t, "dash")
	u.write(".profile", "echo log''ged in\n")
	s := u.login()
	s.waitFor("the profile's output", func(text string) bool { return strings.Contains(text, "logged in") })
}

func TestShellStartsWithoutIntegrationWhenItCannotBeInstalled(t *testing.T) {
	u := newUser(t, "bash")
	u.write(".bash_profile", "echo log''ged in\n")
	u.write("data dir's", "a file in the way")
	s := u.login()
	s.waitFor("the profile's output", func(text string) bool { return strings.Contains(text, "logged in") })
}
