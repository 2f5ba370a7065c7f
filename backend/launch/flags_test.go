package launch

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"clankergrid/backend/errs"
)

func TestFlagsAreGroupedAsAShellGroupsWords(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", nil},
		{"  \t\n ", nil},
		{"--a b  --c=d", []string{"--a", "b", "--c=d"}},
		{`--message "two words"`, []string{"--message", "two words"}},
		{`'single $HOME \n' tail`, []string{`single $HOME \n`, "tail"}},
		{`a"b"'c'd`, []string{"abcd"}},
		{`"" ''`, []string{"", ""}},
		{`back\ slash \"quoted\"`, []string{"back slash", `"quoted"`}},
		{`"in \"quotes\" \$x \n \\"`, []string{`in "quotes" $x \n \`}},
		{`ends\`, []string{`ends\`}},
		{`$HOME ~ * $(id) ; | &`, []string{"$HOME", "~", "*", "$(id)", ";", "|", "&"}},
		{`--emoji 👩‍💻 "👍 ok"`, []string{"--emoji", "👩‍💻", "👍 ok"}},
		{"one\u00a0word", []string{"one", "word"}},
	} {
		got, err := SplitFlags(c.text)
		if err != nil || !slices.Equal(got, c.want) {
			t.Errorf("SplitFlags(%q) = %q, %v; want %q", c.text, got, err, c.want)
		}
	}
}

func TestAnUnclosedQuoteIsNamedWithItsPlace(t *testing.T) {
	for text, place := range map[string]string{`a "b`: "character 3", `'`: "character 1", `ä 'x`: "character 3", `"closed" "open\"`: "character 10"} {
		_, err := SplitFlags(text)
		public := errs.PublicOf(err)
		if public.Kind != errs.Invalid || !strings.Contains(public.Message, place+" ") {
			t.Errorf("SplitFlags(%q): %v; want %s", text, public, place)
		}
	}
}

func TestFlagsBeyondTheBoundAreRefused(t *testing.T) {
	if _, err := SplitFlags(strings.Repeat("a", maxFlags+1)); errs.KindOf(err) != errs.Limit {
		t.Errorf("got %v", err)
	}
	if _, err := SplitFlags("a\x00b"); errs.KindOf(err) != errs.Invalid {
		t.Errorf("got %v", err)
	}
}

// quote writes a word so that a shell reads it back.
func quote(word string) string { return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'" }

func TestEveryWordCanBeWritten(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		words := rapid.SliceOfN(rapid.String().Filter(func(s string) bool { return !strings.ContainsRune(s, 0) }), 0, 10).Draw(t, "words")
		var quoted []string
		for _, word := range words {
			quoted = append(quoted, quote(word))
		}
		got, err := SplitFlags(strings.Join(quoted, " "))
		if err != nil || !slices.Equal(got, words) {
			t.Fatalf("got %q, %v; want %q", got, err, words)
		}
	})
}

func FuzzSplitFlags(f *testing.F) {
	for _, seed := range []string{"", "--a b", `"a b" 'c'`, `\`, `"\`, "\xff'", `a''b`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		words, err := SplitFlags(text)
		if err != nil {
			return
		}
		total := 0
		for _, word := range words {
			total += len(word)
		}
		// An invalid byte becomes the replacement character, three bytes long.
		if total > 3*len(text) {
			t.Errorf("%q became longer: %q", text, words)
		}
	})
}
