package launch

import (
	"context"
	"log/slog"
	"slices"
	"strings"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
	"clankergrid/backend/harness"
)

// Programs starts programs in the terminals of one machine.
type Programs interface {
	Program(ctx context.Context, req environment.ProgramRequest) (command.TerminalRequest, error)
}

// Here starts programs in the terminal that this process is in.
type Here interface {
	ProgramHere(ctx context.Context, req environment.ProgramRequest) (command.TerminalRequest, error)
}

// Options are what a Service launches with. Registry, Programs and Settings are
// required.
type Options struct {
	Registry *harness.Registry
	Programs Programs
	Here     Here // nil where nobody asks for that
	// Settings are those in force.
	Settings func() core.Settings
	// Listed reports whether a model is one that the harness lists.
	Listed func(id harness.ID, model string) bool
	// Steps are what is attached to every launch, in order.
	Steps []Step
	Log   *slog.Logger
}

// Service launches the CLIs of one machine. It is safe for concurrent use.
type Service struct {
	options Options
	log     *slog.Logger
}

// New returns a service.
func New(o Options) *Service {
	s := &Service{options: o, log: o.Log}
	if s.log == nil {
		s.log = slog.New(slog.DiscardHandler)
	}
	if o.Listed == nil {
		s.options.Listed = func(harness.ID, string) bool { return false }
	}
	return s
}

// Request is one launch.
type Request struct {
	Harness string
	// Model is empty for the one that the settings have as default.
	Model string
	// Flags are added after those of the settings, one argument each.
	Flags []string
}

// Command is what is started, as far as it does not depend on where.
type Command struct {
	Descriptor harness.Descriptor
	Model      string // empty for the CLI's own default
	Args       []string
	Env        []string
}

// Compose makes the command of a launch. Kinds: NotFound (there is no such harness),
// Invalid (the model, the extra flags, or a flag that contradicts what the application
// passes itself), Limit.
func (s *Service) Compose(req Request) (Command, error) {
	return s.compose(req, s.options.Settings().Launch.Harnesses[req.Harness])
}

// Check judges settings before they are kept: it fails as a launch with them would.
func (s *Service) Check(harness string, chosen core.HarnessSettings) error {
	_, err := s.compose(Request{Harness: harness}, chosen)
	return err
}

func (s *Service) compose(req Request, chosen core.HarnessSettings) (Command, error) {
	const op = "launch.Compose"
	provider, ok := s.options.Registry.Find(req.Harness)
	if !ok {
		return Command{}, errs.New(op, errs.NotFound, "There is no harness called "+errs.Quote(req.Harness)+".", "")
	}
	d := provider.Descriptor
	flags, err := SplitFlags(chosen.Flags)
	if err != nil {
		return Command{}, err
	}
	flags = append(flags, req.Flags...)
	for _, text := range append(slices.Clone(flags), req.Model) {
		if strings.ContainsRune(text, 0) {
			return Command{}, errs.New(op, errs.Invalid, "The arguments hold a NUL character.", "Remove it.")
		}
	}
	model := req.Model
	if model == "" {
		model = chosen.Model
	}
	invocation, err := provider.Launch.Invocation(harness.Choice{Model: model, Settings: chosen.Options})
	if err != nil {
		return Command{}, harness.Public(op, d.Name, err)
	}
	claimed := provider.Claims
	if model != "" {
		claimed = slices.Concat(claimed, provider.ModelFlags)
	}
	if flag, found := contradiction(claimed, flags); found {
		return Command{}, errs.New(op, errs.Invalid,
			"The extra flags of "+d.Name+" contain "+errs.Quote(flag)+", which this launch sets itself.",
			"Remove it from the flags, or leave the choice of the model to them.")
	}
	return Command{Descriptor: d, Model: model, Args: slices.Concat(invocation.Args, flags), Env: invocation.Env}, nil
}

// Plan makes a launch that somebody chose in a frontend: its model is one that the CLI
// lists or that the settings name. Kinds: those of Compose.
func (s *Service) Plan(choice core.LaunchChoice, dir string) (command.Launch, error) {
	const op = "launch.Plan"
	if choice.Model != "" && !s.known(choice) {
		return nil, errs.New(op, errs.Invalid, "The model "+errs.Quote(choice.Model)+" is not known.",
			"Refresh the list of models, or name it in the settings.")
	}
	composed, err := s.Compose(Request{Harness: choice.Harness, Model: choice.Model})
	if err != nil {
		return nil, err
	}
	return &launch{service: s, command: composed, dir: dir}, nil
}

func (s *Service) known(choice core.LaunchChoice) bool {
	chosen := s.options.Settings().Launch.Harnesses[choice.Harness]
	return chosen.Model == choice.Model || slices.Contains(chosen.Favourites, choice.Model) ||
		s.options.Listed(harness.ID(choice.Harness), choice.Model)
}

// launch is one that is carried out in a terminal.
type launch struct {
	service *Service
	command Command
	dir     string
}

var _ command.Launch = (*launch)(nil)

// Agent says what is launched.
func (l *launch) Agent() core.Agent {
	d := l.command.Descriptor
	return core.Agent{Harness: string(d.ID), Name: d.Name, Model: l.command.Model}
}

// Prepare attaches what belongs to the launch and finds the CLI. It is found only now:
// it may have been installed, upgraded or removed since anybody looked.
func (l *launch) Prepare(ctx context.Context, terminal core.TerminalID) (command.Prepared, error) {
	const op = "launch.Prepare"
	d := l.command.Descriptor
	missing := command.TerminalRequest{Program: d.Executable, Dir: l.dir}
	plan, held, err := Attach(ctx, Plan{Args: l.command.Args, Env: l.command.Env}, l.service.options.Steps, l.service.report(d.ID))
	if err != nil {
		return command.Prepared{Request: missing}, harness.Public(op, d.Name, err)
	}
	req, err := l.service.options.Programs.Program(ctx, environment.ProgramRequest{
		Program: d.Executable, Args: plan.Args, Env: plan.Env, Dir: l.dir, Terminal: terminal,
	})
	if err != nil {
		held.Dispose(context.WithoutCancel(ctx))
		return command.Prepared{Request: missing}, harness.Public(op, d.Name, err)
	}
	return command.Prepared{Request: req, Release: held.Dispose}, nil
}

// Here is the request that starts a command in the terminal that this process is in
// itself. Nothing is attached that would have to be released. Kinds: those of
// harness.Public.
func (s *Service) Here(ctx context.Context, c Command, dir string) (command.TerminalRequest, error) {
	req, err := s.options.Here.ProgramHere(ctx, environment.ProgramRequest{Program: c.Descriptor.Executable, Args: c.Args, Env: c.Env, Dir: dir})
	return req, harness.Public("launch.Here", c.Descriptor.Name, err)
}

// report writes which step failed and never why, which may hold a credential.
func (s *Service) report(id harness.ID) Report {
	return func(step, phase string) {
		s.log.Warn("a step of a launch failed", "harness", id, "step", step, "phase", phase)
	}
}
