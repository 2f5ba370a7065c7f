package agy

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/harness"
)

func TestAnIDAndALabelAreReadFromEachLineOnce(t *testing.T) {
	models := parsed(t, []byte("gemini-a\tGemini A\r\ngemini-b\t\n\ngemini-a\tagain\nno tab\n\tno id\n"))
	if diff := cmp.Diff([]harness.Model{{ID: "gemini-a", Name: "Gemini A"}, {ID: "gemini-b"}}, models); diff != "" {
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
	f.Add("a\tA\nb\tB\n")
	f.Fuzz(func(t *testing.T, output string) {
		seen := map[string]bool{}
		models, _ := parseModels([]byte(output))
		for _, m := range models {
			if m.ID == "" || seen[m.ID] {
				t.Errorf("got %+v", m)
			}
			seen[m.ID] = true
		}
	})
}
