package shell

import (
	"net/url"
	"slices"
	"strings"
	"unicode"
)

// mailFields are what a mail link may set. Mail programs know more of them, which
// attach files of this machine or name one to send from.
var mailFields = []string{"to", "cc", "bcc", "subject", "body"}

// mailLink returns a mailto URL reduced to mailFields, or nil when it names nobody
// or hides something. It is written anew and everything in it escaped, so that
// what parses it more loosely than we do finds no further field.
func mailLink(u *url.URL) *url.URL {
	to, err := url.PathUnescape(u.Opaque)
	if err != nil || to == "" || !mailText("to", to) {
		return nil
	}
	var fields []string
	for field := range strings.SplitSeq(u.RawQuery, "&") {
		name, value, _ := strings.Cut(field, "=")
		name, err := url.PathUnescape(name)
		name = strings.ToLower(name)
		if err != nil || !slices.Contains(mailFields, name) {
			continue
		}
		// A plus is a plus in a mail link.
		value, err = url.PathUnescape(value)
		if err != nil || !mailText(name, value) {
			return nil
		}
		fields = append(fields, name+"="+escapeMail(value))
	}
	return &url.URL{Scheme: "mailto", Opaque: escapeMail(to), RawQuery: strings.Join(fields, "&")}
}

// mailText reports whether a field's text is of one line, which a body need not
// be: a line break in the others would begin a header of its own.
func mailText(field, text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool {
		lineBreak := field == "body" && (r == '\r' || r == '\n' || r == '\t')
		return (unicode.IsControl(r) || r == unicode.ReplacementChar) && !lineBreak
	})
}

// escapeMail escapes everything but letters, digits and what addresses are made
// of.
func escapeMail(text string) string {
	const hex = "0123456789ABCDEF"
	var b strings.Builder
	for i := range len(text) {
		c := text[i]
		if 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || strings.IndexByte("-._~@,+", c) >= 0 {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + string(hex[c>>4]) + string(hex[c&15]))
		}
	}
	return b.String()
}
