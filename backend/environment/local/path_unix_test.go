//go:build unix

package local

import (
	"context"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/process"
)

func TestLoginShellsOrderWinsAndOursIsAppended(t *testing.T) {
	for _, c := range []struct{ login, own, want string }{
		{"/a:/b", "/b:/c", "/a:/b:/c"},
		{"", "/b:/c", "/b:/c"},
		{"/a:/a::.:bin:/b", ":/c:", "/a:/b:/c"},
		{"", "", ""},
	} {
		if got := mergePath(c.login, c.own); got != c.want {
			t.Errorf("mergePath(%q, %q) = %q", c.login, c.own, got)
		}
	}
}

func TestPathOfTheLoginShellReachesItsPanes(t *testing.T) {
	for _, shell := range shells {
		t.Run(shell, func(t *testing.T) {
			u := newUser(t, shell)
			switch shell {
			case "fish":
				u.write(".config/fish/config.fish", "echo chatter\nset -gx PATH /from/login $PATH\n")
			case "zsh":
				u.write(".zprofile", "echo chatter; export PATH=/from/login:$PATH\n")
			default:
				u.write(".bash_profile", "echo chatter; export PATH=/from/login:$PATH\n")
			}
			req, err := u.environment().Shell(t.Context(), environment.ShellRequest{Dir: u.home, Terminal: core.NewTerminalID()})
			if err != nil {
				t.Fatal(err)
			}
			if got := environ(req.Env).get("PATH"); !strings.HasPrefix(got, "/from/login:") || !strings.Contains(got, "/usr/bin") {
				t.Errorf("PATH is %q", got)
			}
		})
	}
}

func TestHangingStartupFileCostsThreeSecondsOnceAndLeavesNothing(t *testing.T) {
	u := newUser(t, "bash")
	u.write(".bash_profile", "echo $$ >\"$HOME/pid\"; sleep 300 & echo $! >\"$HOME/child\"; wait\n")
	e := u.environment()
	start := time.Now()
	req, err := e.Shell(t.Context(), environment.ShellRequest{Dir: u.home, Terminal: core.NewTerminalID()})
	if err != nil {
		t.Fatal(err)
	}
	if passed := time.Since(start); passed < 2*time.Second || passed > 10*time.Second {
		t.Errorf("took %v", passed)
	}
	if got := environ(req.Env).get("PATH"); got != "/usr/local/bin:/usr/bin:/bin" {
		t.Errorf("PATH is %q", got)
	}
	for _, file := range []string{"pid", "child"} {
		pid, err := strconv.Atoi(strings.TrimSpace(u.read(file)))
		if err != nil {
			t.Fatal(err)
		}
		gone := false
		for deadline := time.Now().Add(patience); !gone && time.Now().Before(deadline); <-time.After(5 * time.Millisecond) {
			_, err := process.Lookup(pid)
			gone = err != nil
		}
		if !gone {
			t.Errorf("%s %d still runs", file, pid)
		}
	}
	start = time.Now()
	if _, err := e.Shell(t.Context(), environment.ShellRequest{Dir: u.home, Terminal: core.NewTerminalID()}); err != nil || time.Since(start) > time.Second {
		t.Errorf("the second pane waited %v, %v", time.Since(start), err)
	}
}

func TestPathIsAskedOnceUntilItIsForgotten(t *testing.T) {
	var asked atomic.Int32
	p := newLoginPath(func(context.Context) string { return "/" + strconv.Itoa(int(asked.Add(1))) })
	for range 3 {
		if got := p.get(t.Context()); got != "/1" {
			t.Fatalf("got %q", got)
		}
	}
	p.forget()
	if got := p.get(t.Context()); got != "/2" {
		t.Fatalf("got %q", got)
	}
	p.close()
	p.forget()
	if got := p.get(t.Context()); got != "" || asked.Load() != 2 {
		t.Fatalf("asked after close: %q", got)
	}
}

func TestPathIsBoundedAndCloseEndsIt(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		p := newLoginPath(func(ctx context.Context) string { <-ctx.Done(); return "" })
		start := time.Now()
		if got := p.get(t.Context()); got != "" || time.Since(start) != pathTimeout {
			t.Errorf("got %q after %v", got, time.Since(start))
		}
		p.forget()
		p.begin()
		p.close()
		if time.Since(start) != pathTimeout {
			t.Error("close waited for the timeout")
		}
	})
}

func TestShellIsTheUsersChoiceElseTheSystems(t *testing.T) {
	dir := t.TempDir()
	passwd := filepath.Join(dir, "passwd")
	if err := os.WriteFile(passwd, []byte("root:x:0:0::/root:/bin/sh\nbad line\nme:x:4711:1::/home/me:/bin/bash\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := passwdShell(passwd, 4711); got != "/bin/bash" {
		t.Errorf("got %q", got)
	}
	if got := passwdShell(passwd, 4712) + passwdShell(dir+"/none", 0); got != "" {
		t.Errorf("got %q", got)
	}
	for shell, want := range map[string]bool{"/bin/sh": true, "sh": false, "": false, "/no/such": false, dir: false, passwd: false} {
		if isProgram(shell) != want {
			t.Errorf("isProgram(%q) is %v", shell, !want)
		}
	}
	e, err := New(Options{Home: dir, DataDir: dir, Environ: []string{"SHELL=/no/such/shell"}})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	if got := e.loginShell(); !isProgram(got) {
		t.Errorf("got %q", got)
	}
}

func TestAMissingShellIsToldOnceAndNamed(t *testing.T) {
	dir := t.TempDir()
	var told []core.Notice
	e, err := New(Options{
		Home: dir, DataDir: dir, Environ: []string{"SHELL=/no/such/shell"},
		Notice: func(n core.Notice) { told = append(told, n) },
	})
	if err != nil {
		t.Fatal(err)
	}
	defer e.Close()
	for range 2 {
		if _, err := e.Shell(t.Context(), environment.ShellRequest{Dir: dir, Terminal: core.NewTerminalID()}); err != nil {
			t.Fatal(err)
		}
	}
	if len(told) != 1 || !strings.Contains(told[0].Message, "/no/such/shell") || told[0].Hint == "" {
		t.Errorf("told %+v", told)
	}
}
