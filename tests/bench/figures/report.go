package figures

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Report is the document that people read, from a run alone.
func (r *Run) Report() string {
	var b strings.Builder
	b.WriteString(introduction)
	r.about(&b)
	r.promised(&b)
	for _, s := range sections {
		if s.has(r) {
			fmt.Fprintf(&b, "\n## %s\n\n%s\n\n", s.title, s.how)
			s.table(r, &b)
		}
	}
	return b.String()
}

const introduction = `# Performance

<!-- Written by "go run ./build bench" from performance.json; edits here are lost. -->

Ratios carry over to other machines; absolute figures are this one's. Each figure is the median of all rounds, with the least and
the most in brackets. The *peer* is node-pty and ws behind xterm.js, with the flow control of xterm.js's guide. The *limit* is xterm.js alone, fed from
memory. All three have the same version of xterm.js with the same addons and options, the same font and the same grid, and take turns.
`

func (r *Run) about(b *strings.Builder) {
	m := r.Machine
	fmt.Fprintf(b, "\n## This run\n\nOf %s, version %s, on %s with %d processors (%s) and %.0f GiB.", r.Started.Format("2006-01-02 15:04 MST"), r.Version, m.System, m.Processors, m.Processor, m.MemoryGiB)
	for _, name := range slices.Sorted(maps.Keys(m.Programs)) {
		fmt.Fprintf(b, " %s: %s.", name, strings.TrimPrefix(m.Programs[name], name+" "))
	}
	var others []float64
	for _, s := range r.Samples {
		others = append(others, s.Others)
	}
	median, _ := Median(others)
	most, _ := Percentile(others, 1)
	fmt.Fprintf(b, " Other programs used %.0f %% of one processor meanwhile (at most %.0f %%).\n", 100*median, 100*most)
	for _, area := range slices.Sorted(maps.Keys(r.Again)) {
		fmt.Fprintf(b, "\nOf %s the figures are of a run of its own, of %s, on the same machine.\n", area, r.Again[area].Format("2006-01-02 15:04 MST"))
	}
	if !r.Publishable() {
		b.WriteString("\n**Not to be published:** " + strings.Join(r.doubts(), "; ") + ".\n")
	}
}

// leastRounds is how often a figure is measured before its median is published.
const leastRounds = 5

// mostOthers is how much of one processor others may use, in the median, before the
// figures say more about them than about us.
const mostOthers = 0.1

// Publishable reports whether nothing speaks against the figures.
func (r *Run) Publishable() bool { return len(r.doubts()) == 0 }

func (r *Run) doubts() []string {
	var doubts []string
	if r.Rounds < leastRounds {
		doubts = append(doubts, fmt.Sprintf("each figure was measured %d times", r.Rounds))
	}
	if len(r.Unmeasured) > 0 {
		doubts = append(doubts, "left out were "+strings.Join(r.Unmeasured, ", "))
	}
	var others []float64
	for _, s := range r.Samples {
		others = append(others, s.Others)
	}
	if busy, _ := Median(others); busy > mostOthers {
		doubts = append(doubts, "the machine was busy with other work")
	}
	return doubts
}

func (r *Run) promised(b *strings.Builder) {
	b.WriteString("\n## What is promised\n\n| figure | promised | measured | |\n| --- | --- | --- | --- |\n")
	var missed []string
	for _, p := range r.Promises() {
		bound, word := "at most", "kept"
		if p.AtLeast {
			bound = "at least"
		}
		if !p.Kept() {
			word = "**missed**"
			missed = append(missed, p.Name)
		}
		fmt.Fprintf(b, "| %s | %s %s | %s | %s |\n", p.Name, bound, number(p.Bound, p.Unit), number(p.Is, p.Unit), word)
	}
	if len(missed) > 0 {
		b.WriteString("\nWhy those were missed:\n\n")
	}
	for _, name := range missed {
		reason := r.Reasons[name]
		if reason == "" {
			reason = "not explained yet."
		}
		fmt.Fprintf(b, "- %s: %s\n", name, reason)
	}
}

func number(value float64, unit string) string { return round(value) + " " + unit }

// round keeps three digits.
func round(value float64) string {
	switch {
	case value >= 100:
		return fmt.Sprintf("%.0f", value)
	case value >= 10:
		return fmt.Sprintf("%.1f", value)
	}
	return fmt.Sprintf("%.2f", value)
}

// cell is a median with its range.
func (r *Run) cell(area, engine, contender, which, value string) string {
	values := r.Of(area, engine, contender, which, value)
	median, ok := Median(values)
	if !ok {
		return "-"
	}
	return fmt.Sprintf("%s (%s to %s)", round(median), round(slices.Min(values)), round(slices.Max(values)))
}
