package launch

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

// journal records what steps did, in order.
type journal struct {
	mu    sync.Mutex // guards lines
	lines []string
}

func (j *journal) add(format string, args ...any) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.lines = append(j.lines, fmt.Sprintf(format, args...))
}

func (j *journal) report(step, phase string) { j.add("report %s %s", step, phase) }

func (j *journal) want(t *testing.T, lines ...string) {
	t.Helper()
	j.mu.Lock()
	defer j.mu.Unlock()
	if diff := cmp.Diff(lines, j.lines); diff != "" {
		t.Errorf("what happened (-want +got):\n%s", diff)
	}
}

// step is one that adds an argument and a variable and says what happens to it.
func (j *journal) step(name string) Step {
	return Step{Name: name, Prepare: func(_ context.Context, plan Plan) (*Attachment, error) {
		j.add("prepare %s", name)
		return &Attachment{
			Args:    append([]string{"--" + name}, plan.Args...),
			Env:     []string{"LAST=" + name, strings.ToUpper(name) + "=1"},
			Dispose: func(context.Context) error { j.add("dispose %s", name); return nil },
		}, nil
	}}
}

func (j *journal) failing(name string, optional bool, err error) Step {
	return Step{Name: name, Optional: optional, Prepare: func(context.Context, Plan) (*Attachment, error) {
		j.add("fail %s", name)
		return nil, err
	}}
}

func TestStepsRunInOrderAndTheLaterValueOfAVariableCounts(t *testing.T) {
	var j journal
	base := Plan{Args: []string{"resume", "id"}, Env: []string{"LAST=base", "OWN=1"}}
	plan, acquired, err := Attach(t.Context(), base, []Step{j.step("one"), j.step("two")}, j.report)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"--two", "--one", "resume", "id"}, plan.Args); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]string{"LAST=two", "OWN=1", "ONE=1", "TWO=1"}, plan.Env); diff != "" {
		t.Error(diff)
	}
	acquired.Dispose(t.Context())
	acquired.Dispose(t.Context())
	j.want(t, "prepare one", "prepare two", "dispose two", "dispose one")
	if diff := cmp.Diff([]string{"LAST=base", "OWN=1"}, base.Env); diff != "" {
		t.Errorf("the caller's own were changed:\n%s", diff)
	}
}

func TestARequiredStepThatFailsReleasesTheEarlierOnesAndReturnsItsError(t *testing.T) {
	var j journal
	cause := errors.New("no room")
	steps := []Step{j.step("one"), j.step("two"), j.failing("three", false, cause), j.step("four")}
	_, acquired, err := Attach(t.Context(), Plan{}, steps, j.report)
	if err != cause || acquired != nil { //nolint:errorlint // the very error is promised
		t.Errorf("got %v, %v; want the step's own error", acquired, err)
	}
	j.want(t, "prepare one", "prepare two", "fail three", "dispose two", "dispose one")
}

func TestAnOptionalStepThatFailsIsReportedByNameAlone(t *testing.T) {
	var j journal
	secret := errors.New("token abc")
	plan, acquired, err := Attach(t.Context(), Plan{Args: []string{"x"}}, []Step{j.failing("bridge", true, secret), j.step("two")}, j.report)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"--two", "x"}, plan.Args); diff != "" {
		t.Error(diff)
	}
	acquired.Dispose(t.Context())
	j.want(t, "fail bridge", "report bridge prepare", "prepare two", "dispose two")
}

func TestAStepThatReturnsNothingIsSkipped(t *testing.T) {
	var j journal
	skipped := Step{Name: "skipped", Prepare: func(context.Context, Plan) (*Attachment, error) { return nil, nil }}
	plan, acquired, err := Attach(t.Context(), Plan{Args: []string{"x"}}, []Step{skipped}, j.report)
	if err != nil || !slices.Equal(plan.Args, []string{"x"}) {
		t.Errorf("got %v, %v", plan, err)
	}
	acquired.Dispose(t.Context())
	j.want(t)
}

func TestAFactIsSeenByTheStepsAfterIt(t *testing.T) {
	var j journal
	var seen []bool
	look := Step{Name: "look", Prepare: func(_ context.Context, plan Plan) (*Attachment, error) {
		seen = append(seen, plan.Provided["attached"])
		plan.Provided["forged"] = true // of a copy
		return nil, nil
	}}
	provide := Step{Name: "provide", Prepare: func(context.Context, Plan) (*Attachment, error) {
		return &Attachment{Provided: []Fact{"attached"}}, nil
	}}
	plan, _, err := Attach(t.Context(), Plan{}, []Step{look, provide, look}, j.report)
	if err != nil || !slices.Equal(seen, []bool{false, true}) || plan.Provided["forged"] {
		t.Errorf("got %v, %v, %v", seen, plan.Provided, err)
	}
}

