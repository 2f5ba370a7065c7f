package core

import (
	"strings"
	"testing"
)

func TestNamesAreWhatCanBeShown(t *testing.T) {
	for name, c := range map[string]struct{ in, want string }{
		"plain":             {"api server", "api server"},
		"surrounding space": {"  api \t", "api"},
		"control":           {"a\x1b]0;x\x07b\r\n", "a]0;xb"},
		"right to left":     {"שלום עולם", "שלום עולם"},
		"direction marks":   {"a\u202eb\u2066c\u200f", "abc"},
		"emoji":             {"👨‍👩‍👧 🇩🇪 ✈️", "👨‍👩‍👧 🇩🇪 ✈️"},
		"joiners alone":     {"\u200d\u200c", ""},
		"not UTF-8":         {"a\xff\xfeb", "ab"},
		"private use":       {"\ue0b0x", "x"},
		"long":              {strings.Repeat("é", 10_000), strings.Repeat("é", MaxName)},
		"long and unseen":   {strings.Repeat("\x00", 10_000) + "z", "z"},
	} {
		if got := PrintableName(c.in); got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
