package logfile

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"
)

const (
	// hidden stands for what was taken out. It is shorter than any secret and
	// has none of a secret's letters, so that replacing always ends.
	hidden = "***"
	// shortestSecret is what Redact takes: tokens are far longer, and a shorter
	// string would be found inside of ordinary words.
	shortestSecret = 8
)

// secretNames are the parts of attribute names whose values are never written.
var secretNames = []string{
	"token", "secret", "password", "passwd", "passphrase", "authorization", "cookie", "credential", "apikey", "privatekey",
}

// secretShapes catches a value that gives its own name inside of a longer text,
// such as an address with a token.
var secretShapes = regexp.MustCompile(`(?i)\b((?:access_|refresh_|id_)?token|secret|password|api_?key)=[^\s&"'\\]+|\b(bearer|basic) [A-Za-z0-9._~+/=-]{8,}`)

// secrets are the registered ones, replaced as a whole at each addition so that
// logging takes no lock.
type secrets struct {
	forms atomic.Pointer[[]string] // longest first
}

// add registers a secret in every form that it could take in a line.
func (s *secrets) add(secret string) {
	if len(secret) < shortestSecret {
		return
	}
	escaped, _ := json.Marshal(secret)
	var plain bytes.Buffer
	encoder := json.NewEncoder(&plain)
	encoder.SetEscapeHTML(false)
	encoder.Encode(secret)
	added := []string{
		secret,
		strings.Trim(string(escaped), `"`),
		strings.Trim(strings.TrimSpace(plain.String()), `"`),
		url.QueryEscape(secret),
		url.PathEscape(secret),
	}
	for {
		old := s.forms.Load()
		var forms []string
		if old != nil {
			forms = slices.Clone(*old)
		}
		for _, form := range added {
			if len(form) >= shortestSecret && !slices.Contains(forms, form) {
				forms = append(forms, form)
			}
		}
		// Longest first, so that a secret inside of another leaves nothing over.
		slices.SortStableFunc(forms, func(a, b string) int { return len(b) - len(a) })
		if s.forms.CompareAndSwap(old, &forms) {
			return
		}
	}
}

// clean replaces the registered secrets in text. What remains may form a secret
// anew, so it looks until none is found; each round makes the text shorter.
func (s *secrets) clean(text string) string {
	forms := s.forms.Load()
	if forms == nil {
		return text
	}
	for again := true; again; {
		again = false
		for _, form := range *forms {
			if strings.Contains(text, form) {
				text, again = strings.ReplaceAll(text, form, hidden), true
			}
		}
	}
	return text
}

// text cleans a value that a person or a program wrote.
func (s *secrets) text(text string) string {
	return s.clean(secretShapes.ReplaceAllStringFunc(text, func(found string) string {
		if name, _, ok := strings.Cut(found, "="); ok && !strings.Contains(name, " ") {
			return name + "=" + hidden
		}
		scheme, _, _ := strings.Cut(found, " ")
		return scheme + " " + hidden
	}))
}

// named reports whether a name says that its value is secret.
func named(key string) bool {
	key = strings.NewReplacer("_", "", "-", "", ".", "", " ", "").Replace(strings.ToLower(key))
	return slices.ContainsFunc(secretNames, func(part string) bool { return strings.Contains(key, part) })
}

// attribute is called for every attribute that is no group, with the names of
// the groups around it.
func (s *secrets) attribute(groups []string, a slog.Attr) slog.Attr {
	secret := named(a.Key) || slices.ContainsFunc(groups, named)
	switch value := a.Value; value.Kind() {
	case slog.KindString:
		if secret {
			return slog.String(a.Key, hidden)
		}
		return slog.String(a.Key, s.text(value.String()))
	case slog.KindAny:
		if secret {
			return slog.String(a.Key, hidden)
		}
		return slog.Any(a.Key, s.any(value.Any()))
	default:
		// Numbers, times and truth values: a count of tokens is none.
		if text := value.String(); s.clean(text) != text {
			return slog.String(a.Key, hidden)
		}
		return a
	}
}

// any turns a value into one that holds no secret: what it says for itself, or
// what JSON would make of it.
func (s *secrets) any(value any) any {
	switch value := value.(type) {
	case *slog.Source, slog.Level, nil:
		return value
	case error:
		return s.text(safely(value.Error))
	case fmt.Stringer:
		return s.text(safely(value.String))
	case []byte:
		return s.text(string(value))
	}
	data, err := json.Marshal(value)
	if err != nil {
		return s.text(fmt.Sprintf("%+v", value))
	}
	var tree any
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber() // a large number must come out as it went in
	if decoder.Decode(&tree) != nil {
		return hidden
	}
	return s.tree(tree, false)
}

// safely calls a method of a value that may be a nil pointer.
func safely(say func() string) (text string) {
	defer func() {
		if recover() != nil {
			text = "<nil>"
		}
	}()
	return say()
}

// tree cleans a decoded JSON value; secret says that a name around it was one.
func (s *secrets) tree(value any, secret bool) any {
	switch value := value.(type) {
	case string:
		if secret {
			return hidden
		}
		return s.text(value)
	case json.Number:
		if text := value.String(); s.clean(text) != text {
			return hidden
		}
	case []any:
		for i := range value {
			value[i] = s.tree(value[i], secret)
		}
	case map[string]any:
		clean := make(map[string]any, len(value))
		for key, inner := range value {
			clean[s.text(key)] = s.tree(inner, secret || named(key))
		}
		return clean
	}
	return value
}

// redacting cleans the message and passes the rest on to a handler whose
// attributes are cleaned by its options.
type redacting struct {
	known *secrets
	to    slog.Handler
}

var _ slog.Handler = redacting{}

func (h redacting) Enabled(ctx context.Context, level slog.Level) bool {
	return h.to.Enabled(ctx, level)
}

func (h redacting) Handle(ctx context.Context, record slog.Record) error {
	record.Message = h.known.text(record.Message)
	return h.to.Handle(ctx, record)
}

func (h redacting) WithAttrs(attrs []slog.Attr) slog.Handler {
	return redacting{h.known, h.to.WithAttrs(attrs)}
}

func (h redacting) WithGroup(name string) slog.Handler {
	return redacting{h.known, h.to.WithGroup(name)}
}

// scrubbing looks through each finished line once more. It finds what the
// handlers do not see: names of attributes and groups, and values that a logger
// took in before their secret was registered.
type scrubbing struct {
	to    io.Writer
	known *secrets
}

var _ io.Writer = scrubbing{}

func (w scrubbing) Write(line []byte) (int, error) {
	if _, err := w.to.Write([]byte(w.known.clean(string(line)))); err != nil {
		return 0, err
	}
	return len(line), nil
}
