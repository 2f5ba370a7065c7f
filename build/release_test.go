package main

import (
	"cmp"
	"os/exec"
	"slices"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestVersionsComeFromTags(t *testing.T) {
	for described, want := range map[string][3]string{
		"v1.2.3-0-g0123456789ab":        {"1.2.3", "1.2.3", "1.2.3.0"},
		"v1.2.3-14-g0123456789ab":       {"1.2.4-dev.14+g0123456789ab", "1.2.4~dev.14+g0123456789ab", "1.2.3.14"},
		"v1.3.0-rc.1-0-g0123456789ab":   {"1.3.0-rc.1", "1.3.0~rc.1", "1.3.0.0"},
		"v1.3.0-rc-1-2-g0123456789ab":   {"1.3.0-rc-1.dev.2+g0123456789ab", "1.3.0~rc.1.dev.2+g0123456789ab", "1.3.0.2"},
		"v10.20.30-99999-g0123456789ab": {"10.20.31-dev.99999+g0123456789ab", "10.20.31~dev.99999+g0123456789ab", "10.20.30.65535"},
	} {
		r, ok := parseDescribed(described)
		if got := [3]string{r.String(), r.packaged(), r.numeric()}; !ok || got != want {
			t.Errorf("%s: %v %v, want %v", described, ok, got, want)
		}
	}
}

// rising are releases, each of which has to replace the one before it.
var rising = []release{
	{since: 3, commit: "f00"},
	{since: 1200, commit: "abc"},
	{core: version{0, 1, 0}},
	{core: version{1, 2, 3}},
	{core: version{1, 2, 3}, since: 9, commit: "fff"},
	{core: version{1, 2, 3}, since: 14, commit: "000"},
	{core: version{1, 2, 4}},
	{core: version{1, 2, 4}, since: 1, commit: "abc"},
	{core: version{1, 3, 0}, pre: "rc.1"},
	{core: version{1, 3, 0}, pre: "rc.1", since: 2, commit: "abc"},
	{core: version{1, 3, 0}, pre: "rc.2"},
	{core: version{1, 3, 0}, pre: "rc.10"},
	{core: version{1, 3, 0}},
	{core: version{1, 10, 0}},
}

func TestEveryVersionReplacesTheOneBefore(t *testing.T) {
	orders := map[string]func(older, newer release) *exec.Cmd{
		"dpkg": func(older, newer release) *exec.Cmd {
			return exec.CommandContext(t.Context(), "dpkg", "--compare-versions", older.packaged(), "lt", newer.packaged())
		},
		"rpm": func(older, newer release) *exec.Cmd {
			return exec.CommandContext(t.Context(), "sh", "-c", `test "$(rpm --eval "%{lua:print(rpm.vercmp('$0','$1'))}")" = -1`, older.packaged(), newer.packaged())
		},
	}
	for program, compare := range orders {
		t.Run(program, func(t *testing.T) {
			if _, err := exec.LookPath(program); err != nil {
				t.Skipf("%s is not here", program)
			}
			for i, newer := range rising[1:] {
				if err := compare(rising[i], newer).Run(); err != nil {
					t.Errorf("%s does not replace %s: %v", newer.packaged(), rising[i].packaged(), err)
				}
			}
		})
	}
	t.Run("semantic versioning", func(t *testing.T) {
		for i, newer := range rising[1:] {
			if compareSemantic(rising[i].String(), newer.String()) >= 0 {
				t.Errorf("%s does not come after %s", newer, rising[i])
			}
		}
	})
}

// compareSemantic follows the eleventh rule of https://semver.org.
func compareSemantic(a, b string) int {
	parts := func(text string) (core, pre []string) {
		text, _, _ = strings.Cut(text, "+")
		head, tail, found := strings.Cut(text, "-")
		if found {
			pre = strings.Split(tail, ".")
		}
		return strings.Split(head, "."), pre
	}
	each := func(a, b string) int {
		x, errX := strconv.Atoi(a)
		y, errY := strconv.Atoi(b)
		switch {
		case errX == nil && errY == nil:
			return cmp.Compare(x, y)
		case errX == nil:
			return -1
		case errY == nil:
			return 1
		}
		return strings.Compare(a, b)
	}
	coreA, preA := parts(a)
	coreB, preB := parts(b)
	if c := slices.CompareFunc(coreA, coreB, each); c != 0 {
		return c
	}
	if len(preA) == 0 || len(preB) == 0 {
		return cmp.Compare(len(preB), len(preA))
	}
	return slices.CompareFunc(preA, preB, each)
}

func TestWhatIsNoTagOfOursIsNoVersion(t *testing.T) {
	for _, described := range []string{"", "0123456789ab", "1.2.3-0-g0123", "v1.2-0-g0123", "v1.2.3", "v1.2.3-0-gXYZ", "nightly-3-g0123"} {
		if r, ok := parseDescribed(described); ok {
			t.Errorf("%q became %v", described, r)
		}
	}
}

func TestAChangedTreeSaysSo(t *testing.T) {
	if got := (release{core: version{1, 2, 3}, commit: "abc", dirty: true}).String(); got != "1.2.4-dev.0+gabc.dirty" {
		t.Errorf("on a tag: %s", got)
	}
	if got := (release{since: 7, commit: "abc", dirty: true}).String(); got != "0.0.0-dev.7+gabc.dirty" {
		t.Errorf("without a tag: %s", got)
	}
}

// A hyphen would be read as the beginning of a revision by dpkg and is refused
// by rpm.
func TestAPackagedVersionHasNoHyphen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := release{
			core:   version{rapid.IntRange(0, 99).Draw(t, "major"), rapid.IntRange(0, 99).Draw(t, "minor"), rapid.IntRange(0, 99).Draw(t, "patch")},
			pre:    rapid.StringMatching(`([0-9A-Za-z]+([.-][0-9A-Za-z]+)*)?`).Draw(t, "pre"),
			since:  rapid.IntRange(0, 1000).Draw(t, "since"),
			commit: "0123456789ab", dirty: rapid.Bool().Draw(t, "dirty"),
		}
		if strings.Contains(r.packaged(), "-") {
			t.Fatalf("%s", r.packaged())
		}
	})
}

func TestTheTimeOfAPackageIsTheSources(t *testing.T) {
	for _, test := range []struct {
		epoch, commit string
		want          int64
	}{{"", "1700000000", 1700000000}, {"1600000000", "1700000000", 1600000000}, {"soon", "1700000000", 1700000000}, {"", "", 0}} {
		if got := sourceTime(test.epoch, test.commit).Unix(); got != test.want {
			t.Errorf("%q, %q: %d", test.epoch, test.commit, got)
		}
	}
}
