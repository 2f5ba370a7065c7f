package app

import (
	"bytes"
	"html/template"
	"net/http"

	"github.com/wailsapp/wails/v2"
	"github.com/wailsapp/wails/v2/pkg/options"
	"github.com/wailsapp/wails/v2/pkg/options/assetserver"
	"github.com/wailsapp/wails/v2/pkg/options/linux"

	"clankergrid/app/serve"
	"clankergrid/backend/errs"
)

// failurePage stands alone: the built page may be what is missing. Its colours
// are the dark and light themes' surfaces and text.
var failurePage = template.Must(template.New("failure").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Clanker Grid</title>
<style>
:root { color-scheme: dark light; }
body { margin: 24px; font: 13px/20px system-ui, sans-serif; background: #070808; color: #e4e8e6; }
h1 { margin: 0 0 8px; font-size: 15px; font-weight: 600; }
p { margin: 0; color: #b0b7b4; overflow-wrap: anywhere; }
@media (prefers-color-scheme: light) { body { background: #fcfdfc; color: #151918; } p { color: #3d4543; } }
</style>
</head>
<body><h1>{{.Message}}</h1><p>{{.Hint}}</p></body>
</html>
`))

// showFailure says in a small window why the application did not start, for a
// start from an icon that has no standard error. It is an attempt: standard
// error has said it already.
func showFailure(public errs.Public) {
	defer func() { _ = recover() }() // the window itself may be what fails
	var page bytes.Buffer
	if err := failurePage.Execute(&page, public); err != nil {
		return
	}
	_ = wails.Run(&options.App{
		Title:         "Clanker Grid",
		Width:         520,
		Height:        180,
		DisableResize: true,
		AssetServer: &assetserver.Options{Handler: http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			serve.SecurityHeaders(w.Header())
			w.Header().Set("Content-Type", "text/html; charset=utf-8")
			w.Write(page.Bytes())
		})},
		Linux: &linux.Options{ProgramName: name, WebviewGpuPolicy: linux.WebviewGpuPolicyNever},
	})
}
