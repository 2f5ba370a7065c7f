//go:build !linux

package app

import "io/fs"

// findCard is asked for WebKitGTK alone; other webviews decide by themselves.
func findCard(fs.FS) card { return card{} }
