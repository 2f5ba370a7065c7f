package process

import (
	"os"
	"os/exec"
	"testing"
	"time"

	"clankergrid/backend/core"
)

// A process may call itself anything, and its name is shown in panes and printed on
// terminals.
func TestANameThatAProcessGaveItselfIsPrintableWhereverItIsListed(t *testing.T) {
	shell, err := exec.LookPath("bash")
	if err != nil {
		t.Skip("bash is not installed")
	}
	cmd := exec.Command(shell, "-c", `printf '\033[2J\033]52;c;' >/proc/$$/comm; echo; read -r _`)
	in, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	defer func() { in.Close(); _ = cmd.Wait() }()
	if err := out.(*os.File).SetReadDeadline(time.Now().Add(10 * time.Second)); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	table, err := processTable()
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range identities(table) {
		if p.Pid == cmd.Process.Pid {
			if want := (core.Process{Pid: p.Pid, StartTime: p.StartTime, BootID: p.BootID, Name: "[2J]52;c;"}); p != want {
				t.Fatalf("listed as %+q", p.Name)
			}
			return
		}
	}
	t.Fatal("not listed")
}
