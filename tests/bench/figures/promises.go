package figures

import "fmt"

// A Promise is one figure that the product is held to.
type Promise struct {
	// Name stays the same from run to run: reasons are kept by it.
	Name string
	// Is is what was measured, Bound what was promised.
	Is, Bound float64
	// AtLeast says that Bound is the least; otherwise it is the most.
	AtLeast bool
	Unit    string
}

// Kept reports whether the promise was kept.
func (p Promise) Kept() bool {
	if p.AtLeast {
		return p.Is >= p.Bound
	}
	return p.Is <= p.Bound
}

// What is promised. A ratio is of medians.
const (
	leastOfLimit     = 0.85 // of the emulator's own speed
	leastOfPeer      = 1.0
	mostBackend      = 0.5 // of the peer's processor time per megabyte
	mostEchoMedian   = 1.0 // ms
	mostEchoP95      = 3.0 // ms
	mostBesideFlood  = 3.0 // times the quiet median
	mostStart        = 0.8 // s
	mostPerTerminal  = 16. // MiB
	mostIdle         = 0.3 // % of one processor, with 50 terminals
	fewTerminals     = "1 terminal"
	someTerminals    = "16 terminals"
	manyTerminals    = "50 terminals"
	manyTerminalsNum = 50
)

// Promises are all that the run has figures for.
func (r *Run) Promises() []Promise {
	var out []Promise
	add := func(is float64, ok bool, p Promise) {
		if ok {
			p.Is = is
			out = append(out, p)
		}
	}
	for _, engine := range []string{Chromium, WebKitGTK} {
		for _, kind := range []string{"plain", "coloured", "unicode"} {
			name := fmt.Sprintf("%s flood in %s", kind, engine)
			is, ok := r.ratio(Flood, engine, kind, "MB/s", Limit)
			add(is, ok, Promise{Name: name + ", of the limit", Bound: leastOfLimit, AtLeast: true, Unit: "times"})
			is, ok = r.ratio(Flood, engine, kind, "MB/s", Peer)
			add(is, ok, Promise{Name: name + ", of the peer", Bound: leastOfPeer, AtLeast: true, Unit: "times"})
			if engine != Chromium {
				continue // the window's process also draws, which the peer's does not
			}
			is, ok = r.ratio(Flood, engine, kind, "backend ms/MB", Peer)
			add(is, ok, Promise{Name: kind + " flood, the backend's processor time, of the peer's", Bound: mostBackend, Unit: "times"})
		}
		quiet, ok := r.median(Echo, engine, Product, "quiet", "median ms")
		add(quiet, ok, Promise{Name: "echo in " + engine + ", median", Bound: mostEchoMedian, Unit: "ms"})
		p95, ok := r.median(Echo, engine, Product, "quiet", "p95 ms")
		add(p95, ok, Promise{Name: "echo in " + engine + ", 95th percentile", Bound: mostEchoP95, Unit: "ms"})
		busy, ok := r.median(Echo, engine, Product, "beside a flood", "median ms")
		add(busy/quiet, ok && quiet > 0, Promise{Name: "echo in " + engine + " beside a flood, of quiet", Bound: mostBesideFlood, Unit: "times"})
	}
	start, ok := r.median(Start, WebKitGTK, Product, "window", "seconds")
	add(start, ok, Promise{Name: "start of the window to the first usable prompt", Bound: mostStart, Unit: "s"})
	each, ok := r.perTerminal(WebKitGTK)
	add(each, ok, Promise{Name: "memory per terminal", Bound: mostPerTerminal, Unit: "MiB"})
	idle, ok := r.median(Memory, WebKitGTK, Product, manyTerminals, "idle %")
	add(idle, ok, Promise{Name: "processor time of 50 idle terminals", Bound: mostIdle, Unit: "%"})
	return out
}

func (r *Run) median(area, engine, contender, which, value string) (float64, bool) {
	return Median(r.Of(area, engine, contender, which, value))
}

// ratio is the product's median over another's.
func (r *Run) ratio(area, engine, which, value, to string) (float64, bool) {
	ours, ok := r.median(area, engine, Product, which, value)
	theirs, there := r.median(area, engine, to, which, value)
	return ours / theirs, ok && there && theirs > 0
}

// perTerminal is how much each terminal adds, from one terminal to many.
func (r *Run) perTerminal(engine string) (mib float64, ok bool) {
	few, ok := r.median(Memory, engine, Product, fewTerminals, "MiB")
	many, there := r.median(Memory, engine, Product, manyTerminals, "MiB")
	return (many - few) / (manyTerminalsNum - 1), ok && there
}
