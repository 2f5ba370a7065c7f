package serve

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"clankergrid/backend/core"
	"clankergrid/backend/terminal"
)

func TestAFrameHasTheDocumentedForm(t *testing.T) {
	got, err := appendFrame(nil, frame{kindOutput, "000102030405060708090a0b0c0d0e0f", 0x01020304, 0x0506070809, []byte("hi")})
	if err != nil {
		t.Fatal(err)
	}
	want := []byte{
		1, 0, 0, 0,
		0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15,
		1, 2, 3, 4,
		0, 0, 0, 5, 6, 7, 8, 9,
		'h', 'i',
	}
	if !bytes.Equal(got, want) {
		t.Errorf("frame = %v, want %v", got, want)
	}
}

func TestInputFramesSurviveTheRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := frame{
			kind:     kindInput,
			terminal: core.TerminalIDFromBytes([16]byte(rapid.SliceOfN(rapid.Byte(), 16, 16).Draw(t, "terminal"))),
			epoch:    core.Epoch(rapid.Uint32().Draw(t, "epoch")),
			offset:   rapid.Int64Range(0, 1<<53).Draw(t, "offset"),
			payload:  rapid.SliceOfN(rapid.Byte(), 1, 4096).Draw(t, "payload"),
		}
		data, err := appendFrame(nil, want)
		if err != nil {
			t.Fatal(err)
		}
		got, err := parseFrame(data)
		if err != nil {
			t.Fatal(err)
		}
		if got.kind != want.kind || got.terminal != want.terminal || got.epoch != want.epoch || got.offset != want.offset || !bytes.Equal(got.payload, want.payload) {
			t.Errorf("got %+v, want %+v", got, want)
		}
	})
}

func TestMalformedFramesAreRefused(t *testing.T) {
	valid, _ := appendFrame(nil, frame{kindInput, core.NewTerminalID(), 1, 0, []byte("x")})
	change := func(at int, to byte) []byte {
		b := bytes.Clone(valid)
		b[at] = to
		return b
	}
	for name, data := range map[string][]byte{
		"empty":           nil,
		"header alone":    valid[:headerBytes],
		"output kind":     change(0, kindOutput),
		"unknown kind":    change(0, 9),
		"reserved byte":   change(2, 1),
		"negative offset": change(24, 0x80),
		"too long":        append(bytes.Clone(valid), make([]byte, maxInput)...),
	} {
		if _, err := parseFrame(data); err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

func TestFramesOfNoTerminalAreNotEncoded(t *testing.T) {
	for _, f := range []frame{
		{kindOutput, "short", 1, 0, []byte("x")},
		{kindOutput, core.NewTerminalID(), 1, -1, []byte("x")},
		{kindOutput, core.NewTerminalID(), 1, 0, nil},
	} {
		if _, err := appendFrame(nil, f); err == nil {
			t.Errorf("%+v: encoded", f)
		}
	}
}

func FuzzParseFrame(f *testing.F) {
	seed, _ := appendFrame(nil, frame{kindInput, core.NewTerminalID(), 1, 7, []byte("ls\r")})
	f.Add(seed)
	f.Add([]byte{})
	f.Add(make([]byte, headerBytes+1))
	f.Fuzz(func(t *testing.T, data []byte) {
		parsed, err := parseFrame(data)
		if err != nil {
			return
		}
		again, err := appendFrame(nil, parsed)
		if err != nil || !bytes.Equal(again, data) {
			t.Errorf("an accepted frame is not its own encoding: %v", err)
		}
	})
}

func FuzzDecodeStrict(f *testing.F) {
	f.Add([]byte(`{"t":"hello","v":1,"token":"x","view":"y"}`))
	f.Add([]byte(`{"t":"hello"}{"t":"hello"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m helloMessage
		if decodeStrict(data, &m) == nil && !json.Valid(data) {
			t.Errorf("%q was accepted and is no JSON", data)
		}
	})
}

func TestMessagesToThePageHaveTheDocumentedFields(t *testing.T) {
	id := core.TerminalID("t")
	for want, m := range map[string]terminal.Message{
		`{"t":"attached","terminal":"t","epoch":1,"offset":2,"live":3,"reset":true,"prologue":"p","truncated":true,"cols":80,"rows":24,"input":4}`: terminal.Attached{
			Terminal: id, Epoch: 1, Offset: 2, Live: 3, Reset: true, Prologue: []byte("p"), Truncated: true, Size: core.Size{Cols: 80, Rows: 24}, Input: 4,
		},
		`{"t":"size","terminal":"t","offset":5,"cols":80,"rows":24}`:           terminal.SizeChanged{Terminal: id, Offset: 5, Size: core.Size{Cols: 80, Rows: 24}},
		`{"t":"epoch","terminal":"t","offset":5,"epoch":2}`:                    terminal.EpochChanged{Terminal: id, Offset: 5, Epoch: 2},
		`{"t":"owner","terminal":"t","view":""}`:                               terminal.OwnerChanged{Terminal: id},
		`{"t":"ack","terminal":"t","epoch":1,"offset":9}`:                      terminal.InputAck{Terminal: id, Epoch: 1, Offset: 9},
		`{"t":"refused","terminal":"t","epoch":1,"reason":"gap","expected":7}`: terminal.InputRefused{Terminal: id, Epoch: 1, Reason: terminal.RefusedGap, Expected: 7},
	} {
		value, ok := text(m)
		got, err := json.Marshal(value)
		if !ok || err != nil || string(got) != want {
			t.Errorf("%T = %s (%v), want %s", m, got, err, want)
		}
	}
	if _, ok := text(terminal.Output{}); ok {
		t.Error("output must travel in binary frames")
	}
	if !strings.Contains(string(mustJSON(t, resultMessage{T: "result", ID: 1, Value: false})), `"value":false`) {
		t.Error("a false result must not be left out")
	}
}

func mustJSON(t *testing.T, v any) []byte {
	t.Helper()
	data, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return data
}
