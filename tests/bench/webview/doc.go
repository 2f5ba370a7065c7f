// Command webview shows one page in a window of the system's web engine, with
// nothing around it: what the product is compared with has to be drawn by the
// same engine, set up in the same way.
//
// It decides nothing about the page. It must not grow into a browser.
package main

import (
	"fmt"
	"os"
	"strconv"
)

const usage = "usage: webview WIDTH HEIGHT ADDRESS"

func main() {
	if len(os.Args) != 4 {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	width, errWidth := strconv.Atoi(os.Args[1])
	height, errHeight := strconv.Atoi(os.Args[2])
	if errWidth != nil || errHeight != nil {
		fmt.Fprintln(os.Stderr, usage)
		os.Exit(2)
	}
	show(width, height, os.Args[3])
}
