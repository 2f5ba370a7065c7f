package catalog

import (
	"context"
	"errors"
	"io/fs"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"clankergrid/backend/command"
	"clankergrid/backend/harness"
)

// machine has one program, or none, and counts how often it is run.
type machine struct {
	found  command.Found
	absent error
	says   command.Result
	fails  error
	runs   int
}

var _ Machine = (*machine)(nil)

func (m *machine) Find(_ context.Context, program string) (command.Found, error) {
	if program != "some" {
		return command.Found{}, errors.New("another program was looked for")
	}
	return m.found, m.absent
}

func (m *machine) Run(_ context.Context, req command.Request) (command.Result, error) {
	if req.Program != "some" || len(req.Args) != 1 || req.Args[0] != "--version" {
		return command.Result{}, errors.New("another command was run")
	}
	m.runs++
	return m.says, m.fails
}

func (m *machine) Open(context.Context, command.Request) (command.Session, error) {
	return nil, errors.New("no session is wanted")
}

func (m *machine) look(t *testing.T, before Installation) (now Installation, told []Installation) {
	t.Helper()
	now = look(t.Context(), m, harness.NewExecutor(m), harness.Descriptor{Executable: "some"}, before, func(i Installation) { told = append(told, i) })
	return now, told
}

func TestAProgramIsKnownBeforeItsVersionIs(t *testing.T) {
	m := &machine{found: command.Found{Path: "/bin/some", Stamp: "1"}, says: command.Result{Stdout: []byte("some-cli 1.2.3\n")}}
	now, told := m.look(t, Installation{Presence: Checking})
	same := func(want, got any) {
		t.Helper()
		if diff := cmp.Diff(want, got, cmpopts.IgnoreUnexported(Installation{})); diff != "" {
			t.Error(diff)
		}
	}
	same([]Installation{{Presence: Installed, Path: "/bin/some"}}, told)
	same(Installation{Presence: Installed, Path: "/bin/some", Version: "1.2.3"}, now)
	again, told := m.look(t, now)
	same(now, again)
	if m.runs != 1 || told != nil {
		t.Errorf("the same program was asked %d times, and told as %v", m.runs, told)
	}
	m.found.Stamp, m.says.Stdout = "2", []byte("some-cli 1.3.0\n")
	if now, _ = m.look(t, again); now.Version != "1.3.0" || m.runs != 2 {
		t.Errorf("after an upgrade: %+v, asked %d times", now, m.runs)
	}
	m.absent = &command.Failure{Reason: command.NotInstalled}
	if now, _ = m.look(t, now); now.Presence != Missing || now.Path != "" || now.Version != "" {
		t.Errorf("after it was removed: %+v", now)
	}
}

func TestAProgramThatDoesNotSayItsVersionIsInstalled(t *testing.T) {
	for name, m := range map[string]*machine{
		"hangs":         {fails: &command.Failure{Reason: command.TimedOut}},
		"prints a lot":  {fails: &command.Failure{Reason: command.TooMuchOutput}},
		"fails":         {says: command.Result{ExitCode: 1, Stdout: []byte("1.2.3")}},
		"is no text":    {says: command.Result{Stdout: []byte("\xff\xfe1.2")}},
		"says nothing":  {},
		"needs a TTY":   {says: command.Result{ExitCode: 1, Stderr: []byte("stdin is not a terminal")}},
		"says nonsense": {says: command.Result{Stdout: []byte("version unknown\n")}},
	} {
		m.found = command.Found{Path: "/bin/some", Stamp: "1"}
		if now, _ := m.look(t, Installation{}); now.Presence != Installed || now.Version != "" {
			t.Errorf("one that %s: %+v", name, now)
		}
	}
}

func TestANameThatCannotBeRunIsNotTakenForMissing(t *testing.T) {
	m := &machine{absent: &command.Failure{Reason: command.NotRunnable, Err: fs.ErrPermission}}
	if now, _ := m.look(t, Installation{}); now.Presence != Unusable {
		t.Errorf("got %+v", now)
	}
}

func TestVersionsAreFoundInWhatIsPrinted(t *testing.T) {
	for text, want := range map[string]string{
		"2.1.332 (Some Code)\n":                          "2.1.332",
		"some-cli 0.171.0":                               "0.171.0",
		"v1.18.33\n":                                     "1.18.33",
		"warning: old\nsome/18.2.3 linux-x64\n":          "18.2.3",
		"some v0.21.5+2453.gd0288be (upstream d0288be5)": "0.21.5+2453.gd0288be",
		"1.2.3-beta.1.":                                  "1.2.3-beta.1",
		"1.2":                                            "",
		"":                                               "",
		"\x1b[31m9.8.7\x1b[0m":                           "9.8.7",
		"1.2.3-" + strings.Repeat("x", 200):              "1.2.3-" + strings.Repeat("x", 64),
	} {
		if got := ParseVersion(text); got != want {
			t.Errorf("ParseVersion(%q) = %q, want %q", text, got, want)
		}
	}
}

func FuzzParseVersion(f *testing.F) {
	f.Add("some 1.2.3-beta")
	f.Fuzz(func(t *testing.T, text string) {
		got := ParseVersion(text)
		if len(got) > 100 || strings.ContainsFunc(got, func(r rune) bool { return r <= ' ' || r > '~' }) {
			t.Errorf("%q in %q", got, text)
		}
	})
}
