package arch

import (
	"regexp"
	"strings"
)

var (
	redPattern   = regexp.MustCompile(`(?:^|/)red[^/]*`)
	placePattern = regexp.MustCompile(`:\d+$`)
	notInNames   = regexp.MustCompile(`[^a-z0-9]+`)
)

// fileName turns a rule's name into that of its example.
func fileName(rule string) string {
	return strings.Trim(notInNames.ReplaceAllString(strings.ToLower(rule), "-"), "-")
}
