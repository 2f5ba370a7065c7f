package opencode

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/harness"
)

func TestTheListOfTheRealCLIIsRead(t *testing.T) {
	output, err := os.ReadFile("testdata/models-1.18.33.txt")
	if err != nil {
		t.Fatal(err)
	}
	models := parsed(t, output)
	if len(models) != 8 || models[0] != (harness.Model{ID: "opencode/big-pickle", Name: "big-pickle", Provider: "opencode"}) {
		t.Errorf("got %v", models)
	}
}

func TestLinesOfAnotherFormArePassedOver(t *testing.T) {
	models := parsed(t, []byte("Loading models...\n\r\nopenrouter/org/name:free\r\n/x\nx/\nERROR a/b c\n"))
	if diff := cmp.Diff([]harness.Model{{ID: "openrouter/org/name:free", Name: "org/name:free", Provider: "openrouter"}}, models); diff != "" {
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
	f.Add("a/b\nc/d/e\n")
	f.Fuzz(func(t *testing.T, output string) {
		models, _ := parseModels([]byte(output))
		for _, m := range models {
			if m.ID != m.Provider+"/"+m.Name || strings.ContainsAny(m.ID, " \t\n") {
				t.Errorf("got %+v", m)
			}
		}
	})
}
