package pi

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/harness"
)

func read(t *testing.T, name string) []byte {
	t.Helper()
	output, err := os.ReadFile("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	return output
}

func TestTheTableOfTheRealCLIIsRead(t *testing.T) {
	want := []harness.Model{
		{ID: "fake/fake-model", Name: "fake-model", Provider: "fake"},
		{ID: "fake/org/other:free", Name: "org/other:free", Provider: "fake"},
	}
	if diff := cmp.Diff(want, parsed(t, read(t, "models-1.6.0.txt"))); diff != "" {
		t.Error(diff)
	}
}

func TestAdviceInThePlaceOfATableIsNoModel(t *testing.T) {
	if models := parsed(t, read(t, "models-none-1.6.0.txt")); len(models) > 0 {
		t.Errorf("got %v", models)
	}
}

func TestLinesAroundTheTableArePassedOver(t *testing.T) {
	models := parsed(t, []byte("Warning: something is old\n\nprovider  model  context\none  a  8K\n\ntwo  b\nx\n"))
	want := []harness.Model{{ID: "one/a", Name: "a", Provider: "one"}, {ID: "two/b", Name: "b", Provider: "two"}}
	if diff := cmp.Diff(want, models); diff != "" {
		t.Error(diff)
	}
}

func parsed(t *testing.T, output []byte) []harness.Model {
	t.Helper()
	models, err := parseModels(output)
	if err != nil {
		t.Fatal(err)
	}
	return models
}

func FuzzParseModels(f *testing.F) {
	f.Add("provider  model  context\nfake  m  8K\n")
	f.Fuzz(func(t *testing.T, output string) {
		for _, m := range parsed(t, []byte(output)) {
			if m.Name == "" || m.Provider == "" || m.ID != m.Provider+"/"+m.Name {
				t.Errorf("got %+v", m)
			}
		}
	})
}
