package hermes

import (
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/command"
	"clankergrid/backend/harness"
	"clankergrid/backend/harness/harnesstest"
)

func TestAModelOfTheListNamesItsProvider(t *testing.T) {
	for model, want := range map[string][]string{
		"":                          {"--tui"},
		"org/name:free":             {"-m", "org/name:free", "--tui"},
		"openrouter::org/name:free": {"-m", "org/name:free", "--provider", "openrouter", "--tui"},
		"custom:local::a::b":        {"-m", "a::b", "--provider", "custom:local", "--tui"},
	} {
		got, err := Provider().Launch.Invocation(harness.Choice{Model: model})
		if err != nil || !slices.Equal(got.Args, want) {
			t.Errorf("%q: %q, %v", model, got.Args, err)
		}
	}
	for _, model := range []string{"::", "::model", "provider::"} {
		if got, err := Provider().Launch.Invocation(harness.Choice{Model: model}); harness.KindOf(err) != harness.NotConfigured {
			t.Errorf("%q: %q, %v", model, got.Args, err)
		}
	}
}

func TestTheListOfTheRealGatewayIsRead(t *testing.T) {
	result, err := os.ReadFile("testdata/models-0.19.0.json")
	if err != nil {
		t.Fatal(err)
	}
	models, err := parseModels(result)
	want := []harness.Model{
		{ID: "moa::default", Name: "default", Provider: "Mixture of Agents"},
		{ID: "custom:fake::org/fake-model:free", Name: "org/fake-model:free", Provider: "fake"},
	}
	if diff := cmp.Diff(want, models); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

// installed makes a home with the CLI's environment, whose python is a link as usual.
func installed(t *testing.T) (home, python string) {
	t.Helper()
	home = t.TempDir()
	folder := filepath.Join(home, ".hermes", "hermes-agent", "venv", programs())
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	python = filepath.Join(folder, "python")
	if runtime.GOOS == "windows" {
		python += ".exe"
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, python); err != nil {
		t.Skipf("this system makes no links: %v", err)
	}
	return home, python
}

func none(string) string { return "" }

func TestTheGatewayFailsAsEveryCLI(t *testing.T) {
	home, _ := installed(t)
	harnesstest.Models(t, Provider(), home)
}

// gateway answers with lines and keeps what it was asked.
type gateway struct {
	lines  []string
	asked  command.Request
	wrote  []string
	closed bool
}

var (
	_ command.Runner  = (*gateway)(nil)
	_ command.Session = (*gateway)(nil)
)

func (g *gateway) Run(context.Context, command.Request) (command.Result, error) {
	return command.Result{}, errors.New("a session was expected")
}

func (g *gateway) Open(_ context.Context, req command.Request) (command.Session, error) {
	g.asked = req
	return g, nil
}

func (g *gateway) WriteLine(line string) error {
	g.wrote = append(g.wrote, line)
	return nil
}

func (g *gateway) ReadLine() (string, error) {
	if len(g.lines) == 0 {
		return "", io.EOF
	}
	line := g.lines[0]
	g.lines = g.lines[1:]
	return line, nil
}

func (g *gateway) CloseInput() error             { return nil }
func (g *gateway) Wait() (command.Result, error) { return command.Result{}, nil }
func (g *gateway) Close() error {
	g.closed = true
	return nil
}

func TestTheGatewayIsAskedForItsModelsAndLeft(t *testing.T) {
	home, python := installed(t)
	g := &gateway{lines: []string{
		`{"jsonrpc":"2.0","method":"event","params":{"type":"gateway.ready","session_id":""}}`,
		`{"jsonrpc":"2.0","id":7,"result":{"providers":[]}}`,
		`{"jsonrpc":"2.0","id":1,"result":{"model":"m","provider":"a","providers":[{"slug":"a","name":"A","models":["m","org/n:free",""],"total_models":2},{"slug":"b","name":"B","models":[]},{"slug":"","models":["lost"]}]}}`,
	}}
	models, err := discover(t.Context(), harness.ModelQuery{Executor: harness.NewExecutor(g), Home: home, Getenv: none, Refresh: true})
	want := []harness.Model{{ID: "a::m", Name: "m", Provider: "A"}, {ID: "a::org/n:free", Name: "org/n:free", Provider: "A"}}
	if diff := cmp.Diff(want, models); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
	if diff := cmp.Diff([]string{`{"jsonrpc":"2.0","id":1,"method":"model.options","params":{"refresh":true}}`}, g.wrote); diff != "" {
		t.Error(diff)
	}
	if g.asked.Program != python || g.asked.Timeout != harness.MaxInterpreterTimeout || !g.closed {
		t.Errorf("asked %+v, closed %v", g.asked, g.closed)
	}
}

func TestWhatTheGatewayCannotSayIsAFailure(t *testing.T) {
	home, _ := installed(t)
	for line, want := range map[string]harness.Kind{
		`{"id":1,"error":{"code":5033,"message":"secret"}}`: harness.CommandFailed,
		`{"id":1,"result":{}}`:                              harness.ParseFailure,
		`{"id":1,"result":null}`:                            harness.ParseFailure,
		`{"id":1}`:                                          harness.ParseFailure,
		`Traceback (most recent call last):`:                harness.ParseFailure,
		`{"method":"event"}`:                                harness.ParseFailure,
	} {
		g := &gateway{lines: []string{line}}
		models, err := discover(t.Context(), harness.ModelQuery{Executor: harness.NewExecutor(g), Home: home, Getenv: none})
		if harness.KindOf(err) != want || !g.closed {
			t.Errorf("%s: %v, %v, closed %v", line, models, err, g.closed)
		}
	}
}

func TestAnInterpreterThatOthersMayHavePutThereIsNotRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes and links are another matter there")
	}
	for name, spoil := range map[string]func(t *testing.T, home, python string){
		"nothing installed": func(t *testing.T, home, _ string) { try(t, os.RemoveAll(filepath.Join(home, ".hermes"))) },
		"a folder that is a link": func(t *testing.T, home, _ string) {
			venv := filepath.Join(home, ".hermes", "hermes-agent", "venv")
			try(t, os.Rename(venv, filepath.Join(home, "elsewhere")))
			try(t, os.Symlink(filepath.Join(home, "elsewhere"), venv))
		},
		"a broken link": func(t *testing.T, _, python string) {
			try(t, os.Remove(python))
			try(t, os.Symlink("/nonexistent/python", python))
		},
		"a folder": func(t *testing.T, _, python string) {
			try(t, os.Remove(python))
			try(t, os.Mkdir(python, 0o755))
		},
		"no program": func(t *testing.T, _, python string) {
			try(t, os.Remove(python))
			try(t, os.WriteFile(python, nil, 0o644))
		},
		"a file that all may write": func(t *testing.T, _, python string) {
			try(t, os.Remove(python))
			try(t, os.WriteFile(python, nil, 0o755))
			try(t, os.Chmod(python, 0o777))
		},
	} {
		home, python := installed(t)
		spoil(t, home, python)
		g := &gateway{}
		_, err := discover(t.Context(), harness.ModelQuery{Executor: harness.NewExecutor(g), Home: home, Getenv: none})
		if harness.KindOf(err) != harness.BinaryUnavailable || g.asked.Program != "" {
			t.Errorf("%s: %v, asked %q", name, err, g.asked.Program)
		}
	}
}

func try(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheUsersOwnInterpreterIsTaken(t *testing.T) {
	_, python := installed(t)
	named := func(value string) func(string) string {
		return func(name string) string {
			if name == "HERMES_PYTHON" {
				return value
			}
			return ""
		}
	}
	if got, err := interpreter(t.TempDir(), named(python)); err != nil || got != python {
		t.Errorf("got %q, %v", got, err)
	}
	for _, bad := range []string{"python3", "./python", filepath.Dir(python)} {
		if got, err := interpreter(t.TempDir(), named(bad)); err == nil {
			t.Errorf("%q was taken as %q", bad, got)
		}
	}
}

func FuzzParseModels(f *testing.F) {
	f.Add([]byte(`{"providers":[{"slug":"a","name":"A","models":["m"]}]}`))
	f.Fuzz(func(t *testing.T, result []byte) {
		models, err := parseModels(result)
		for _, m := range models {
			if m.ID == "" || err != nil {
				t.Errorf("%v, %v", m, err)
			}
		}
	})
}
