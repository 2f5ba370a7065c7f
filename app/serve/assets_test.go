package serve

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/fstest"
)

var testDist = fstest.MapFS{
	"index.html":          {Data: []byte("<!doctype html><title>page</title>")},
	"assets/app-abc.js":   {Data: []byte("export {}")},
	"assets/f-abc.woff2":  {Data: []byte("font")},
	"licenses/inter.txt":  {Data: []byte("OFL")},
	"assets/odd-abc.blob": {Data: []byte("?")},
	".keep":               {Data: nil},
}

func TestAssetsAreServedWithFixedTypesAndLifetimes(t *testing.T) {
	tests := []struct{ path, typ, cache string }{
		{"/", "text/html; charset=utf-8", "no-store"},
		{"/index.html", "text/html; charset=utf-8", "no-store"},
		{"/assets/app-abc.js", "text/javascript; charset=utf-8", "public, max-age=31536000, immutable"},
		{"/assets/f-abc.woff2", "font/woff2", "public, max-age=31536000, immutable"},
		{"/assets/odd-abc.blob", "application/octet-stream", "public, max-age=31536000, immutable"},
		{"/licenses/inter.txt", "text/plain; charset=utf-8", "no-cache"},
	}
	for _, tt := range tests {
		for _, method := range []string{http.MethodGet, http.MethodHead} {
			w := httptest.NewRecorder()
			Assets(testDist, nil).ServeHTTP(w, httptest.NewRequest(method, tt.path, nil))
			if w.Code != 200 || w.Header().Get("Content-Type") != tt.typ || w.Header().Get("Cache-Control") != tt.cache {
				t.Errorf("%s %s: %d %v", method, tt.path, w.Code, w.Header())
			}
			if empty := w.Body.Len() == 0; empty != (method == http.MethodHead) {
				t.Errorf("%s %s: body of %d bytes", method, tt.path, w.Body.Len())
			}
		}
	}
}

func TestNothingBesideTheAssetsIsServed(t *testing.T) {
	for _, path := range []string{"/assets", "/assets/", "/.keep", "/nope", "/assets/../index.html", "/..%2findex.html", "//index.html", "/index.html/", "/%00"} {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(http.MethodGet, "/", nil)
		r.URL.Path = strings.ReplaceAll(path, "%00", "\x00")
		Assets(testDist, nil).ServeHTTP(w, r)
		if w.Code != http.StatusNotFound {
			t.Errorf("%s: %d", path, w.Code)
		}
	}
}

func TestTheSecurityHeadersForbidForeignContent(t *testing.T) {
	h := http.Header{}
	browserHeaders("127.0.0.1:4711", h)
	csp := h.Get("Content-Security-Policy")
	for _, want := range []string{"default-src 'self'", "frame-ancestors 'none'", "connect-src 'self' ws://127.0.0.1:4711;", "object-src 'none'", "base-uri 'none'"} {
		if !strings.Contains(csp, want) {
			t.Errorf("CSP lacks %q: %s", want, csp)
		}
	}
	if strings.Contains(csp, "script-src") || strings.Contains(csp, "unsafe-eval") {
		t.Errorf("scripts must fall under default-src: %s", csp)
	}
	for name, want := range map[string]string{
		"X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "Cross-Origin-Opener-Policy": "same-origin", "X-Frame-Options": "DENY",
	} {
		if got := h.Get(name); got != want {
			t.Errorf("%s = %q, want %q", name, got, want)
		}
	}
}
