package codex

import (
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/harness"
)

func TestTheListOfTheRealCLIIsRead(t *testing.T) {
	output, err := os.ReadFile("testdata/models-0.171.0.json")
	if err != nil {
		t.Fatal(err)
	}
	models, err := parseModels(output)
	if err != nil {
		t.Fatal(err)
	}
	if len(models) != 11 || models[0] != (harness.Model{ID: "gpt-6.2-sol", Name: "GPT-6.2-Sol"}) {
		t.Errorf("got %d models, the first %v", len(models), models[0])
	}
	for _, m := range models {
		if m.ID == "codex-auto-review" {
			t.Error("a model is offered that the CLI hides")
		}
	}
}

func TestAnAnswerThatIsNoListIsAParseFailure(t *testing.T) {
	for _, output := range []string{"", "x", "[]", "{}", `{"models":null}`, `{"models":{}}`, `{"models":[1]}`, `{"models":[{"slug":`} {
		if models, err := parseModels([]byte(output)); err == nil {
			t.Errorf("%q became %v", output, models)
		}
	}
	if models, err := parseModels([]byte(`{"models":[]}`)); err != nil || len(models) != 0 {
		t.Errorf("an empty list: %v, %v", models, err)
	}
	half := `{"models":[{"slug":"a"},{"display_name":"no slug"},{"slug":"b","display_name":"B","unknown":{}}]}`
	models, err := parseModels([]byte(half))
	if diff := cmp.Diff([]harness.Model{{ID: "a"}, {ID: "b", Name: "B"}}, models); diff != "" || err != nil {
		t.Errorf("%v\n%s", err, diff)
	}
}

func FuzzParseModels(f *testing.F) {
	f.Add([]byte(`{"models":[{"slug":"a","display_name":"A","visibility":"list"}]}`))
	f.Fuzz(func(t *testing.T, output []byte) {
		models, err := parseModels(output)
		for _, m := range models {
			if m.ID == "" || err != nil {
				t.Errorf("%v, %v", m, err)
			}
		}
	})
}