func TestADisposalThatFailsOrPanicsStopsNoOtherAndIsTriedAgain(t *testing.T) {
	var j journal
	broken := 2
	dispose := func(name string, do func() error) Step {
		return Step{Name: name, Prepare: func(context.Context, Plan) (*Attachment, error) {
			return &Attachment{Dispose: func(context.Context) error { j.add("dispose %s", name); return do() }}, nil
		}}
	}
	fails := func() error {
		if broken--; broken >= 0 {
			return errors.New("busy")
		}
		return nil
	}
	_, acquired, err := Attach(t.Context(), Plan{}, []Step{
		dispose("one", func() error { return nil }),
		dispose("two", fails),
		dispose("three", func() error {
			if broken > 0 {
				panic("defect")
			}
			return nil
		}),
	}, j.report)
	if err != nil {
		t.Fatal(err)
	}
	acquired.Dispose(t.Context())
	acquired.Dispose(t.Context())
	acquired.Dispose(t.Context())
	acquired.Dispose(t.Context())
	j.want(t,
		"dispose three", "report three dispose", "dispose two", "report two dispose", "dispose one",
		"dispose three", "report three dispose", "dispose two", "report two dispose",
		"dispose three", "dispose two")
}

func TestALaunchThatIsGivenUpReleasesWhatItAcquired(t *testing.T) {
	var j journal
	ctx, cancel := context.WithCancel(t.Context())
	gives := Step{Name: "gives up", Optional: true, Prepare: func(context.Context, Plan) (*Attachment, error) {
		cancel()
		return nil, ctx.Err()
	}}
	alive := Step{Name: "alive", Prepare: func(context.Context, Plan) (*Attachment, error) {
		return &Attachment{Dispose: func(ctx context.Context) error { j.add("context %v", ctx.Err()); return nil }}, nil
	}}
	_, _, err := Attach(ctx, Plan{}, []Step{alive, gives, j.step("never")}, j.report)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	j.want(t, "context <nil>")
}

func TestNoArgumentOrVariableOutlivesItsLaunchInTheAttachments(t *testing.T) {
	collected := make(chan struct{})
	steps := func() []Step {
		return []Step{{Name: "holds", Prepare: func(context.Context, Plan) (*Attachment, error) {
			token := &struct{ bytes [64]byte }{}
			runtime.AddCleanup(token, func(c chan struct{}) { close(c) }, collected)
			env := "TOKEN=" + string(token.bytes[:])
			return &Attachment{Args: []string{env}, Env: []string{env}, Dispose: func(context.Context) error { return nil }}, nil
		}}}
	}
	_, acquired, err := Attach(t.Context(), Plan{}, steps(), func(string, string) {})
	if err != nil {
		t.Fatal(err)
	}
	for done := false; !done; {
		runtime.GC()
		select {
		case <-collected:
			done = true
		case <-t.Context().Done():
			t.Fatal("the attachments hold on to it")
		default:
		}
	}
	acquired.Dispose(t.Context())
}

func TestWhateverFailsEverythingAcquiredIsReleasedOnceInReverse(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var prepared, disposed []int
		var steps []Step
		n := rapid.IntRange(0, 8).Draw(t, "steps")
		for i := range n {
			fails := rapid.IntRange(0, 4).Draw(t, "fails") == 0
			steps = append(steps, Step{
				Name: fmt.Sprint(i), Optional: rapid.Bool().Draw(t, "optional"),
				Prepare: func(context.Context, Plan) (*Attachment, error) {
					if fails {
						return nil, errors.New("fails")
					}
					prepared = append(prepared, i)
					return &Attachment{Dispose: func(context.Context) error { disposed = append(disposed, i); return nil }}, nil
				},
			})
		}
		_, acquired, err := Attach(context.Background(), Plan{}, steps, func(string, string) {})
		if err == nil {
			acquired.Dispose(context.Background())
		}
		slices.Reverse(disposed)
		if !slices.Equal(prepared, disposed) {
			t.Fatalf("prepared %v, released %v", prepared, disposed)
		}
	})
}
