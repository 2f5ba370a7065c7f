package loopback

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func request(method, host, origin string, upgrade bool) *http.Request {
	r := httptest.NewRequest(method, "/socket", nil)
	r.Host = host
	if origin != "" {
		r.Header.Set("Origin", origin)
	}
	if upgrade {
		r.Header.Set("Upgrade", "websocket")
	}
	return r
}

func TestUIPolicyLetsInOnlyOurOwnPages(t *testing.T) {
	desktop := UI("wails://wails", "http://wails.localhost")
	tests := []struct {
		name    string
		policy  Policy
		method  string
		host    string
		origin  string
		upgrade bool
		status  int // 0 is let in
	}{
		{"navigation", UI(), "GET", "127.0.0.1:4711", "", false, 0},
		{"head", UI(), "HEAD", "127.0.0.1:4711", "", false, 0},
		{"own socket", UI(), "GET", "127.0.0.1:4711", "http://127.0.0.1:4711", true, 0},
		{"forwarded port", UI(), "GET", "localhost:9000", "http://localhost:9000", true, 0},
		{"socket without origin", UI(), "GET", "127.0.0.1:4711", "", true, 403},
		{"null origin", UI(), "GET", "127.0.0.1:4711", "null", true, 403},
		{"foreign origin", UI(), "GET", "127.0.0.1:4711", "http://evil.example", true, 403},
		{"foreign origin on a plain request", UI(), "GET", "127.0.0.1:4711", "http://evil.example", false, 403},
		{"origin of another local port", UI(), "GET", "127.0.0.1:4711", "http://127.0.0.1:4712", true, 403},
		{"origin with another name of this machine", UI(), "GET", "127.0.0.1:4711", "http://localhost:4711", true, 403},
		{"https origin", UI(), "GET", "127.0.0.1:4711", "https://127.0.0.1:4711", true, 403},
		{"desktop origin in a browser", UI(), "GET", "127.0.0.1:4711", "wails://wails", true, 403},
		{"desktop origin in the desktop", desktop, "GET", "127.0.0.1:4711", "wails://wails", true, 0},
		{"desktop origin on Windows", desktop, "GET", "127.0.0.1:4711", "http://wails.localhost", true, 0},
		{"desktop origin with a suffix", desktop, "GET", "127.0.0.1:4711", "wails://wails.evil.example", true, 403},
		{"rebound name", UI(), "GET", "evil.example:4711", "http://evil.example:4711", true, 403},
		{"rebound name on a plain request", UI(), "GET", "evil.example:4711", "", false, 403},
		{"name that ends like ours", UI(), "GET", "evil-127.0.0.1:4711", "", false, 403},
		{"name that begins like ours", UI(), "GET", "127.0.0.1.evil.example:4711", "", false, 403},
		{"IPv6", UI(), "GET", "[::1]:4711", "", false, 403},
		{"any address", UI(), "GET", "0.0.0.0:4711", "", false, 403},
		{"user part", UI(), "GET", "127.0.0.1:4711@evil.example", "", false, 403},
		{"no host", UI(), "GET", "", "", false, 403},
		{"port zero", UI(), "GET", "127.0.0.1:0", "", false, 403},
		{"port with a sign", UI(), "GET", "127.0.0.1:+80", "", false, 403},
		{"hook-style post", UI(), "POST", "127.0.0.1:4711", "", false, 405},
		{"options", UI(), "OPTIONS", "127.0.0.1:4711", "http://127.0.0.1:4711", false, 405},
		{"connect", UI(), "CONNECT", "127.0.0.1:4711", "", false, 405},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := tt.policy.Check(request(tt.method, tt.host, tt.origin, tt.upgrade))
			if got.Status != tt.status {
				t.Errorf("status = %d, want %d", got.Status, tt.status)
			}
		})
	}
}

func TestTwoOriginsAreRefused(t *testing.T) {
	r := request("GET", "127.0.0.1:4711", "http://127.0.0.1:4711", true)
	r.Header.Add("Origin", "http://evil.example")
	if got := UI().Check(r); got.Status != http.StatusForbidden {
		t.Errorf("status = %d, want 403", got.Status)
	}
}

func FuzzHostAndOrigin(f *testing.F) {
	for _, host := range []string{"127.0.0.1:1", "localhost", "localhost:65535", "[::1]:1", "127.0.0.1:1:2", "127.1:1", "LOCALHOST:1", "127.0.0.1\x00:1"} {
		f.Add(host, "http://"+host)
		f.Add(host, "null")
	}
	f.Fuzz(func(t *testing.T, host, origin string) {
		r := &http.Request{Method: http.MethodGet, Host: host, Header: http.Header{"Origin": {origin}, "Upgrade": {"websocket"}}}
		if UI().Check(r).Status != 0 {
			return
		}
		if origin != "http://"+host {
			t.Errorf("origin %q was let in to host %q", origin, host)
		}
		name, port, _ := strings.Cut(host, ":")
		if name != "127.0.0.1" && name != "localhost" {
			t.Errorf("host %q was let in", host)
		}
		if strings.Trim(port, "0123456789") != "" {
			t.Errorf("port %q was let in", port)
		}
	})
}

func TestOnlyLiteralLoopbackAddressesPassTheBindCheck(t *testing.T) {
	for address, want := range map[string]bool{
		"127.0.0.1:80": true, "[::1]:80": true, "0.0.0.0:80": false, "[::]:80": false,
		"192.168.1.2:80": false, "localhost:80": false, "127.0.0.1": false, "": false,
	} {
		if got := loopbackOnly(address); got != want {
			t.Errorf("loopbackOnly(%q) = %v, want %v", address, got, want)
		}
	}
}
