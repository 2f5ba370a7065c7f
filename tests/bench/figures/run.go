// Package figures holds what a run of the measurements found, and turns it into
// the tables that people read.
//
// It decides what a median is, which figures are promised, and whether a promise
// was kept. It must not measure anything, and it has no figure of its own: every
// number that it prints comes from a run.
package figures

import (
	"encoding/json"
	"slices"
	"time"
)

// The areas of a run.
const (
	Flood  = "flood"
	Echo   = "echo"
	Start  = "start"
	Memory = "memory"
	Hidden = "hidden"
)

// Who was measured.
const (
	Product = "product"
	Peer    = "peer"
	Limit   = "limit"
)

// The web engines that terminals are drawn with.
const (
	Chromium  = "Chromium"
	WebKitGTK = "WebKitGTK"
)

// Run is everything that was measured at once, on one machine.
type Run struct {
	Started time.Time `json:"started"`
	Version string    `json:"version"`
	Machine Machine   `json:"machine"`
	Rounds  int       `json:"rounds"`
	// Unmeasured are the areas that this run left out.
	Unmeasured []string `json:"unmeasured,omitempty"`
	// Reasons say why a promise is not kept, by its name. People write them; a new
	// run takes them over.
	Reasons map[string]string `json:"reasons,omitempty"`
	// Again are areas that were measured once more by themselves, and when. What the run
	// had found of them is replaced.
	Again   map[string]time.Time `json:"again,omitempty"`
	Samples []Sample             `json:"samples"`
}

// Machine is what the figures depend on besides the code.
type Machine struct {
	System     string            `json:"system"`
	Processor  string            `json:"processor"`
	Processors int               `json:"processors"`
	MemoryGiB  float64           `json:"memoryGiB"`
	Programs   map[string]string `json:"programs"` // name and version
}

// Sample is one measurement.
type Sample struct {
	Area      string `json:"area"`
	Engine    string `json:"engine"`
	Contender string `json:"contender"`
	Case      string `json:"case"`
	Round     int    `json:"round"`
	// Values by name, with the unit in the name.
	Values map[string]float64 `json:"values"`
	// Others is how much of one processor everything else on the machine used
	// meanwhile: 1 is one processor.
	Others float64 `json:"others"`
}

// Of are the values of one name, of all rounds of one thing.
func (r *Run) Of(area, engine, contender, which, value string) []float64 {
	var out []float64
	for _, s := range r.Samples {
		if v, ok := s.Values[value]; ok && s.Area == area && s.Engine == engine && s.Contender == contender && s.Case == which {
			out = append(out, v)
		}
	}
	return out
}

// Replace takes over the areas of another run on the same machine.
func (r *Run) Replace(other *Run, areas []string) {
	r.Samples = slices.DeleteFunc(r.Samples, func(s Sample) bool { return slices.Contains(areas, s.Area) })
	r.Unmeasured = slices.DeleteFunc(r.Unmeasured, func(area string) bool { return slices.Contains(areas, area) })
	if r.Again == nil {
		r.Again = map[string]time.Time{}
	}
	for _, area := range areas {
		r.Again[area] = other.Started
	}
	for _, s := range other.Samples {
		if slices.Contains(areas, s.Area) {
			r.Samples = append(r.Samples, s)
		}
	}
}

// Median is of the values as they are, or of the two in the middle; ok is false
// for none.
func Median(values []float64) (median float64, ok bool) {
	if len(values) == 0 {
		return 0, false
	}
	sorted := slices.Sorted(slices.Values(values))
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle], true
	}
	return (sorted[middle-1] + sorted[middle]) / 2, true
}

// Percentile is the smallest value that at least that share of the values, from 0
// to 1, do not exceed; ok is false for none.
func Percentile(values []float64, share float64) (value float64, ok bool) {
	if len(values) == 0 {
		return 0, false
	}
	sorted := slices.Sorted(slices.Values(values))
	at := int(share*float64(len(sorted))+0.999999) - 1
	return sorted[min(max(at, 0), len(sorted)-1)], true
}

// Encode is the run as it is kept.
func (r *Run) Encode() ([]byte, error) {
	data, err := json.MarshalIndent(r, "", " ")
	return append(data, '\n'), err
}

// Decode reads a run that was kept.
func Decode(data []byte) (*Run, error) {
	var r Run
	return &r, json.Unmarshal(data, &r)
}
