package main

import (
	"context"
	"encoding/json"
	"strconv"

	"github.com/rogpeppe/go-internal/testscript"

	"clankergrid/app/compose"
	"clankergrid/backend/core"
)

// ownerStatus is what the owner says now; empty when none answers.
func ownerStatus(ts *testscript.TestScript) (status compose.Status) {
	client, err := compose.DialOwner(context.Background(), ts.Getenv, ts.Getenv("HOME"))
	if err != nil {
		return status
	}
	defer client.Close()
	if raw, err := client.Status(context.Background()); err == nil {
		json.Unmarshal(raw, &status)
	}
	return status
}

// awaitTerminals waits until so many terminals run.
func awaitTerminals(ts *testscript.TestScript, _ bool, args []string) {
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	eventually(ts, args[0]+" running terminals", func() bool {
		running := 0
		for _, ws := range ownerStatus(ts).Workspaces {
			for _, t := range ws.Terminals {
				if t.State == core.TerminalRunning {
					running++
				}
			}
		}
		return running == want
	})
}
