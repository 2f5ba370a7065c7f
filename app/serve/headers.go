package serve

import (
	"net/http"
	"strings"
)

// SecurityHeaders puts the headers of a page of ours on a response. connect
// names the sockets that the page may open; the page itself is always allowed.
//
// Styles may be inline because xterm.js writes its theme and its cell widths
// into style elements; scripts may not.
func SecurityHeaders(h http.Header, connect ...string) {
	h.Set("Content-Security-Policy", strings.Join([]string{
		"default-src 'self'",
		"connect-src " + strings.Join(append([]string{"'self'"}, connect...), " "),
		"style-src 'self' 'unsafe-inline'",
		"img-src 'self' data: blob:",
		"object-src 'none'",
		"base-uri 'none'",
		"form-action 'none'",
		"frame-ancestors 'none'",
	}, "; "))
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("Cross-Origin-Opener-Policy", "same-origin")
	h.Set("Cross-Origin-Resource-Policy", "same-origin")
	h.Set("X-Frame-Options", "DENY") // for what does not know frame-ancestors
}

// browserHeaders are SecurityHeaders for a page served on the loopback. The
// socket is named by the host that the page was asked for: a forwarded port
// differs from ours, and not every browser counts sockets as 'self'.
func browserHeaders(host string, h http.Header) {
	if host == "" {
		SecurityHeaders(h)
		return
	}
	SecurityHeaders(h, "ws://"+host)
}
