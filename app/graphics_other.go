//go:build !linux

package app

import "io/fs"

// nvidiaDriver is asked for WebKitGTK alone.
func nvidiaDriver(fs.FS) string { return "" }
