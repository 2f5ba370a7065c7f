package serve

import (
	"encoding/json"
	"testing"

	"clankergrid/backend/errs"
)

type Sample struct{}

type Point struct {
	X int `json:"x"`
}

func (Sample) Add(a, b int) int           { return a + b }
func (Sample) Move(p Point, by int) Point { return Point{p.X + by} }
func (Sample) Fail() error {
	return errs.New("sample", errs.Conflict, "It was changed meanwhile.", "Look again.")
}
func (Sample) Both(ok bool) (string, error) {
	if !ok {
		return "", errs.New("sample", errs.NotFound, "", "")
	}
	return "done", nil
}
func (Sample) Nothing() {}
func (Sample) Maybe(p *Point) int {
	if p == nil {
		return 0
	}
	return p.X
}

func TestCallsDecodeTheirParametersStrictly(t *testing.T) {
	table := newMethods([]any{Sample{}})
	tests := []struct {
		name   string
		method string
		params string
		want   string // JSON of the value
		kind   errs.Kind
	}{
		{"two numbers", "Sample.Add", `[1,2]`, `3`, ""},
		{"a struct", "Sample.Move", `[{"x":1},2]`, `{"x":3}`, ""},
		{"no value", "Sample.Nothing", `[]`, `null`, ""},
		{"value and error", "Sample.Both", `[true]`, `"done"`, ""},
		{"error of both", "Sample.Both", `[false]`, ``, errs.NotFound},
		{"error alone", "Sample.Fail", `[]`, ``, errs.Conflict},
		{"too few", "Sample.Add", `[1]`, ``, errs.Invalid},
		{"too many", "Sample.Add", `[1,2,3]`, ``, errs.Invalid},
		{"wrong type", "Sample.Add", `[1,"2"]`, ``, errs.Invalid},
		{"fraction", "Sample.Add", `[1,2.5]`, ``, errs.Invalid},
		{"out of range", "Sample.Add", `[1,99999999999999999999]`, ``, errs.Invalid},
		{"null for what may be left out", "Sample.Maybe", `[null]`, `0`, ""},
		{"what may be left out", "Sample.Maybe", `[{"x":3}]`, `3`, ""},
		{"null", "Sample.Add", `[1,null]`, ``, errs.Invalid},
		{"unknown field", "Sample.Move", `[{"x":1,"y":2},2]`, ``, errs.Invalid},
		{"unknown method", "Sample.Drop", `[]`, ``, errs.Unsupported},
		{"unknown service", "Nope.Add", `[]`, ``, errs.Unsupported},
		{"unexported reach", "Sample.add", `[]`, ``, errs.Unsupported},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var params []json.RawMessage
			if err := json.Unmarshal([]byte(tt.params), &params); err != nil {
				t.Fatal(err)
			}
			value, err := table.call(tt.method, params)
			if got := errs.KindOf(err); got != tt.kind {
				t.Fatalf("kind = %q, want %q (%v)", got, tt.kind, err)
			}
			if tt.kind == "" && string(mustJSON(t, value)) != tt.want {
				t.Errorf("value = %s, want %s", mustJSON(t, value), tt.want)
			}
		})
	}
}

func TestTwoServicesOfOneNameAreADefect(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("no panic")
		}
	}()
	newMethods([]any{Sample{}, &Sample{}})
}
