package loopback

import (
	"net/http"
	"net/netip"
	"slices"
	"strconv"
	"strings"
)

// Policy says who may talk to a surface. It is data: the checks that apply it
// are the same for every surface.
type Policy struct {
	// Name stands in log lines.
	Name string
	// Methods are the only ones accepted.
	Methods []string
	// HostNames are the names that a Host header may carry, with any port: a
	// forwarded port differs from ours. A page whose name was rebound to
	// 127.0.0.1 carries its own name and is refused.
	HostNames []string
	// ForeignOrigins are accepted beside the surface's own, "http://" and the
	// request's Host.
	ForeignOrigins []string
	// Connections bounds open connections. One more closes the oldest whose caller
	// has not shown the secret (Admit), or is closed itself when all have.
	Connections int
	// Headers are put on every response, refusals included. The host has passed
	// the policy or is empty.
	Headers func(host string, h http.Header)
}

// uiConnections is sixteen tabs with the six connections that browsers open to
// one host, doubled: far above real use, far below the limit of open files.
const uiConnections = 192

// UI is the surface of our own frontend. The desktop's page has an origin of
// its own and is named in foreignOrigins.
func UI(foreignOrigins ...string) Policy {
	return Policy{
		Name:           "ui",
		Methods:        []string{http.MethodGet, http.MethodHead},
		HostNames:      []string{"127.0.0.1", "localhost"},
		ForeignOrigins: foreignOrigins,
		Connections:    uiConnections,
	}
}

// Refusal is why a request was not let in; the empty value lets it in.
type Refusal struct {
	Status int
	Reason string
}

// Check applies the policy to a request's line and headers.
func (p Policy) Check(r *http.Request) Refusal {
	if !p.hostAllowed(r.Host) {
		return Refusal{http.StatusForbidden, "This address is not served here."}
	}
	if !slices.Contains(p.Methods, r.Method) {
		return Refusal{http.StatusMethodNotAllowed, "This method is not served here."}
	}
	origins := r.Header.Values("Origin")
	switch {
	case len(origins) > 1:
		return Refusal{http.StatusForbidden, "This origin is not served here."}
	case len(origins) == 1 && !p.originAllowed(origins[0], r.Host):
		return Refusal{http.StatusForbidden, "This origin is not served here."}
	case len(origins) == 0 && isUpgrade(r):
		// Every browser names the origin of a WebSocket. Who does not is no page
		// of ours, and a secret alone would have to hold.
		return Refusal{http.StatusForbidden, "This origin is not served here."}
	}
	return Refusal{}
}

// Foreign reports whether an origin is one of the policy's foreign ones.
func (p Policy) Foreign(origin string) bool { return slices.Contains(p.ForeignOrigins, origin) }

func (p Policy) hostAllowed(host string) bool {
	name, port, ok := splitHost(host)
	return ok && validPort(port) && slices.Contains(p.HostNames, name)
}

func (p Policy) originAllowed(origin, host string) bool {
	if p.Foreign(origin) {
		return true
	}
	return origin == "http://"+host && p.hostAllowed(host)
}

// splitHost takes "name" or "name:port" apart. Bracketed addresses never match
// a policy and are refused here.
func splitHost(host string) (name, port string, ok bool) {
	name, port, found := strings.Cut(host, ":")
	if name == "" || strings.ContainsAny(name, "[]/@\\ ") || strings.Contains(port, ":") {
		return "", "", false
	}
	if !found {
		return name, "80", true
	}
	return name, port, true
}

func validPort(port string) bool {
	n, err := strconv.ParseUint(port, 10, 16)
	return err == nil && n > 0 && strconv.FormatUint(n, 10) == port
}

func isUpgrade(r *http.Request) bool {
	return r.Header.Get("Upgrade") != "" || r.Header.Get("Sec-WebSocket-Key") != ""
}

// loopbackOnly reports whether an address is a literal loopback one. Listen
// checks what it is bound to even though it never asks for anything else.
func loopbackOnly(address string) bool {
	ap, err := netip.ParseAddrPort(address)
	return err == nil && ap.Addr().Unmap().IsLoopback()
}
