package harness

import (
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/command"
)

// machine records what it is asked to run.
type machine struct{ asked []command.Request }

var _ command.Runner = (*machine)(nil)

func (m *machine) Run(_ context.Context, req command.Request) (command.Result, error) {
	m.asked = append(m.asked, req)
	return command.Result{ExitCode: 3}, nil
}

func (m *machine) Open(_ context.Context, req command.Request) (command.Session, error) {
	m.asked = append(m.asked, req)
	return nil, nil
}

func TestACommandWithoutBoundsGetsTheUsualOnes(t *testing.T) {
	var m machine
	e := NewExecutor(&m)
	if _, err := e.Run(t.Context(), Command{Program: "some", Args: []string{"a b", ""}, Env: []string{"A_1=x=y"}, Stdin: []byte("in")}); err != nil {
		t.Fatal(err)
	}
	if _, err := e.Open(t.Context(), Command{Program: "some"}); err != nil {
		t.Fatal(err)
	}
	usual := command.Request{Program: "some", Timeout: 10 * time.Second, MaxOutput: 256 << 10, MaxInput: 64 << 10}
	first := usual
	first.Args, first.Env, first.Stdin = []string{"a b", ""}, []string{"A_1=x=y"}, []byte("in")
	if diff := cmp.Diff([]command.Request{first, usual}, m.asked); diff != "" {
		t.Error(diff)
	}
}

func TestTheBoundsThemselvesAreAllowed(t *testing.T) {
	var m machine
	e := NewExecutor(&m)
	for _, c := range []Command{
		{Program: "some", Timeout: 30 * time.Second, Output: 1 << 20, Stdin: make([]byte, 64<<10), Dir: "/x"},
		{Interpreter: "/opt/cli/python", Timeout: 45 * time.Second},
		{Program: "node.exe"}, {Program: "7zz"}, {Program: "c++filt"},
	} {
		if _, err := e.Run(t.Context(), c); err != nil {
			t.Errorf("%+v: %v", c, err)
		}
	}
}

func TestAnythingBeyondIsRefusedBeforeAnythingIsStarted(t *testing.T) {
	for name, c := range map[string]Command{
		"no program":                {},
		"a path":                    {Program: "/bin/sh"},
		"a path below here":         {Program: "./sh"},
		"a path of Windows":         {Program: `C:\x.exe`},
		"a flag":                    {Program: "-c"},
		"a blank":                   {Program: "a b"},
		"a NUL in the name":         {Program: "a\x00"},
		"a NUL in an argument":      {Program: "a", Args: []string{"ok", "a\x00b"}},
		"a relative directory":      {Program: "a", Dir: "x"},
		"a NUL in the directory":    {Program: "a", Dir: "/x\x00"},
		"a variable without =":      {Program: "a", Env: []string{"A"}},
		"a variable without a name": {Program: "a", Env: []string{"=x"}},
		"a bad variable":            {Program: "a", Env: []string{"A-B=x"}},
		"a NUL in a variable":       {Program: "a", Env: []string{"A=\x00"}},
		"a launch's variable":       {Program: "a", Env: []string{"CLANKER_MCP_TOKEN=x"}},
		"the same in small":         {Program: "a", Env: []string{"clanker_attention_token=x"}},
		"too long":                  {Program: "a", Timeout: 30*time.Second + 1},
		"a negative time":           {Program: "a", Timeout: -1},
		"too much output":           {Program: "a", Output: 1<<20 + 1},
		"negative output":           {Program: "a", Output: -1},
		"too much input":            {Program: "a", Stdin: make([]byte, 64<<10+1)},
		"a relative interpreter":    {Interpreter: "python"},
		"two programs":              {Program: "a", Interpreter: "/b"},
		"an interpreter too long":   {Interpreter: "/b", Timeout: 45*time.Second + 1},
	} {
		var m machine
		_, err := NewExecutor(&m).Run(t.Context(), c)
		if reason := command.ReasonOf(err); reason != command.BadRequest && reason != command.TooMuchInput || len(m.asked) > 0 {
			t.Errorf("%s: got %v, and %d commands", name, err, len(m.asked))
		}
		if KindOf(err) != CommandFailed && KindOf(err) != InputLimit {
			t.Errorf("%s is told as %s", name, KindOf(err))
		}
	}
	if _, err := NewExecutor(&machine{}).Open(t.Context(), Command{Program: "a", Stdin: []byte("x")}); err == nil {
		t.Error("a session with a stdin of its own was opened")
	}
}

func TestAnExitCodeIsAResultUnlessSuccessIsRequired(t *testing.T) {
	e := NewExecutor(&machine{})
	result, err := e.Run(t.Context(), Command{Program: "a"})
	if err != nil || result.ExitCode != 3 {
		t.Errorf("got %v, %v", result, err)
	}
	if _, err := RequireSuccess(result, err); KindOf(err) != CommandFailed {
		t.Errorf("got %v", err)
	}
}

func FuzzACommandThatIsAcceptedHoldsNothingThatAMachineMisreads(f *testing.F) {
	f.Add("some", "arg", "A=b", "/x")
	f.Add("../x", "a\x00", "CLANKER_X=1", "")
	f.Fuzz(func(t *testing.T, program, arg, variable, dir string) {
		var m machine
		if _, err := NewExecutor(&m).Run(t.Context(), Command{Program: program, Args: []string{arg}, Env: []string{variable}, Dir: dir}); err != nil {
			return
		}
		req := m.asked[0]
		for _, text := range slices.Concat(req.Args, req.Env, []string{req.Program, req.Dir}) {
			if strings.ContainsRune(text, 0) {
				t.Errorf("a NUL went through in %q", text)
			}
		}
		if strings.ContainsAny(req.Program, `/\ `) || strings.HasPrefix(req.Program, "-") || strings.HasPrefix(strings.ToUpper(req.Env[0]), "CLANKER_") {
			t.Errorf("went through: %+v", req)
		}
	})
}
