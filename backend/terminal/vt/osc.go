package vt

import (
	"bytes"
	"net/url"
	"path"
	"runtime"
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxTitle is in runes: enough for any tab or pane header; the rest is cut off.
const maxTitle = 256

// maxPath bounds a reported directory; PATH_MAX is 4096 on Linux and less
// elsewhere. A longer one is not believed.
const maxPath = 4096

// endOSC applies a complete operating system command.
func (t *Tracker) endOSC() {
	name, payload, _ := bytes.Cut(t.osc, []byte{';'})
	switch oscNumber(name) {
	case "0", "2":
		t.setTitle(string(payload))
	case "7":
		if !t.oscOver {
			t.setCwd(string(payload))
		}
	case "8":
		t.setLink(string(payload))
	}
}

func (t *Tracker) setTitle(raw string) {
	if title := Printable(raw, maxTitle); title != t.screen.title {
		t.screen.title = title
		t.changes++
	}
}

// Printable returns at most limit runes of s without control, formatting or other
// invisible characters: what can stand in a header without reordering or hiding
// what is around it.
func Printable(s string, limit int) string {
	var b strings.Builder
	n := 0
	for _, r := range s {
		if r == utf8.RuneError || !unicode.IsPrint(r) {
			continue
		}
		if n++; n > limit {
			break
		}
		b.WriteRune(r)
	}
	return strings.TrimSpace(b.String())
}

// setCwd believes file URLs of this host with an absolute path.
func (t *Tracker) setCwd(raw string) {
	rest, ok := strings.CutPrefix(raw, "file://")
	slash := strings.IndexByte(rest, '/')
	if !ok || slash < 0 {
		return
	}
	host := rest[:slash]
	if host != "" && !strings.EqualFold(host, "localhost") && !strings.EqualFold(host, t.host) {
		return
	}
	dir, err := url.PathUnescape(rest[slash:])
	if err != nil || len(dir) > maxPath || !utf8.ValidString(dir) || strings.ContainsFunc(dir, unicode.IsControl) {
		return
	}
	dir = path.Clean(dir)
	if runtime.GOOS == "windows" && len(dir) > 2 && dir[2] == ':' {
		dir = dir[1:]
	}
	if dir != t.screen.cwd {
		t.screen.cwd = dir
		t.changes++
	}
}

// setLink opens or closes a hyperlink. One that is too long to be kept counts as
// closed.
func (t *Tracker) setLink(raw string) {
	params, uri, ok := strings.Cut(raw, ";")
	switch {
	case !ok:
	case t.oscOver:
		t.screen.link = ""
	case uri != "":
		t.screen.link = raw
	case strings.TrimSpace(params) == "":
		t.screen.link = ""
	}
}
