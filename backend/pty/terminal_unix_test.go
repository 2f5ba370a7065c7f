//go:build unix

package pty

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/process"
)

func TestExitCodeAndSignalAreReported(t *testing.T) {
	for _, c := range []struct {
		script string
		want   core.Exit
	}{
		{"exit 0", core.Exit{}},
		{"exit 7", core.Exit{Code: 7}},
		{"kill -KILL $$", core.Exit{Code: 137, Signal: "SIGKILL"}},
		{"kill -SEGV $$", core.Exit{Code: 139, Signal: "SIGSEGV"}},
	} {
		s := launch(t, request(t, "sh", "-c", c.script))
		if got := s.waitExit(); got != c.want {
			t.Errorf("%s: got %+v", c.script, got)
		}
	}
}

func TestExitIsProvenByTheProcessNotByTheEndOfOutput(t *testing.T) {
	// The leader exits while a background job keeps the terminal open...
	s := launch(t, request(t, "bash", "-c", "(trap '' HUP; echo started; exec sleep 60) & sleep 0.2; exit 3"))
	if got := s.waitExit(); got.Code != 3 {
		t.Fatalf("got %+v", got)
	}
	select {
	case <-s.done:
		t.Fatal("output ended with the leader although a job holds the terminal")
	default:
	}
	// ...and another closes its output long before it exits.
	quiet := launch(t, request(t, "sh", "-c", "exec sleep 60 </dev/null >/dev/null 2>&1"))
	<-quiet.done
	select {
	case <-quiet.Exited():
		t.Fatal("exit was taken from the end of output")
	default:
	}
}

