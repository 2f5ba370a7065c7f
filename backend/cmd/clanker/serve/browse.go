package serve

import (
	"context"
	"html/template"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"time"

	"clankergrid/app/compose"
	"clankergrid/backend/errs"
	"clankergrid/backend/shell"
)

// redirectLife is how long a browser has to read the redirect file: a cold start
// of a large profile takes some seconds.
const redirectLife = 30 * time.Second

// redirect is a private file that leads a browser to the address. A browser is
// started with the file's name, so that no command line ever holds the token.
type redirect struct {
	path  string
	timer *time.Timer
	once  sync.Once
}

// The page leads on without a script and tells no one where it came from.
var redirectPage = template.Must(template.New("redirect").Parse(`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={{.}}">
<title>Clanker Grid</title>
</head>
<body><p><a href="{{.}}">Open Clanker Grid</a></p></body>
</html>
`))

// browse opens a browser when asked to. A failure is told and ends nothing: the
// address is printed.
func browse(ctx context.Context, o *options, address string, complaints *printer) *redirect {
	if !o.open && !o.app {
		return nil
	}
	var r *redirect
	dir, err := compose.SecretsDirOf(o.process.Getenv, o.process.Home)
	if err == nil {
		r, err = writeRedirect(dir, address)
	}
	if err == nil {
		system := &shell.System{Environ: o.process.Environ}
		if o.app {
			err = system.OpenAppWindow(ctx, fileURL(r.path))
		} else {
			err = system.Open(ctx, r.path)
		}
	}
	if err != nil {
		public := errs.PublicOf(err)
		complaints.print("clanker: " + public.Message + " Open the printed address in a browser.\n")
	}
	return r
}

func writeRedirect(dir, address string) (*redirect, error) {
	const op = "serve.writeRedirect"
	file, err := os.CreateTemp(dir, "open-*.html") // mode 0600
	if err != nil {
		return nil, errs.Wrap(op, errs.Storage, "The browser cannot be led to the application.", "", err)
	}
	r := &redirect{path: file.Name()}
	err = redirectPage.Execute(file, address)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		r.remove()
		return nil, errs.Wrap(op, errs.Storage, "The browser cannot be led to the application.", "", err)
	}
	r.timer = time.AfterFunc(redirectLife, r.delete)
	return r, nil
}

// remove deletes the file now; a nil redirect has none.
func (r *redirect) remove() {
	if r == nil {
		return
	}
	if r.timer != nil {
		r.timer.Stop()
	}
	r.delete()
}

// removeAfterUse keeps the file for as long as a browser may need it, in a
// process that would otherwise end now.
func (r *redirect) removeAfterUse(ctx context.Context) {
	if r == nil {
		return
	}
	defer r.remove()
	used := time.NewTimer(redirectLife)
	defer used.Stop()
	select {
	case <-used.C:
	case <-ctx.Done():
	}
}

func (r *redirect) delete() { r.once.Do(func() { os.Remove(r.path) }) }

func fileURL(path string) string {
	path = filepath.ToSlash(path)
	if path != "" && path[0] != '/' {
		path = "/" + path // C:/dir is file:///C:/dir
	}
	return (&url.URL{Scheme: "file", Path: path}).String()
}
