package catalog

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/harness"
)

func listing(id string) *harness.Models {
	return &harness.Models{TTL: time.Hour, Discover: func(context.Context, harness.ModelQuery) ([]harness.Model, error) {
		return []harness.Model{{ID: id, Name: "Name", Provider: "p"}}, nil
	}}
}

func TestAListOutlivesTheRunThatAskedForIt(t *testing.T) {
	keep := filepath.Join(t.TempDir(), "models.json")
	first := New(Options{Registry: harness.NewRegistry(provider("a", listing("one"))), Machine: &shop{}, Keep: keep})
	if list, err := first.Models(t.Context(), "a", false); err != nil || len(list.Models) != 1 {
		t.Fatalf("got %+v, %v", list, err)
	}
	first.Close()
	if info, err := os.Stat(keep); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the file: %v, %v", info, err)
	}
	second := New(Options{Registry: harness.NewRegistry(provider("a", listing("two"))), Machine: &shop{}, Keep: keep})
	defer second.Close()
	list, err := second.Models(t.Context(), "a", false)
	if err != nil || len(list.Models) != 1 || list.Models[0] != (harness.Model{ID: "one", Name: "Name", Provider: "p"}) {
		t.Errorf("got %+v, %v", list, err)
	}
	if !second.Lists("a", "one") || second.Lists("a", "two") || second.Lists("b", "one") {
		t.Error("what is listed is not what was kept")
	}
	if list, err := second.Models(t.Context(), "a", true); err != nil || list.Models[0].ID != "two" {
		t.Errorf("after a refresh: %+v, %v", list, err)
	}
}

func TestWhatIsKeptAndCannotBeBelievedIsAsGoodAsNothing(t *testing.T) {
	soon := time.Now().Add(time.Hour).Format(time.RFC3339)
	for name, text := range map[string]string{
		"another version": `{"version":2,"lists":{"a":{"listed":"2020-01-01T00:00:00Z","models":[{"id":"x"}]}}}`,
		"noise":           "\xff\x00",
		"half":            `{"version":1,"lists":{"a":{"listed":"2020-`,
		"of the future":   fmt.Sprintf(`{"version":1,"lists":{"a":{"listed":%q,"models":[{"id":"x"}]}}}`, soon),
		"no time":         `{"version":1,"lists":{"a":{"models":[{"id":"x"}]}}}`,
		"an escape":       `{"version":1,"lists":{"a":{"listed":"2020-01-01T00:00:00Z","models":[{"id":"x[2J"}]}}}`,
	} {
		t.Run(name, func(t *testing.T) {
			keep := filepath.Join(t.TempDir(), "models.json")
			if err := os.WriteFile(keep, []byte(strings.ReplaceAll(text, "x[", `x\u001b[`)), 0o600); err != nil {
				t.Fatal(err)
			}
			s := New(Options{Registry: harness.NewRegistry(provider("a", listing("one"))), Machine: &shop{}, Keep: keep})
			defer s.Close()
			if got := s.Entries()[0].Models; len(got.Models) != 0 {
				t.Errorf("got %+v", got)
			}
		})
	}
}