func TestOutputAfterExitIsStillDelivered(t *testing.T) {
	s, err := Start(request(t, "sh", "-c", "printf 'last words'"))
	if err != nil {
		t.Fatal(err)
	}
	<-s.Exited()
	out, err := io.ReadAll(s)
	if err != nil || string(out) != "last words" {
		t.Fatalf("got %q, %v", out, err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}

func TestCloseUnblocksReadAndWrite(t *testing.T) {
	s, err := Start(request(t, "sh", "-c", "stty raw; sleep 60"))
	if err != nil {
		t.Fatal(err)
	}
	read, written := make(chan error, 1), make(chan error, 1)
	go func() {
		_, err := io.Copy(io.Discard, s)
		read <- err
	}()
	go func() {
		_, err := s.Write(bytes.Repeat([]byte("x"), 8<<20))
		written <- err
	}()
	if err := s.Resize(core.Size{Cols: 100, Rows: 30}); err != nil {
		t.Fatalf("resize while a write is blocked: %v", err)
	}
	select {
	case err := <-written:
		t.Fatalf("8 MB went into a program that does not read: %v", err)
	case <-time.After(300 * time.Millisecond):
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for name, done := range map[string]chan error{"Read": read, "Write": written} {
		select {
		case err := <-done:
			if !errors.Is(err, os.ErrClosed) {
				t.Errorf("%s: got %v", name, err)
			}
		case <-time.After(patience):
			t.Fatalf("%s is still blocked", name)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatalf("second Close: %v", err)
	}
	<-s.Exited() // the kernel hung up
}

func TestAReadTakesAllThatIsThere(t *testing.T) {
	req := request(t, "sh", "-c", `head -c 8000 /dev/zero | tr '\0' x; echo > written; read wait`)
	terminal, err := Start(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() {
		if _, err := terminal.End(t.Context()); err != nil {
			t.Error(err)
		}
		<-terminal.Exited()
		terminal.Close()
	}()
	// The kernel takes twice as much as it hands out at a time.
	eventually(t, "everything to be written", func() bool {
		_, err := os.Stat(filepath.Join(req.Dir, "written"))
		return err == nil
	})
	if n, err := terminal.Read(make([]byte, 64<<10)); n != 8000 || err != nil {
		t.Errorf("read %d bytes: %v", n, err)
	}
}

func TestProgramSeesTheSizeAndItsChanges(t *testing.T) {
	s := launch(t, request(t, "sh", "-c", `trap 'stty size' WINCH; stty size; while :; do sleep 0.05; done`))
	s.waitFor("24 80")
	if err := s.Resize(core.Size{Cols: 132, Rows: 50}); err != nil {
		t.Fatal(err)
	}
	s.waitFor("50 132")
	for _, bad := range []core.Size{{}, {Cols: 80}, {Cols: 1001, Rows: 10}} {
		if err := s.Resize(bad); err == nil {
			t.Errorf("accepted %+v", bad)
		}
	}
}

func TestTerminalErasesWholeCharacters(t *testing.T) {
	s := launch(t, request(t, "stty", "-a"))
	s.waitExit()
	<-s.done
	if out := s.text(); !strings.Contains(out, " iutf8") || strings.Contains(out, "-iutf8") {
		t.Fatalf("got %q", out)
	}
}

func TestEveryStopOfTheLeaderIsCountedWhoeverReceives(t *testing.T) {
	s := launch(t, request(t, "sh", "-c", "for i in 1 2 3 4 5 6 7 8 9 10; do kill -STOP $$; done; echo over; sleep 60"))
	s.waitFor("over")
	if n := <-s.Continued(); n != 10 {
		t.Errorf("%d stops", n)
	}
}

func TestLeaderThatStopsItselfIsContinued(t *testing.T) {
	s := launch(t, request(t, "sh", "-c", "kill -STOP $$; echo went on; kill -STOP $$; echo twice; sleep 60"))
	s.waitFor("went on")
	s.waitFor("twice")
	select {
	case <-s.Continued():
	case <-time.After(patience):
		t.Fatal("nobody was told")
	}
}

func TestJobStoppedByTheUserStaysStopped(t *testing.T) {
	s := launch(t, request(t, "bash", "--norc", "-i"))
	s.waitFor("ready> ")
	s.typeText("sleep 61\r")
	eventually(t, "sleep in front", func() bool { f, err := s.Foreground(); return err == nil && f.Name == "sleep" })
	s.typeText("\x1a")
	s.waitFor("Stopped")
	select {
	case <-s.Continued():
		t.Fatal("a job that the user stopped was continued")
	default:
	}
}

func TestForegroundFollowsWhatRuns(t *testing.T) {
	req := request(t, "bash", "--norc", "-i")
	req.Argv0 = "-bash"
	dir := filepath.Join(req.Dir, "a b")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	s := launch(t, req)
	eventually(t, "the shell in front", func() bool {
		f, err := s.Foreground()
		return err == nil && f.Leader && f.Name == "bash" && f.Pid == s.Process().Pid
	})
	s.waitFor("\x1b[?2004h") // its line editor is ready
	s.typeText("cd 'a b'; true | sleep 60\r")
	eventually(t, "a pipeline in front", func() bool {
		f, err := s.Foreground()
		return err == nil && !f.Leader && f.Name == "sleep"
	})
	if f, _ := s.Foreground(); process.Cwd(os.Getpid()) != "" && f.Cwd != dir {
		t.Errorf("works in %q", f.Cwd)
	}
	s.typeText("\x03")
	eventually(t, "the shell back in front", func() bool { f, err := s.Foreground(); return err == nil && f.Leader })
	s.end()
	if _, err := s.Foreground(); err == nil {
		t.Error("something is in front of an ended terminal")
	}
}

func TestChildInheritsNoIgnoredSignal(t *testing.T) {
	status := filepath.Join("/proc", "self", "status")
	if _, err := os.Stat(status); err != nil {
		t.Skip("this system does not show a process's signals")
	}
	signal.Ignore(syscall.SIGHUP, syscall.SIGTERM, syscall.SIGTSTP, syscall.SIGUSR1)
	t.Cleanup(func() { signal.Reset() })
	s := launch(t, request(t, "cat", status))
	s.waitExit()
	<-s.done
	for _, field := range []string{"SigIgn", "SigBlk"} {
		if want := fmt.Sprintf("%s:\t%016x", field, 0); !strings.Contains(s.text(), want) {
			t.Errorf("no %q in %q", want, s.text())
		}
	}
	if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil { // would end this test
		t.Fatal(err)
	}
}

func TestChildInheritsNothingButItsTerminal(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); err != nil {
		t.Skip("this system does not show a process's descriptors")
	}
	other := launch(t, request(t, "sleep", "60"))
	file, err := os.Create(filepath.Join(t.TempDir(), "secret"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	// As if the owner's own parent had leaked it.
	leaked, err := syscall.Dup(int(file.Fd()))
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(leaked)
	s := launch(t, request(t, "sh", "-c", "sleep 60 & wait"))
	for _, terminal := range []*session{other, s} {
		dir := fmt.Sprintf("/proc/%d/fd", terminal.Process().Pid)
		var open []string
		eventually(t, "nothing but its terminal", func() bool {
			entries, err := os.ReadDir(dir)
			if err != nil {
				t.Fatal(err)
			}
			open = nil
			for _, e := range entries {
				target, _ := os.Readlink(filepath.Join(dir, e.Name()))
				open = append(open, target)
				if strings.Contains(target, "ptmx") || strings.Contains(target, "secret") || strings.Contains(target, "socket") {
					t.Fatalf("inherited %q", target)
				}
			}
			for _, target := range open { // a shell's own duplicate of the terminal is fine
				if !strings.HasPrefix(target, "/dev/pts/") {
					return false
				}
			}
			return len(open) >= 3
		})
	}
}

func TestTwoHundredTerminals(t *testing.T) {
	const count = 200
	sessions := make([]*session, count)
	for i := range sessions {
		sessions[i] = launch(t, request(t, "sh", "-c", "echo up; ulimit -n; read line; echo got $line; sleep 60"))
	}
	for i, s := range sessions {
		s.typeText(fmt.Sprintf("%d\n", i))
	}
	for i, s := range sessions {
		s.waitFor(fmt.Sprintf("got %d\r\n", i))
	}
	ended := make(chan error, count)
	start := time.Now()
	for _, s := range sessions {
		go func() {
			_, err := s.End(t.Context())
			ended <- err
		}()
	}
	for range sessions {
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
	t.Logf("200 terminals ended in %v", time.Since(start))
	for _, s := range sessions {
		s.waitExit()
	}
}
