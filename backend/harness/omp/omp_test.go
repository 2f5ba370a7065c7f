package omp

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/harness"
)

func TestTheListOfTheRealCLIIsRead(t *testing.T) {
	output, err := os.ReadFile("testdata/models-18.2.3.json")
	if err != nil {
		t.Fatal(err)
	}
	models, err := parseModels(output)
	want := []harness.Model{
		{ID: "fake/fake-model", Name: "Fake model", Provider: "fake"},
		{ID: "fake/org/other:free", Name: "Other", Provider: "fake"},
	}
	if diff := cmp.Diff(want, models); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestOnlyModelsToTalkWithAreKept(t *testing.T) {
	models, err := parseModels([]byte(`{"models":[{"selector":"a","kind":"chat"},{"selector":"b","kind":"image"},{"selector":"c"},{"name":"none"}]}`))
	if diff := cmp.Diff([]harness.Model{{ID: "a"}, {ID: "c"}}, models); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestAnAnswerThatIsNoListIsAParseFailure(t *testing.T) {
	for _, output := range []string{"", "x", "[]", "{}", `{"models":null}`, `{"models":7}`} {
		if models, err := parseModels([]byte(output)); err == nil {
			t.Errorf("%q became %v", output, models)
		}
	}
}

func FuzzParseModels(f *testing.F) {
	f.Add([]byte(`{"models":[{"selector":"a","kind":"chat"}]}`))
	f.Fuzz(func(t *testing.T, output []byte) {
		models, err := parseModels(output)
		for _, m := range models {
			if m.ID == "" || err != nil {
				t.Errorf("%v, %v", m, err)
			}
		}
	})
}
