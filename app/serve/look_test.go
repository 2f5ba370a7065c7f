package serve

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"testing/fstest"

	"clankergrid/backend/core"
)

// built is a frontend with the real page, so that a change of its first lines is noticed.
func built(t *testing.T) fstest.MapFS {
	t.Helper()
	document, err := os.ReadFile("../../frontend/index.html")
	if err != nil {
		t.Fatal(err)
	}
	return fstest.MapFS{"index.html": {Data: document}}
}

func TestThePageIsServedInTheLookInForce(t *testing.T) {
	tests := []struct {
		name string
		look core.AppearanceSettings
		want string
	}{
		{"a chosen theme", core.AppearanceSettings{Theme: core.ThemeSlate, UIScale: 125},
			`<html lang="en" data-theme="slate" data-look="{&#34;theme&#34;:&#34;slate&#34;,&#34;uiScale&#34;:125,&#34;uiFont&#34;:&#34;&#34;}">`},
		{"the system's theme is for the browser to know", core.AppearanceSettings{Theme: core.ThemeSystem, UIScale: 100},
			`<html lang="en" data-look="{&#34;theme&#34;:&#34;system&#34;`},
		{"a font's name cannot leave its place", core.AppearanceSettings{Theme: core.ThemeDark, UIFont: `"><script>`},
			`&#34;uiFont&#34;:&#34;\&#34;\u003e\u003cscript\u003e&#34;}">`},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			w := httptest.NewRecorder()
			Assets(built(t), func() core.AppearanceSettings { return tt.look }).ServeHTTP(w, httptest.NewRequest(http.MethodGet, "/", nil))
			if body := w.Body.String(); w.Code != http.StatusOK || !strings.Contains(body, tt.want) || !strings.Contains(body, `id="root"`) {
				t.Errorf("%d, without %s:\n%s", w.Code, tt.want, body)
			}
		})
	}
}
