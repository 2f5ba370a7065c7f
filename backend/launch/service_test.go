package launch

import (
	"context"
	"slices"
	"strings"
	"testing"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
	"clankergrid/backend/harness"
)

// programs is a machine on which the CLI can be found, or not.
type programs struct {
	fails error
	asked []environment.ProgramRequest
}

var _ Programs = (*programs)(nil)

func (p *programs) Program(_ context.Context, req environment.ProgramRequest) (command.TerminalRequest, error) {
	p.asked = append(p.asked, req)
	return command.TerminalRequest{Program: "/bin/" + req.Program, Args: req.Args, Env: req.Env, Dir: req.Dir}, p.fails
}

func crab() harness.Provider {
	return harness.Provider{
		Descriptor: harness.Descriptor{ID: "crab", Name: "Crab", Executable: "crab", Icon: "<svg/>", Site: "https://crab.example"},
		Launch:     harness.ModelFlag("--model"),
		ModelFlags: []string{"-m", "--model"},
		Claims:     []string{"--shell"},
	}
}

func service(p *programs, chosen core.HarnessSettings, steps ...Step) *Service {
	return New(Options{
		Registry: harness.NewRegistry(crab()), Programs: p, Steps: steps,
		Settings: func() core.Settings {
			return core.Settings{Launch: core.LaunchSettings{Harnesses: map[string]core.HarnessSettings{"crab": chosen}}}
		},
		Listed: func(_ harness.ID, model string) bool { return model == "listed" },
	})
}

func TestACommandHasTheModelThenTheUsersFlagsInOrder(t *testing.T) {
	for name, c := range map[string]struct {
		chosen core.HarnessSettings
		req    Request
		want   []string
	}{
		"nothing chosen":          {want: nil},
		"the default model":       {chosen: core.HarnessSettings{Model: "usual"}, want: []string{"--model", "usual"}},
		"a model for this launch": {chosen: core.HarnessSettings{Model: "usual"}, req: Request{Model: "other"}, want: []string{"--model", "other"}},
		"flags, opaque": {
			chosen: core.HarnessSettings{Flags: `--a b  --c=d 'two words' --é 🦀`},
			req:    Request{Flags: []string{"last one", ""}},
			want:   []string{"--a", "b", "--c=d", "two words", "--é", "🦀", "last one", ""},
		},
		"the model by a flag":            {chosen: core.HarnessSettings{Flags: "-m own"}, want: []string{"-m", "own"}},
		"a claimed word after two lines": {chosen: core.HarnessSettings{Flags: "-- --shell"}, want: []string{"--", "--shell"}},
		"a flag that only begins so":     {chosen: core.HarnessSettings{Flags: "--shells --model-dir x"}, want: []string{"--shells", "--model-dir", "x"}},
	} {
		t.Run(name, func(t *testing.T) {
			c.req.Harness = "crab"
			got, err := service(&programs{}, c.chosen).Compose(c.req)
			if err != nil || !slices.Equal(got.Args, c.want) {
				t.Errorf("got %q, %v, want %q", got.Args, err, c.want)
			}
		})
	}
}

func TestAFlagThatTheLaunchSetsItselfIsExplained(t *testing.T) {
	for _, flags := range []string{"-m own", "-mown", "--model own", "--model=own", "--a --model"} {
		_, err := service(&programs{}, core.HarnessSettings{Flags: flags, Model: "usual"}).Compose(Request{Harness: "crab"})
		if public := errs.PublicOf(err); public.Kind != errs.Invalid || !strings.Contains(public.Message, "The extra flags of Crab contain \"-") {
			t.Errorf("%q: %v", flags, err)
		}
	}
	if _, err := service(&programs{}, core.HarnessSettings{Flags: "--shell"}).Compose(Request{Harness: "crab"}); errs.KindOf(err) != errs.Invalid {
		t.Errorf("a flag that every launch decides: %v", err)
	}
}

func TestWhatCannotBeLaunchedIsRefusedBeforeThereIsATerminal(t *testing.T) {
	for name, c := range map[string]struct {
		chosen core.HarnessSettings
		choice core.LaunchChoice
		want   errs.Kind
	}{
		"no such harness":     {choice: core.LaunchChoice{Harness: "squid"}, want: errs.NotFound},
		"an unknown model":    {choice: core.LaunchChoice{Harness: "crab", Model: "made up"}, want: errs.Invalid},
		"an unclosed quote":   {chosen: core.HarnessSettings{Flags: `--a "b`}, choice: core.LaunchChoice{Harness: "crab"}, want: errs.Invalid},
		"a listed model":      {choice: core.LaunchChoice{Harness: "crab", Model: "listed"}},
		"a favourite":         {chosen: core.HarnessSettings{Favourites: []string{"dear"}}, choice: core.LaunchChoice{Harness: "crab", Model: "dear"}},
		"the default, by its": {chosen: core.HarnessSettings{Model: "usual"}, choice: core.LaunchChoice{Harness: "crab", Model: "usual"}},
	} {
		t.Run(name, func(t *testing.T) {
			p := &programs{}
			planned, err := service(p, c.chosen).Plan(c.choice, "/src")
			if errs.KindOf(err) != c.want || (planned == nil) != (c.want != "") || len(p.asked) > 0 {
				t.Errorf("got %v, %v, asked %v", planned, err, p.asked)
			}
		})
	}
}

func TestALaunchIsAttachedFoundAndReleased(t *testing.T) {
	var j journal
	p := &programs{}
	planned, err := service(p, core.HarnessSettings{Flags: "--user"}, j.step("one"), j.step("two")).Plan(core.LaunchChoice{Harness: "crab"}, "/src")
	if err != nil {
		t.Fatal(err)
	}
	if got := planned.Agent(); got.Harness != "crab" || got.Name != "Crab" || got.Exit != nil {
		t.Errorf("agent %+v", got)
	}
	prepared, err := planned.Prepare(t.Context(), "terminal")
	if err != nil {
		t.Fatal(err)
	}
	want := environment.ProgramRequest{
		Program: "crab", Args: []string{"--two", "--one", "--user"}, Env: []string{"LAST=two", "ONE=1", "TWO=1"}, Dir: "/src", Terminal: "terminal",
	}
	if got := p.asked[0]; got.Program != want.Program || !slices.Equal(got.Args, want.Args) || !slices.Equal(got.Env, want.Env) || got.Dir != want.Dir || got.Terminal != want.Terminal {
		t.Errorf("asked for %+v, want %+v", got, want)
	}
	prepared.Release(t.Context())
	prepared.Release(t.Context())
	j.want(t, "prepare one", "prepare two", "dispose two", "dispose one")
}

func TestWhatWasAttachedIsReleasedWhenTheCLIIsNotThere(t *testing.T) {
	var j journal
	p := &programs{fails: &command.Failure{Reason: command.NotInstalled, Program: "crab"}}
	planned, err := service(p, core.HarnessSettings{}, j.step("one")).Plan(core.LaunchChoice{Harness: "crab"}, "/src")
	if err != nil {
		t.Fatal(err)
	}
	prepared, err := planned.Prepare(t.Context(), "terminal")
	if public := errs.PublicOf(err); public.Kind != errs.NotFound || !strings.HasPrefix(public.Message, "Crab is not installed") {
		t.Errorf("err = %v", err)
	}
	if prepared.Release != nil || prepared.Request.Program != "crab" {
		t.Errorf("prepared %+v", prepared)
	}
	j.want(t, "prepare one", "dispose one")
}
