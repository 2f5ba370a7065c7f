package launch

import (
	"fmt"
	"strings"
	"unicode"

	"clankergrid/backend/errs"
)

// maxFlags bounds the text of a user's flags, in bytes: longer than anybody types,
// shorter than what an operating system hands over.
const maxFlags = 16 << 10

// SplitFlags splits the flags that a user wrote as a POSIX shell groups words:
// blanks separate, single quotes keep everything, double quotes keep all but a
// backslash before ", \, $ and `, and a backslash keeps the next character.
// Nothing is expanded: $HOME, ~ and * stay as they stand. An unclosed quote is an
// error of kind Invalid that names its place.
func SplitFlags(text string) ([]string, error) {
	const op = "launch.SplitFlags"
	if len(text) > maxFlags {
		return nil, errs.New(op, errs.Limit, "The extra flags are too long.", fmt.Sprintf("Use at most %d bytes.", maxFlags))
	}
	if strings.ContainsRune(text, 0) {
		return nil, errs.New(op, errs.Invalid, "The extra flags hold a NUL character.", "Remove it.")
	}
	var s splitter
	runes := []rune(text)
	for i := 0; i < len(runes); i++ {
		i += s.take(runes, i)
	}
	if s.quote != 0 {
		return nil, errs.New(op, errs.Invalid,
			fmt.Sprintf("The quote %c at character %d of the extra flags is not closed.", s.quote, s.opened+1), "Close it, or put a backslash before it.")
	}
	s.end()
	return s.words, nil
}

type splitter struct {
	words  []string
	word   strings.Builder
	inWord bool // an empty pair of quotes is a word too
	quote  rune // the open quote, or 0
	opened int  // where it was opened
}

// take reads the character at i and returns how many after it belong to it.
func (s *splitter) take(text []rune, i int) int {
	c := text[i]
	next := rune(0)
	if i+1 < len(text) {
		next = text[i+1]
	}
	switch {
	case s.quote == '\'' && c != '\'', s.quote == '"' && c != '"' && c != '\\':
		s.word.WriteRune(c)
	case s.quote != 0 && c == s.quote:
		s.quote = 0
	case c == '\\':
		return s.escaped(next)
	case c == '\'' || c == '"':
		s.quote, s.opened, s.inWord = c, i, true
	case unicode.IsSpace(c):
		s.end()
	default:
		s.inWord = true
		s.word.WriteRune(c)
	}
	return 0
}

// escaped reads a backslash with what follows it.
func (s *splitter) escaped(next rune) int {
	s.inWord = true
	if next == 0 || s.quote == '"' && !strings.ContainsRune("\"\\$`", next) {
		s.word.WriteRune('\\')
		return 0
	}
	s.word.WriteRune(next)
	return 1
}

func (s *splitter) end() {
	if s.inWord {
		s.words = append(s.words, s.word.String())
	}
	s.word.Reset()
	s.inWord = false
}
