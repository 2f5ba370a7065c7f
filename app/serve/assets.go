package serve

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"path"
	"strings"
	"time"
)

// contentTypes are fixed: the system's own table differs between machines, and
// a page with nosniff does not run a script of another type.
var contentTypes = map[string]string{
	".html":  "text/html; charset=utf-8",
	".js":    "text/javascript; charset=utf-8",
	".css":   "text/css; charset=utf-8",
	".svg":   "image/svg+xml",
	".png":   "image/png",
	".ico":   "image/x-icon",
	".woff2": "font/woff2",
	".json":  "application/json",
	".txt":   "text/plain; charset=utf-8",
	".md":    "text/plain; charset=utf-8",
}

// Assets serves the built frontend. Nothing outside dist and no listing is
// served, and every unknown path is 404: the page has no routes. The page itself
// is given the look in force, if there is one to ask for.
func Assets(dist fs.FS, look Look) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		name := strings.TrimPrefix(r.URL.Path, "/")
		if name == "" {
			name = document
		}
		file, err := openFile(dist, name)
		if err != nil {
			http.Error(w, "There is nothing here.", http.StatusNotFound)
			return
		}
		defer file.Close()
		typ := contentTypes[path.Ext(name)]
		if typ == "" {
			typ = "application/octet-stream"
		}
		w.Header().Set("Content-Type", typ)
		w.Header().Set("Cache-Control", cacheControl(name))
		var content io.ReadSeeker = file
		if name == document && look != nil {
			if content, err = dressed(file, look()); err != nil {
				http.Error(w, "The page cannot be read.", http.StatusInternalServerError)
				return
			}
		}
		http.ServeContent(w, r, "", time.Time{}, content)
	})
}

// cacheControl: a hashed asset never changes under its name; the page that names
// the assets must not outlive an upgrade.
func cacheControl(name string) string {
	switch {
	case strings.HasPrefix(name, "assets/"):
		return "public, max-age=31536000, immutable"
	case name == document:
		return "no-store"
	default:
		return "no-cache"
	}
}

type seekableFile interface {
	io.ReadSeeker
	io.Closer
}

func openFile(dist fs.FS, name string) (seekableFile, error) {
	if !fs.ValidPath(name) || strings.HasPrefix(path.Base(name), ".") {
		return nil, fs.ErrNotExist
	}
	file, err := dist.Open(name)
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	seekable, ok := file.(seekableFile)
	if err != nil || info.IsDir() || !ok {
		return nil, errors.Join(fs.ErrNotExist, file.Close())
	}
	return seekable, nil
}
