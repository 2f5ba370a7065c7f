//go:build !linux || !cgo

package main

import (
	"fmt"
	"os"
)

func show(int, int, string) {
	fmt.Fprintln(os.Stderr, "webview: built without WebKitGTK")
	os.Exit(2)
}
