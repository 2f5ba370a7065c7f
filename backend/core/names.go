package core

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxName bounds a name that a user gives, in runes: longer ones fit no tab, and
// what is beyond is cut off.
const MaxName = 256

// The joiners are not printable by themselves, and yet part of what is: of emoji
// that are joined of several, and of words in Persian and the languages of India.
const (
	zeroWidthNonJoiner = '\u200c'
	zeroWidthJoiner    = '\u200d'
)

// PrintableName is a name as it can be shown: what is not printable is left out,
// direction marks among it, since they would rearrange the text around the name.
func PrintableName(name string) string {
	var b strings.Builder
	n := 0
	for _, r := range name {
		joiner := r == zeroWidthJoiner || r == zeroWidthNonJoiner
		if r == utf8.RuneError || !joiner && !unicode.IsPrint(r) {
			continue
		}
		if n++; n > MaxName {
			break
		}
		b.WriteRune(r)
	}
	return strings.Trim(b.String(), " "+string(zeroWidthJoiner)+string(zeroWidthNonJoiner))
}
