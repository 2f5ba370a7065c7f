package errs

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// quoteLimit bounds what Quote shows, in characters: more than nearly every path,
// and still a few lines of a notice.
const quoteLimit = 200

// Quote puts a name or a path between double quotes for a sentence that a user
// reads, in a Message, a Hint or a notice. The text stands there as the user types
// it: nothing is escaped, backslashes and quotes neither, because nobody reads it
// back. Only what would forge the sentence is replaced: control characters, line
// separators and marks that turn the direction of writing appear as <U+202E>, bytes
// that are no UTF-8 as the replacement character. Of a long text the middle is left
// out, because paths are told apart by their end and understood by their beginning.
func Quote(text string) string {
	shown, rest := beginning(text, quoteLimit)
	if rest != "" {
		shown, rest = beginning(text, quoteLimit/2)
		shown += "…" + end(rest, quoteLimit-quoteLimit/2-1)
	}
	return `"` + shown + `"`
}

// beginning shows as much of a text's beginning as has room.
func beginning(text string, room int) (shown, rest string) {
	var b strings.Builder
	for text != "" {
		r, size := utf8.DecodeRuneInString(text)
		piece := visible(r)
		if room -= utf8.RuneCountInString(piece); room < 0 {
			break
		}
		b.WriteString(piece)
		text = text[size:]
	}
	return b.String(), text
}

// end shows as much of a text's end as has room.
func end(text string, room int) string {
	var pieces []string
	for text != "" {
		r, size := utf8.DecodeLastRuneInString(text)
		piece := visible(r)
		if room -= utf8.RuneCountInString(piece); room < 0 {
			break
		}
		pieces = append(pieces, piece)
		text = text[:len(text)-size]
	}
	slices.Reverse(pieces)
	return strings.Join(pieces, "")
}

func visible(r rune) string {
	if unicode.IsControl(r) || unicode.In(r, unicode.Bidi_Control, unicode.Zl, unicode.Zp) {
		return fmt.Sprintf("<U+%04X>", r)
	}
	return string(r)
}
