package figures

import (
	"os"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestTheDocumentIsWhatTheKeptRunRendersTo(t *testing.T) {
	data, err := os.ReadFile("../../../docs/performance.json")
	if err != nil {
		t.Fatal(err)
	}
	run, err := Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	document, err := os.ReadFile("../../../docs/performance.md")
	if err != nil {
		t.Fatal(err)
	}
	if string(document) != run.Report() {
		t.Error("docs/performance.md is not what docs/performance.json says: run `go run ./build bench --report`")
	}
}

func TestAPromiseThatIsMissedIsNamedWithItsReason(t *testing.T) {
	sample := func(contender string, speed float64) Sample {
		return Sample{Area: Flood, Engine: Chromium, Contender: contender, Case: "plain", Values: map[string]float64{"MB/s": speed}}
	}
	run := Run{Rounds: leastRounds, Samples: []Sample{sample(Product, 8), sample(Limit, 10), sample(Peer, 8)}}
	name := "plain flood in Chromium, of the limit"
	for _, reason := range []string{"", "the page is asked to draw meanwhile."} {
		run.Reasons = map[string]string{name: reason}
		report := run.Report()
		if reason == "" {
			reason = "not explained yet."
		}
		if !strings.Contains(report, "| "+name+" | at least 0.85 times | 0.80 times | **missed** |") || !strings.Contains(report, "- "+name+": "+reason) {
			t.Errorf("the report says\n%s", report)
		}
		if !strings.Contains(report, "of the peer | at least 1.00 times | 1.00 times | kept |") {
			t.Error("what is as fast as the peer is not kept")
		}
	}
}

func TestARunSaysWhatSpeaksAgainstIt(t *testing.T) {
	fine := Run{Rounds: leastRounds, Samples: []Sample{{Others: 0.05}}}
	if !fine.Publishable() {
		t.Errorf("doubts about nothing: %v", fine.doubts())
	}
	for name, run := range map[string]Run{
		"few rounds":    {Rounds: 1, Samples: fine.Samples},
		"areas missing": {Rounds: leastRounds, Unmeasured: []string{Memory}, Samples: fine.Samples},
		"busy machine":  {Rounds: leastRounds, Samples: []Sample{{Others: 0.5}}},
	} {
		if run.Publishable() || !strings.Contains(run.Report(), "Not to be published") {
			t.Errorf("%s: published", name)
		}
	}
}

func TestAMedianHasAsManyBelowAsAbove(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1e6), 1, 50).Draw(t, "values")
		median, ok := Median(values)
		below, above := 0, 0
		for _, v := range values {
			if v < median {
				below++
			}
			if v > median {
				above++
			}
		}
		if !ok || below > len(values)/2 || above > len(values)/2 {
			t.Fatalf("%v has %d values below and %d above", median, below, above)
		}
	})
}

func TestAPercentileIsNotExceededByItsShare(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		values := rapid.SliceOfN(rapid.Float64Range(0, 1e6), 1, 200).Draw(t, "values")
		share := float64(rapid.IntRange(1, 100).Draw(t, "percent")) / 100
		value, ok := Percentile(values, share)
		within := 0
		for _, v := range values {
			if v <= value {
				within++
			}
		}
		if !ok || float64(within) < share*float64(len(values))-1e-3 {
			t.Fatalf("%d of %d values are within the percentile %v", within, len(values), share)
		}
	})
}
