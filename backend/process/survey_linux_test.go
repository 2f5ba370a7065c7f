package process

import (
	"fmt"
	"os"
	"os/exec"
	"slices"
	"syscall"
	"testing"
	"time"

	"clankergrid/backend/core"
)

// sessions are shells that each opened a session and have a child in it, and one
// outside of it when they are told to.
func sessions(t testing.TB, n int, script string) (trees []*Tree) {
	t.Helper()
	shell, err := exec.LookPath("sh")
	if err != nil {
		t.Skip("sh is not installed")
	}
	for range n {
		id := core.NewTerminalID()
		cmd := exec.Command(shell, "-c", script+" echo; wait")
		cmd.Env = []string{"PATH=/usr/local/bin:/usr/bin:/bin", SessionVariable + "=" + string(id)}
		cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
		out, err := cmd.StdoutPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		leader, err := Lookup(cmd.Process.Pid)
		if err != nil {
			t.Fatal(err)
		}
		tree := NewTree(leader, id)
		t.Cleanup(func() {
			left, err := tree.Left()
			if err != nil {
				t.Error(err)
			}
			_ = syscall.Kill(-leader.Pid, syscall.SIGKILL)
			for _, p := range left {
				_ = syscall.Kill(p.Pid, syscall.SIGKILL)
			}
			_ = cmd.Wait()
		})
		if err := out.(*os.File).SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
			t.Fatal(err)
		}
		if _, err := out.Read(make([]byte, 1)); err != nil {
			t.Fatal(err)
		}
		trees = append(trees, tree)
	}
	return trees
}

func TestAllTreesAreSurveyedWithOneReading(t *testing.T) {
	trees := sessions(t, 20, `sleep 70 & setsid sleep 71 &
		while [ "$sid" != $! ]; do read -r _ _ _ _ _ sid _ </proc/$!/stat; done;`)
	fronts := make([]Front, len(trees))
	for i, tree := range trees {
		fronts[i] = Front{Tree: tree, Group: tree.leader.Pid}
	}
	before := sessionPids.begun
	activities, err := Survey(fronts)
	if err != nil || sessionPids.begun != before+1 {
		t.Fatalf("%d readings, %v", sessionPids.begun-before, err)
	}
	before = snapshots.begun
	departed, err := Departed(trees)
	if err != nil || snapshots.begun != before+1 {
		t.Fatalf("%d readings, %v", snapshots.begun-before, err)
	}
	for i, tree := range trees {
		if a := activities[i]; !a.Foreground.Leader || a.Foreground.Pid != tree.leader.Pid || !slices.ContainsFunc(a.Session, func(p core.Process) bool { return p.Name == "sleep" }) {
			t.Errorf("tree %d: %+v", i, a)
		}
		alone, err := tree.Left()
		if err != nil || len(departed[i]) != 1 || !slices.Equal(alone, departed[i]) {
			t.Errorf("tree %d: %+v left, alone %+v, %v", i, departed[i], alone, err)
		}
	}
}

func BenchmarkSurvey(b *testing.B) {
	for _, n := range []int{1, 200} {
		trees := sessions(b, n, "sleep 70 &")
		fronts := make([]Front, n)
		for i, tree := range trees {
			fronts[i] = Front{Tree: tree, Group: tree.leader.Pid}
		}
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			for b.Loop() {
				if _, err := Survey(fronts); err != nil {
					b.Fatal(err)
				}
				if _, err := Departed(trees); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
