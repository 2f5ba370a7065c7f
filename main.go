// Command clanker-grid is the desktop application.
package main

import (
	"os"

	"clankergrid/app"
)

func main() { os.Exit(app.Main(os.Args[1:])) }
