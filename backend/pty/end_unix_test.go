//go:build unix

package pty

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/process"
)

func bash(t *testing.T) *session {
	t.Helper()
	req := request(t, need(t, "bash"), "--noprofile", "--norc", "-i")
	s := launch(t, req)
	s.waitFor("ready> ")
	return s
}

func (s *session) home() string { return process.Cwd(s.Process().Pid) }

func TestProgramThatIgnoresHangUpAndTermIsGoneAfterThreeSeconds(t *testing.T) {
	s := launch(t, request(t, "sh", "-c", "trap '' HUP TERM; echo up; while :; do sleep 0.1; done"))
	s.waitFor("up")
	start := time.Now()
	ended := s.end()
	if passed := time.Since(start); passed < 3*time.Second || passed > 6*time.Second {
		t.Errorf("took %v", passed)
	}
	if ended.Killed < 1 || len(ended.Left) != 0 {
		t.Errorf("got %+v", ended)
	}
	if exit := s.waitExit(); exit.Signal != "SIGKILL" {
		t.Errorf("got %+v", exit)
	}
}

func TestEndOfAnIdleShellIsQuickAndKillsNothing(t *testing.T) {
	s := bash(t)
	start := time.Now()
	if ended := s.end(); ended.Killed != 0 || len(ended.Left) != 0 {
		t.Errorf("got %+v", ended)
	}
	if passed := time.Since(start); passed > time.Second {
		t.Errorf("took %v", passed)
	}
	if ended := s.end(); ended.Killed != 0 {
		t.Errorf("a second end: %+v", ended)
	}
}

func TestBackgroundJobsAreHungUpAndStoppedOnesContinued(t *testing.T) {
	s := bash(t)
	dir := s.home()
	s.typeText("cat >job <<'.'\ntrap 'echo hup >hup.log; exit' HUP\necho $$ >job.pid\nwhile :; do sleep 0.05; done\n.\r")
	s.typeText("sh job & bash -c 'echo $$ >stopped.pid; kill -STOP $$; exec sleep 65' &\r")
	running, stopped := readPid(t, dir+"/job.pid"), readPid(t, dir+"/stopped.pid")
	s.waitFor("ready> ")
	s.typeText("\r")
	s.waitFor("Stopped")
	start := time.Now()
	// Neither needs force: without CONT the stopped one would not hear HUP or TERM.
	if ended := s.end(); ended.Killed != 0 || time.Since(start) > killGrace {
		t.Errorf("got %+v after %v", ended, time.Since(start))
	}
	if log, err := os.ReadFile(filepath.Join(dir, "hup.log")); err != nil || string(log) != "hup\n" {
		t.Errorf("log %q, %v", log, err)
	}
	for _, p := range []core.Process{running, stopped} {
		if process.Alive(p) {
			t.Errorf("%+v still runs", p)
		}
	}
}

// killGrace is before anything is killed.
const killGrace = 3 * time.Second

func TestShellWritesItsHistoryWhenItIsEnded(t *testing.T) {
	s := bash(t)
	history := s.home() + "/.bash_history"
	s.typeText("echo remember me\r")
	s.waitFor("\rremember me")
	s.end()
	b, err := os.ReadFile(history)
	if err != nil || !strings.Contains(string(b), "echo remember me\n") {
		t.Fatalf("history %q, %v", b, err)
	}
}

func TestServerThatLeftTheSessionIsLeftAndListed(t *testing.T) {
	tmux := need(t, "tmux")
	s := bash(t)
	socket := filepath.Join(s.home(), "tmux.sock")
	t.Cleanup(func() { _ = exec.Command(tmux, "-S", socket, "kill-server").Run() })
	s.typeText("tmux -S tmux.sock -f /dev/null new-session -d && echo server up\r")
	s.waitFor("\rserver up")
	left, err := s.tree.Left()
	if err != nil || len(left) != 1 || !strings.HasPrefix(left[0].Name, "tmux") {
		t.Fatalf("left %+v, %v", left, err)
	}
	ended := s.end()
	if len(ended.Left) != 1 || ended.Left[0] != left[0] || ended.Killed != 0 {
		t.Fatalf("got %+v", ended)
	}
	if out, err := exec.Command(tmux, "-S", socket, "list-sessions").CombinedOutput(); err != nil {
		t.Fatalf("the server is gone: %v, %s", err, out)
	}
}

func TestProcessThatClearedItsEnvironmentIsFoundByDescent(t *testing.T) {
	need(t, "setsid")
	s := bash(t)
	s.typeText("env -i setsid -f sh -c 'echo $$ >clean.pid; exec sleep 62' \r")
	reap(t, readPid(t, s.home()+"/clean.pid"))
	s.typeText("env -i sh -c 'setsid sh -c \"echo \\$\\$ >child.pid; exec sleep 63\"' & \r")
	child := readPid(t, s.home()+"/child.pid")
	reap(t, child)
	if ended := s.end(); !slices.ContainsFunc(ended.Left, func(p core.Process) bool { return p.Pid == child.Pid }) {
		t.Fatalf("got %+v without %d", ended, child.Pid)
	}
}

