// Package frontend holds the built interface inside the binary. It decides only
// whether there is one; serving it and its security headers belong to the
// packages that answer requests.
package frontend

import (
	"embed"
	"io/fs"

	"clankergrid/backend/errs"
)

// dist is committed with nothing but .keep, so that every Go command works
// before the first build of the frontend.
//
//go:embed all:dist
var dist embed.FS

// Dist returns the built interface with index.html at its root, or an error of
// kind Unavailable when this binary was built without it.
func Dist() (fs.FS, error) { return built(dist) }

func built(root fs.FS) (fs.FS, error) {
	const op = "frontend.Dist"
	files, err := fs.Sub(root, "dist")
	if err != nil {
		return nil, errs.Wrap(op, errs.Internal, "The interface cannot be read from this program.", "", err)
	}
	if _, err := fs.Stat(files, "index.html"); err != nil {
		return nil, errs.Wrap(op, errs.Unavailable, "This program was built without its interface.",
			"Run `go run ./build build` in the source folder.", err)
	}
	return files, nil
}
