package launch

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
)

// Plan is what will be started, as far as it is composed. A step gets one and
// answers with what it adds.
type Plan struct {
	// Args are all arguments, without argv[0].
	Args []string
	// Env are variables on top of the child's environment, each name once.
	Env []string
	// Provided are facts that earlier steps established.
	Provided Facts
}

// Fact names something that a step made true for this launch, for the steps after
// it: a later step asks for the fact, never for the step.
type Fact string

// Facts are those that hold.
type Facts map[Fact]bool

// Attachment is what one step acquired for a launch.
type Attachment struct {
	// Args are all arguments, made from those of the plan that the step was given,
	// so that a step can insert one before a sub-command. Nil leaves them.
	Args []string
	// Env is added; of one name the later step's value counts.
	Env []string
	// Provided are the facts that this step establishes.
	Provided []Fact
	// Dispose releases what was acquired. It is called again when it failed, and not
	// after it succeeded. It may be nil.
	Dispose func(context.Context) error
}

// Step prepares one attachment.
type Step struct {
	// Name is for the log.
	Name string
	// Optional steps may fail: the launch goes on without them.
	Optional bool
	// Prepare returns nil to be skipped. A step that fails has released what it
	// acquired.
	Prepare func(ctx context.Context, plan Plan) (*Attachment, error)
}

// Report tells the log which step failed in which phase. It is never given the
// error: an attachment's may hold a credential.
type Report func(step, phase string)

// The phases of a step that may fail without failing the launch.
const (
	preparing = "prepare"
	disposing = "dispose"
)

// Attachments are what a launch acquired. Of each step nothing is kept but how it
// is released: arguments and variables, which may hold a credential, are the
// caller's alone.
type Attachments struct {
	report Report

	mu sync.Mutex // guards held, and is held while releasing, so that a second caller waits
	// held is what is not released yet, in order of acquisition.
	held []release
}

type release struct {
	step    string
	dispose func(context.Context) error
}

// Attach runs the steps in order and composes what will be started. When a step
// that is not optional fails, everything acquired before it is released, the latest
// first, and its own error is returned.
func Attach(ctx context.Context, base Plan, steps []Step, report Report) (Plan, *Attachments, error) {
	plan := Plan{Args: slices.Clone(base.Args), Env: merge(nil, base.Env), Provided: maps.Clone(base.Provided)}
	if plan.Provided == nil {
		plan.Provided = Facts{}
	}
	acquired := &Attachments{report: report}
	for _, step := range steps {
		attachment, err := prepare(ctx, step, plan)
		switch {
		case err != nil && step.Optional && ctx.Err() == nil:
			report(step.Name, preparing)
		case err != nil:
			// What was acquired must not outlive a launch that was given up.
			acquired.Dispose(context.WithoutCancel(ctx))
			return Plan{}, nil, err
		case attachment != nil:
			if attachment.Args != nil {
				plan.Args = slices.Clone(attachment.Args)
			}
			plan.Env = merge(plan.Env, attachment.Env)
			for _, fact := range attachment.Provided {
				plan.Provided[fact] = true
			}
			if attachment.Dispose != nil {
				acquired.held = append(acquired.held, release{step.Name, attachment.Dispose})
			}
		}
	}
	return plan, acquired, nil
}

// prepare gives the step copies: nothing that it keeps or changes is the plan's.
func prepare(ctx context.Context, step Step, plan Plan) (*Attachment, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	return step.Prepare(ctx, Plan{
		Args: slices.Clone(plan.Args), Env: slices.Clone(plan.Env), Provided: maps.Clone(plan.Provided),
	})
}

// Dispose releases what is held, the latest first. It never fails: what could not be
// released is reported, stays held and is tried again by the next call.
func (a *Attachments) Dispose(ctx context.Context) {
	a.mu.Lock()
	defer a.mu.Unlock()
	var left []release
	for _, each := range slices.Backward(a.held) {
		if err := safely(ctx, each.dispose); err != nil {
			a.report(each.step, disposing)
			left = append(left, each)
		}
	}
	slices.Reverse(left)
	a.held = left
}

// safely keeps a defect of one attachment from keeping the others.
func safely(ctx context.Context, dispose func(context.Context) error) (err error) {
	defer func() {
		if caught := recover(); caught != nil {
			err = errors.Join(err, fmt.Errorf("launch: a disposal panicked: %v", caught))
		}
	}()
	return dispose(ctx)
}

// merge adds variables to others; a name that is there already gets the new value
// in its place.
func merge(to, added []string) []string {
	for _, entry := range added {
		name, _, _ := strings.Cut(entry, "=")
		i := slices.IndexFunc(to, func(have string) bool { return strings.HasPrefix(have, name+"=") })
		if i < 0 {
			to = append(to, entry)
		} else {
			to[i] = entry
		}
	}
	return to
}
