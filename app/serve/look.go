package serve

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"io"

	"clankergrid/backend/core"
)

// document is the one page of the frontend.
const document = "index.html"

// Look says how the page looks now. The page is served with it, because it has
// colours and a size before it can ask for any settings.
type Look func() core.AppearanceSettings

// root is where the page's element of everything begins, as the frontend writes it.
var root = []byte(`<html lang="en">`)

// dressed is the page with a look: data-look for its script, and data-theme for
// its first style sheet, unless the theme is for the browser to choose.
func dressed(page io.Reader, look core.AppearanceSettings) (io.ReadSeeker, error) {
	plain, err := io.ReadAll(page)
	if err != nil {
		return nil, fmt.Errorf("serve: reading the page: %w", err)
	}
	kept, err := json.Marshal(struct {
		Theme   core.Theme `json:"theme"`
		UIScale int        `json:"uiScale"`
		UIFont  string     `json:"uiFont"`
	}{look.Theme, look.UIScale, look.UIFont})
	if err != nil {
		return nil, fmt.Errorf("serve: writing the look: %w", err)
	}
	theme := ""
	if look.Theme != core.ThemeSystem {
		theme = fmt.Sprintf(` data-theme="%s"`, html.EscapeString(string(look.Theme)))
	}
	element := fmt.Sprintf(`<html lang="en"%s data-look="%s">`, theme, html.EscapeString(string(kept)))
	return bytes.NewReader(bytes.Replace(plain, root, []byte(element), 1)), nil
}
