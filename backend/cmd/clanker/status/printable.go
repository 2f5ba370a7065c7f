package status

import (
	"strings"
	"unicode"
)

// printable keeps text that a program or a folder chose from steering the
// terminal that the status is read in, and from breaking the table.
func printable(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return '\uFFFD'
	}, s)
}
