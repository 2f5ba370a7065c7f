package settings

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/core"
)

func TestAMistakeInOneHarnessCostsNoOther(t *testing.T) {
	doc, err := parse([]byte(`{"launch": {"harnesses": {
		"crab": {"flags": "--a 'b c'", "favourites": ["x"], "later": 1},
		"bad": {"flags": 7},
		"none": null,
		"` + strings.Repeat("n", maxHarnessID+1) + `": {},
		"eel": {"hidden": true, "model": "m", "options": {"yolo": true}}
	}}}`))
	if err != nil {
		t.Fatal(err)
	}
	got, problems := doc.settings()
	want := map[string]core.HarnessSettings{
		"crab": {Flags: "--a 'b c'", Favourites: []string{"x"}, Options: map[string]bool{}},
		"eel":  {Hidden: true, Model: "m", Favourites: []string{}, Options: map[string]bool{"yolo": true}},
	}
	if diff := cmp.Diff(want, got.Launch.Harnesses); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if len(problems) != 3 || !strings.Contains(problems[0].String(), `launch.harnesses."bad" (line 3)`) {
		t.Errorf("problems %v", problems)
	}
}

func TestHarnessSettingsHaveBounds(t *testing.T) {
	many := func(n int) []string { return strings.Split(strings.Repeat("m,", n)+"m", ",") }
	for name, c := range map[string]struct {
		chosen core.HarnessSettings
		want   bool
	}{
		"nothing":              {want: true},
		"all":                  {core.HarnessSettings{Hidden: true, Flags: "--é", Model: "a b", Favourites: []string{"x/y:z"}, Options: map[string]bool{"o": true}}, true},
		"a flag of two lines":  {core.HarnessSettings{Flags: "--a\n--b"}, false},
		"long flags":           {core.HarnessSettings{Flags: strings.Repeat("f", maxFlags+1)}, false},
		"a model like a flag":  {core.HarnessSettings{Model: "--yolo"}, false},
		"a model with blanks":  {core.HarnessSettings{Model: " m"}, false},
		"an escape":            {core.HarnessSettings{Favourites: []string{"\x1b[2J"}}, false},
		"an empty favourite":   {core.HarnessSettings{Favourites: []string{""}}, false},
		"too many favourites":  {core.HarnessSettings{Favourites: many(maxFavourites)}, false},
		"an option of no name": {core.HarnessSettings{Options: map[string]bool{"": true}}, false},
	} {
		if got := validHarness("crab", c.chosen); got != c.want {
			t.Errorf("%s: %v, want %v", name, got, c.want)
		}
	}
	if validHarness("", core.HarnessSettings{}) {
		t.Error("a harness without a name")
	}
}
