// Package harnesstest is what every provider must pass, whatever CLI it describes.
// It decides nothing about any of them.
package harnesstest

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"io"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/harness"
)

// Provider runs the suite.
func Provider(t *testing.T, p harness.Provider) {
	t.Run("descriptor", func(t *testing.T) { descriptor(t, p.Descriptor) })
	for _, m := range p.Markers {
		if !marker.MatchString(m) {
			t.Errorf("the marker %q is no variable, or the beginning of too many", m)
		}
	}
	t.Run("launch", func(t *testing.T) { launch(t, p) })
	if p.Models != nil {
		t.Run("models", func(t *testing.T) { Models(t, p, t.TempDir()) })
	}
}

// marker is a variable of the CLI's own: a prefix is long enough to be its name.
var marker = regexp.MustCompile(`^[A-Z][A-Z0-9_]{4,}\*?$`)

func descriptor(t *testing.T, d harness.Descriptor) {
	harness.NewRegistry(harness.Provider{Descriptor: withoutCapabilities(d), Launch: nothing{}})
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back harness.Descriptor
	if err := json.Unmarshal(text, &back); err != nil || back.ID != d.ID || back.Icon != d.Icon {
		t.Errorf("it does not come back from JSON: %v", err)
	}
	icon(t, d.Icon)
	if !strings.HasPrefix(d.Site, "https://") {
		t.Errorf("the site is %q", d.Site)
	}
	for _, i := range d.Install {
		if !slices.Contains([]string{"linux", "darwin", "windows"}, i.System) || i.Command == "" || strings.ContainsAny(i.Command, "\n\r\x00") {
			t.Errorf("an install command is %+v", i)
		}
	}
	seen := map[string]bool{}
	for _, f := range d.Settings {
		if f.ID == "" || f.Label == "" || f.Help == "" || seen[f.ID] {
			t.Errorf("a setting is %+v", f)
		}
		seen[f.ID] = true
	}
}

// icon has to be lines alone: a page takes over the d of each path.
func icon(t *testing.T, text string) {
	decoder := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := decoder.Token()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatalf("the icon is no SVG: %v", err)
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		if !slices.Contains([]string{"svg", "path"}, start.Name.Local) {
			t.Errorf("the icon holds %q", start.Name.Local)
		}
		for _, a := range start.Attr {
			if strings.HasPrefix(a.Name.Local, "on") || a.Name.Local == "href" || a.Name.Local == "style" {
				t.Errorf("the icon has %q", a.Name.Local)
			}
		}
	}
}

func withoutCapabilities(d harness.Descriptor) harness.Descriptor {
	d.Capabilities = nil
	return d
}

type nothing struct{}

var _ harness.Launcher = nothing{}

func (nothing) Invocation(harness.Choice) (harness.Invocation, error) {
	return harness.Invocation{}, nil
}

// launch checks what holds for all: no model is no argument about one, a model is
// handed over whole, and nothing is said twice.
func launch(t *testing.T, p harness.Provider) {
	plain, err := p.Launch.Invocation(harness.Choice{})
	if err != nil {
		t.Fatalf("without a choice: %v", err)
	}
	for _, model := range []string{"model", "provider/model", "org/name:free", "a b", "ünï"} {
		got, err := p.Launch.Invocation(harness.Choice{Model: model})
		if err != nil {
			if harness.KindOf(err) != harness.NotConfigured {
				t.Errorf("%q: %v", model, err)
			}
			continue
		}
		if len(got.Args) <= len(plain.Args) || !slices.ContainsFunc(got.Args, func(a string) bool { return strings.Contains(a, model) }) {
			t.Errorf("%q became %q", model, got.Args)
		}
		for _, arg := range got.Args {
			flag, _, _ := strings.Cut(arg, "=")
			if strings.HasPrefix(arg, "-") && !slices.Contains(slices.Concat(p.ModelFlags, p.Claims), flag) {
				t.Errorf("%q became %q: that %s contradicts a user's is not known", model, got.Args, flag)
			}
		}
		for _, text := range slices.Concat(got.Args, got.Env) {
			if strings.ContainsRune(text, 0) {
				t.Errorf("%q became %q", model, text)
			}
		}
	}
	again, _ := p.Launch.Invocation(harness.Choice{})
	if !slices.Equal(plain.Args, again.Args) || !slices.Equal(plain.Env, again.Env) {
		t.Error("the same choice gave another invocation")
	}
}

