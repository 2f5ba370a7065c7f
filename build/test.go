package main

import (
	"context"
	"flag"
	"slices"
	"strings"
	"time"
)

// options are what the test verb was asked for.
type options struct {
	full bool
	only string
}

func testVerb(ctx context.Context, w *workshop, args []string) error {
	var o options
	err := parse("test", args, func(f *flag.FlagSet) {
		f.BoolVar(&o.full, "full", false, "also run the long tiers")
		f.StringVar(&o.only, "only", "", "run one tier")
	})
	if err != nil {
		return err
	}
	if o.only != "" && !slices.Contains(tierNames(), o.only) {
		return usageError("there is no tier %q; the tiers are %s", o.only, strings.Join(tierNames(), ", "))
	}
	return w.runTiers(ctx, o)
}

// chosen are the tiers that the options ask for, in order.
func chosen(all []tier, o options) []tier {
	var out []tier
	for _, t := range all {
		if o.only == t.name || o.only == "" && (o.full || !t.full) {
			out = append(out, t)
		}
	}
	return out
}

// outcome is what a tier came to.
type outcome struct {
	tier string
	took time.Duration
	tally
}

// runTiers runs every chosen tier, whatever the ones before it came to: one run
// shows everything that is wrong.
func (w *workshop) runTiers(ctx context.Context, o options) error {
	w.full = o.full
	m := inspect(ctx)
	run := chosen(tiers(), o)
	// Everything missing is installed before the first test, so that a machine
	// that cannot run the last tier says so in the first minute.
	var needs [][]need
	node := false
	for _, t := range run {
		if t.needs != nil {
			needs = append(needs, t.needs(m)...)
		}
		node = node || t.node
	}
	if node {
		if err := w.ensureNode(ctx, m); err != nil {
			return err
		}
	}
	if err := w.ensure(ctx, m, needs...); err != nil {
		return err
	}
	var outcomes []outcome
	for _, t := range run {
		outcomes = append(outcomes, w.runTier(ctx, t))
		if ctx.Err() != nil {
			break
		}
	}
	return w.summarize(outcomes, ctx.Err() != nil)
}

func (w *workshop) runTier(ctx context.Context, t tier) outcome {
	w.say("\n== %s: %s", t.name, t.about)
	began := time.Now()
	result := outcome{tier: t.name}
	for _, s := range t.steps {
		w.say("-- %s", s.name)
		found := s.run(ctx, w)
		if found.failed > 0 {
			for i, note := range found.notes {
				found.notes[i] = s.name + ": " + note
			}
		}
		result.tally = result.tally.add(found)
		if ctx.Err() != nil {
			break
		}
	}
	result.took = time.Since(began)
	w.say("== %s took %s", t.name, result.took.Round(time.Second))
	return result
}

// summarize prints the table and, as the last line, the two totals.
func (w *workshop) summarize(outcomes []outcome, interrupted bool) error {
	var total tally
	w.say("")
	for _, o := range outcomes {
		for _, note := range o.notes {
			w.say("%s: %s", o.tier, note)
		}
	}
	w.say("")
	for _, o := range outcomes {
		w.say("%-10s %6s  %5d passed %4d failed %4d skipped", o.tier, o.took.Round(time.Second), o.passed, o.failed, o.skipped)
		total = total.add(o.tally)
	}
	w.say("%d passed, %d failed", total.passed, total.failed)
	// The totals stay the last line, whatever they are.
	switch {
	case interrupted:
		return &failure{code: exitInterrupted}
	case total.failed > 0 || total.passed == 0:
		return &failure{code: exitFailed}
	}
	return nil
}
