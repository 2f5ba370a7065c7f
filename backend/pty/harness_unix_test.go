//go:build unix

package pty

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/process"
)

// patience is far beyond what a loaded machine needs for anything here.
const patience = 20 * time.Second

// eventually polls a real process's state, which nothing announces.
func eventually(t *testing.T, what string, ok func() bool) {
	t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !ok(); <-tick.C {
		if time.Now().After(deadline) {
			t.Fatalf("never saw: %s", what)
		}
	}
}

// session is a terminal whose output is collected until it ends.
type session struct {
	*Terminal
	t    *testing.T
	done chan struct{}

	mu  sync.Mutex // guards out
	out strings.Builder
}

func request(t *testing.T, program string, args ...string) command.TerminalRequest {
	t.Helper()
	home := t.TempDir()
	return command.TerminalRequest{
		Program: program, Args: args, Dir: home, Size: core.Size{Cols: 80, Rows: 24},
		Env: []string{
			"PATH=/usr/local/bin:/usr/bin:/bin", "HOME=" + home, "TERM=xterm-256color", "LANG=C.UTF-8", "PS1=ready> ",
			"XDG_RUNTIME_DIR=" + home, "TMUX_TMPDIR=" + home, "XDG_CONFIG_HOME=" + home,
			process.SessionVariable + "=" + string(core.NewTerminalID()),
		},
	}
}

func launch(t *testing.T, req command.TerminalRequest) *session {
	t.Helper()
	terminal, err := Start(req)
	if err != nil {
		t.Fatal(err)
	}
	s := &session{Terminal: terminal, t: t, done: make(chan struct{})}
	go s.collect()
	t.Cleanup(func() {
		ctx, cancel := context.WithTimeout(context.Background(), patience)
		defer cancel()
		if _, err := s.End(ctx); err != nil {
			t.Errorf("ending: %v", err)
		}
		<-s.Exited()
		if err := s.Close(); err != nil {
			t.Errorf("closing: %v", err)
		}
		<-s.done
	})
	return s
}

func (s *session) collect() {
	defer close(s.done)
	buf := make([]byte, 32<<10)
	for {
		n, err := s.Read(buf)
		s.mu.Lock()
		s.out.Write(buf[:n])
		s.mu.Unlock()
		if err != nil {
			return
		}
	}
}

func (s *session) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.out.String()
}

func (s *session) waitFor(text string) {
	s.t.Helper()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(patience); !strings.Contains(s.text(), text); <-tick.C {
		if time.Now().After(deadline) {
			s.t.Fatalf("never saw %q in %q", text, s.text())
		}
	}
}

func (s *session) typeText(text string) {
	s.t.Helper()
	if _, err := s.Write([]byte(text)); err != nil {
		s.t.Fatal(err)
	}
}

func (s *session) end() command.Ended {
	s.t.Helper()
	ctx, cancel := context.WithTimeout(s.t.Context(), patience)
	defer cancel()
	ended, err := s.End(ctx)
	if err != nil {
		s.t.Fatal(err)
	}
	return ended
}

func (s *session) waitExit() core.Exit {
	s.t.Helper()
	select {
	case <-s.Exited():
		return s.Exit()
	case <-time.After(patience):
		s.t.Fatalf("did not exit; printed %q", s.text())
		return core.Exit{}
	}
}

// need skips a test whose real program is not installed.
func need(t *testing.T, program string) string {
	t.Helper()
	path, err := exec.LookPath(program)
	if err != nil {
		t.Skipf("%s is not installed", program)
	}
	return path
}

func readPid(t *testing.T, file string) core.Process {
	t.Helper()
	var p core.Process
	eventually(t, "a pid in "+filepath.Base(file), func() bool {
		b, err := os.ReadFile(file)
		if err != nil || !strings.HasSuffix(string(b), "\n") {
			return false
		}
		pid := 0
		for _, c := range strings.TrimSpace(string(b)) {
			pid = pid*10 + int(c-'0')
		}
		p, err = process.Lookup(pid)
		return err == nil
	})
	return p
}

func reap(t *testing.T, p core.Process) {
	t.Cleanup(func() {
		if process.Alive(p) {
			if proc, err := os.FindProcess(p.Pid); err == nil {
				if err := proc.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
					t.Error(err)
				}
			}
		}
		eventually(t, "the left process gone", func() bool { return !process.Alive(p) })
	})
}