// Models checks how a provider tells what its CLI does wrong. A provider that finds
// its CLI's own interpreter in the home, and only then asks anything, has to pass with
// a home that has one.
func Models(t *testing.T, p harness.Provider, home string) {
	if p.Models.TTL < time.Minute {
		t.Errorf("a list is good for %v", p.Models.TTL)
	}
	for name, c := range map[string]struct {
		cli  cli
		want harness.Kind
	}{
		"missing":       {cli{fails: &command.Failure{Reason: command.NotInstalled}}, harness.BinaryUnavailable},
		"hanging":       {cli{fails: &command.Failure{Reason: command.TimedOut}}, harness.TimedOut},
		"endless":       {cli{fails: &command.Failure{Reason: command.TooMuchOutput}}, harness.OutputLimit},
		"failing":       {cli{says: command.Result{ExitCode: 1}}, harness.CommandFailed},
		"out of reach":  {cli{fails: &command.Failure{Reason: command.Unreachable}}, harness.TransportFailure},
		"given up":      {cli{fails: &command.Failure{Reason: command.GivenUp}}, harness.Aborted},
		"talking noise": {cli{says: command.Result{Stdout: []byte("\xff\x00 noise \x1b[2J")}}, harness.ParseFailure},
	} {
		synctest.Test(t, func(t *testing.T) {
			list, err := p.Models.Discover(t.Context(), harness.ModelQuery{
				Executor: harness.NewExecutor(&c.cli), Home: home, Getenv: func(string) string { return "" },
			})
			switch {
			case err == nil && len(list) > 0:
				t.Errorf("%s: a list came: %v", name, list)
			case err == nil && c.want != harness.ParseFailure: // noise may be taken for advice
				t.Errorf("%s: no failure", name)
			case err != nil && c.cli.program == "" && harness.KindOf(err) == harness.BinaryUnavailable: // not there, so not asked
			case err != nil && harness.KindOf(err) != c.want:
				t.Errorf("%s: %v, want %s", name, err, c.want)
			}
			var f *harness.Failure
			if err != nil && (!errors.As(err, &f) || f.Harness != p.Descriptor.ID) {
				t.Errorf("%s: the failure does not name the harness: %v", name, err)
			}
			if program := c.cli.program; program != "" && program != p.Descriptor.Executable && !strings.HasPrefix(program, home+string(filepath.Separator)) {
				t.Errorf("%s: %s was run", name, c.cli.program)
			}
		})
	}
}

// cli answers every command alike.
type cli struct {
	says    command.Result
	fails   error
	program string
}

var _ command.Runner = (*cli)(nil)

func (c *cli) Run(_ context.Context, req command.Request) (command.Result, error) {
	c.program = req.Program
	return c.says, c.fails
}

func (c *cli) Open(_ context.Context, req command.Request) (command.Session, error) {
	c.program = req.Program
	if c.fails != nil {
		return nil, c.fails
	}
	return &session{cli: c, lines: strings.SplitAfter(string(c.says.Stdout), "\n")}, nil
}

// session says what the CLI says, whatever it is sent, and ends.
type session struct {
	cli   *cli
	lines []string
}

var _ command.Session = (*session)(nil)

func (*session) WriteLine(string) error { return nil }

func (s *session) ReadLine() (string, error) {
	if len(s.lines) == 0 || s.lines[0] == "" {
		return "", io.EOF
	}
	line := s.lines[0]
	s.lines = s.lines[1:]
	return strings.TrimSuffix(line, "\n"), nil
}

func (*session) CloseInput() error               { return nil }
func (s *session) Wait() (command.Result, error) { return s.cli.says, nil }
func (*session) Close() error                    { return nil }
