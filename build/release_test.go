package main

import (
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestVersionsComeFromTags(t *testing.T) {
	for described, want := range map[string][3]string{
		"v1.2.3-0-g0123456789ab":         {"1.2.3", "1.2.3", "1.2.3.0"},
		"v1.2.3-14-g0123456789ab":        {"1.2.3+14.g0123456789ab", "1.2.3+14.g0123456789ab", "1.2.3.14"},
		"v1.3.0-rc.1-0-g0123456789ab":    {"1.3.0-rc.1", "1.3.0~rc.1", "1.3.0.0"},
		"v1.3.0-rc-1-2-g0123456789ab":    {"1.3.0-rc-1+2.g0123456789ab", "1.3.0~rc.1+2.g0123456789ab", "1.3.0.2"},
		"v10.20.30-99999-g0123456789abc": {"10.20.30+99999.g0123456789abc", "10.20.30+99999.g0123456789abc", "10.20.30.65535"},
	} {
		r, ok := parseDescribed(described)
		if got := [3]string{r.String(), r.packaged(), r.numeric()}; !ok || got != want {
			t.Errorf("%s: %v %v, want %v", described, ok, got, want)
		}
	}
}

func TestWhatIsNoTagOfOursIsNoVersion(t *testing.T) {
	for _, described := range []string{"", "0123456789ab", "1.2.3-0-g0123", "v1.2-0-g0123", "v1.2.3", "v1.2.3-0-gXYZ", "nightly-3-g0123"} {
		if r, ok := parseDescribed(described); ok {
			t.Errorf("%q became %v", described, r)
		}
	}
}

func TestAChangedTreeSaysSo(t *testing.T) {
	if got := (release{core: version{1, 2, 3}, dirty: true}).String(); got != "1.2.3+dirty" {
		t.Errorf("on a tag: %s", got)
	}
	if got := (release{since: 7, commit: "abc", dirty: true}).String(); got != "0.0.0+7.gabc.dirty" {
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
