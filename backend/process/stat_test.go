package process

import (
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func statLine(pid int, comm string, state byte, parent, group, session int, start uint64) string {
	return fmt.Sprintf("%d (%s) %c %d %d %d 34816 99 4194304 1 2 3 4 5 6 7 8 20 0 1 0 %d 1000 200 18446744073709551615\n",
		pid, comm, state, parent, group, session, start)
}

func TestStatusOfAProcessIsReadWhateverItIsCalled(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := stat{
			pid:       rapid.IntRange(1, 1<<22).Draw(t, "pid"),
			comm:      rapid.StringOfN(rapid.RuneFrom([]rune("ab ():\n\t0-é)")), 0, 15, -1).Draw(t, "comm"),
			state:     rapid.SampledFrom([]byte("RSDTtZX")).Draw(t, "state"),
			parent:    rapid.IntRange(0, 1<<22).Draw(t, "parent"),
			group:     rapid.IntRange(0, 1<<22).Draw(t, "group"),
			session:   rapid.IntRange(0, 1<<22).Draw(t, "session"),
			startTime: rapid.Uint64().Draw(t, "start"),
		}
		got, err := parseStat([]byte(statLine(want.pid, want.comm, want.state, want.parent, want.group, want.session, want.startTime)))
		if err != nil || got != want {
			t.Fatalf("got %+v, %v; want %+v", got, err, want)
		}
	})
}

func TestMalformedStatusIsRefused(t *testing.T) {
	good := statLine(10, "sh", 'S', 1, 10, 10, 77)
	for name, line := range map[string]string{
		"empty":             "",
		"no name":           "10 S 1 10 10",
		"name never closed": "10 (sh S 1 10 10",
		"closed first":      "10 )sh( S 1 10 10",
		"cut short":         good[:strings.Index(good, " 77 ")],
		"pid not a number":  "x" + good,
		"pid zero":          statLine(0, "sh", 'S', 1, 10, 10, 77),
		"state too long":    strings.Replace(good, " S ", " SS ", 1),
		"start negative":    strings.Replace(good, " 77 ", " -77 ", 1),
	} {
		if s, err := parseStat([]byte(line)); err == nil {
			t.Errorf("%s: accepted as %+v", name, s)
		}
	}
}

func FuzzStatus(f *testing.F) {
	f.Add([]byte(statLine(10, "sh", 'S', 1, 10, 10, 77)))
	f.Add([]byte(statLine(10, "a) S 1 (b", 'Z', 1, 10, 10, 77)))
	f.Add([]byte("1 () "))
	f.Fuzz(func(t *testing.T, line []byte) {
		s, err := parseStat(line)
		if err == nil && (s.pid <= 0 || s.state == 0) {
			t.Fatalf("accepted %q as %+v", line, s)
		}
	})
}

func TestDisplayNameIsWhatAPersonCallsTheProgram(t *testing.T) {
	for _, c := range []struct{ cmdline, comm, want string }{
		{"-bash\x00--posix\x00", "bash", "bash"},
		{"/usr/bin/vim\x00file\x00", "vim", "vim"},
		{"vim", "vim", "vim"},
		{"", "kworker/0:1", "kworker/0:1"},
		{"\x00\x00", "odd", "odd"},
		{"/\x00", "root", "root"},
		{"evil\x1b[2J\n", "evil", "evil[2J"},
		{"\xff\xfe", "comm", "comm"},
		{"", "\x1b[2J\x1b]52;c;", "[2J]52;c;"},
		{"\x1b\x00", "\x1b\x07\u202e", "?"},
		{strings.Repeat("x", 500), "x", strings.Repeat("x", nameLimit)},
	} {
		if got := displayName([]byte(c.cmdline), kernelName(c.comm)); got != c.want {
			t.Errorf("displayName(%q, %q) = %q, want %q", c.cmdline, c.comm, got, c.want)
		}
	}
}
