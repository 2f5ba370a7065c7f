// Command clanker is the application in a browser and its command line. It
// starts on a machine without any graphical library, and hands each verb to the
// folder that is named like it.
package main

import (
	"os"

	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/cmd/clanker/root"
	"clankergrid/frontend"
)

func main() { os.Exit(run()) }

func run() int { return root.Execute(cli.FromProcess(frontend.Dist), os.Args[1:]) }
