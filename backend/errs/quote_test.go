package errs

import (
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"pgregory.net/rapid"
)

func TestQuoteShowsTextAsItIsTyped(t *testing.T) {
	for in, want := range map[string]string{
		"":                                     `""`,
		"/home/me/a b":                         `"/home/me/a b"`,
		`C:\Users\me\new`:                      `"C:\Users\me\new"`,
		`say "hi"`:                             `"say "hi""`,
		"größe/日本語/👩\u200d💻":                   "\"größe/日本語/👩\u200d💻\"",
		"a\u202fb":                             "\"a\u202fb\"",
		"a\nb\x1b[31m\x7f\u0085":               `"a<U+000A>b<U+001B>[31m<U+007F><U+0085>"`,
		"evil\u202egnp.exe":                    `"evil<U+202E>gnp.exe"`,
		"\u2066a\u2069\u200f":                  `"<U+2066>a<U+2069><U+200F>"`,
		"a\u2028b\u2029":                       `"a<U+2028>b<U+2029>"`,
		"bad\xff\xc3name":                      `"bad��name"`,
		strings.Repeat("x", 200):               `"` + strings.Repeat("x", 200) + `"`,
		strings.Repeat("é", 200):               `"` + strings.Repeat("é", 200) + `"`,
		"/b" + strings.Repeat("é", 300) + "/e": `"/b` + strings.Repeat("é", 98) + "…" + strings.Repeat("é", 97) + `/e"`,
	} {
		if got := Quote(in); got != want {
			t.Errorf("Quote(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestQuoteNeverForgesASentence(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })).Draw(t, "text")
		text = strings.Repeat(text, rapid.IntRange(1, 40).Draw(t, "times"))
		got := Quote(text)
		if !utf8.ValidString(got) || utf8.RuneCountInString(got) > quoteLimit+2 {
			t.Fatalf("%q is too long or no text", got)
		}
		if len(got) < 2 || got[0] != '"' || got[len(got)-1] != '"' {
			t.Fatalf("%q has no quotes around it", got)
		}
		if strings.ContainsFunc(got, func(r rune) bool {
			return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r) || r == '\u2028' || r == '\u2029'
		}) {
			t.Fatalf("%q can forge", got)
		}
	})
}

func TestQuoteLeavesShortPrintableTextAlone(t *testing.T) {
	printable := rapid.StringOfN(rapid.RuneFrom(nil, unicode.L, unicode.M, unicode.N, unicode.P, unicode.S, unicode.Zs), 0, quoteLimit, -1)
	rapid.Check(t, func(t *rapid.T) {
		text := printable.Draw(t, "text")
		if got := Quote(text); got != `"`+text+`"` {
			t.Fatalf("Quote(%q) = %q", text, got)
		}
	})
}