func TestSurvivorsOfACrashedOwnerAreEndedByIdentity(t *testing.T) {
	req := request(t, need(t, "bash"), "--noprofile", "--norc", "-i")
	mark := terminalID(req.Env)
	s := launch(t, req)
	s.waitFor("ready> ")
	s.typeText("sh -c 'trap \"\" HUP; echo $$ >job.pid; exec sleep 64' & disown; sleep 0.1; exit\r")
	job := readPid(t, req.Dir+"/job.pid")
	s.waitExit()
	members, err := process.Session(s.Process(), mark)
	if err != nil || len(members) != 1 || members[0].Pid != job.Pid {
		t.Fatalf("got %+v, %v", members, err)
	}
	stranger := s.Process()
	stranger.BootID = "another boot"
	if ended, err := process.EndTree(t.Context(), stranger, mark); err != nil || ended.Killed != 0 || !process.Alive(job) {
		t.Fatalf("a session of another boot was touched: %+v, %v", ended, err)
	}
	if ended, err := process.EndTree(t.Context(), s.Process(), mark); err != nil || process.Alive(job) {
		t.Fatalf("got %+v, %v; alive %v", ended, err, process.Alive(job))
	}
}

// The journal's leader and every process of its session are gone; a daemon of
// somebody else got the number, opened a session and left its children there.
func TestASessionThatGotTheNumberOfAnEndedOneIsNotTouched(t *testing.T) {
	mark := core.NewTerminalID()
	req := request(t, "sh", "-c", `env -u `+process.SessionVariable+` sh -c 'trap "" HUP; echo $$ >daemon.pid; exec sleep 66' &
		`+process.SessionVariable+`=`+string(mark)+` sh -c 'trap "" HUP; echo $$ >ours.pid; exec sleep 67' &
		while ! [ -s daemon.pid ] || ! [ -s ours.pid ]; do sleep 0.05; done; echo up; read -r _`)
	s := launch(t, req)
	s.waitFor("up")
	daemon, ours := readPid(t, req.Dir+"/daemon.pid"), readPid(t, req.Dir+"/ours.pid")
	reap(t, daemon)
	s.typeText("\r")
	s.waitExit()
	journaled := s.Process()
	journaled.StartTime--
	if members, err := process.Session(journaled, mark); err != nil || len(members) != 1 || members[0] != ours {
		t.Errorf("members %+v, %v", members, err)
	}
	ended, err := process.EndTree(t.Context(), journaled, mark)
	if err != nil || len(ended.Left) != 0 {
		t.Errorf("got %+v, %v", ended, err)
	}
	if !process.Alive(daemon) {
		t.Error("somebody else's process was ended")
	}
	if process.Alive(ours) {
		t.Error("the terminal's own process still runs")
	}
}

// The owner saw the session while its shell lived, so it needs no mark.
func TestWhatOutlivesTheShellWithoutAMarkIsEndedWithItsTerminal(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("only Linux shows the session between the shell's end and its reaping")
	}
	req := request(t, "sh", "-c", `env -i /bin/sh -c 'trap "" HUP; echo $$ >job.pid; exec sleep 68' &
		while ! [ -s job.pid ]; do sleep 0.05; done`)
	s := launch(t, req)
	job := readPid(t, req.Dir+"/job.pid")
	reap(t, job)
	s.waitExit()
	if ended := s.end(); process.Alive(job) || len(ended.Left) != 0 {
		t.Fatalf("got %+v, alive %v", ended, process.Alive(job))
	}
}

func TestIdentityDoesNotFitAnotherProcess(t *testing.T) {
	self := process.Self()
	if self.Pid != os.Getpid() || !process.Alive(self) {
		t.Fatalf("got %+v", self)
	}
	for name, change := range map[string]func(*core.Process){
		"start time": func(p *core.Process) { p.StartTime++ },
		"boot":       func(p *core.Process) { p.BootID = "x" },
		"pid":        func(p *core.Process) { p.Pid = 0 },
	} {
		other := self
		change(&other)
		if process.Alive(other) {
			t.Errorf("alive with another %s", name)
		}
	}
	s := launch(t, request(t, "true"))
	s.waitExit()
	if process.Alive(s.Process()) {
		t.Error("a reaped process is alive")
	}
	if _, err := process.Lookup(s.Process().Pid); err == nil {
		t.Error("a reaped process was found")
	}
}
