package catalog

import (
	"context"
	"regexp"
	"strings"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/harness"
)

// versionTimeout bounds the question for a version. A CLI that does not answer in
// this time is installed all the same.
const versionTimeout = 10 * time.Second

// versionOutput bounds what is read of the answer; the version stands in its first
// line.
const versionOutput = 64 << 10

// Presence says whether a CLI can be launched.
type Presence string

// The presences.
const (
	Checking  Presence = "checking"
	Installed Presence = "installed"
	Missing   Presence = "missing"
	// Unusable is a name that is on PATH and cannot be run.
	Unusable Presence = "unusable"
)

// Installation is what is known of one CLI on the machine.
type Installation struct {
	Presence Presence
	Path     string
	// Version is what the CLI says, without a name before it; empty when it did not
	// say or is still being asked.
	Version string
	// stamp is of the program that was asked for Version.
	stamp string
}

// look finds the CLI. It asks for the version only when the program is another one
// than before, because some need a second to answer.
func look(ctx context.Context, machine Machine, executor *harness.Executor, d harness.Descriptor, before Installation, found func(Installation)) Installation {
	at, err := machine.Find(ctx, d.Executable)
	if err != nil {
		return Installation{Presence: absence(err)}
	}
	if at.Stamp == before.stamp && at.Path == before.Path {
		return before
	}
	now := Installation{Presence: Installed, Path: at.Path}
	found(now)
	now.Version = askVersion(ctx, executor, d.Executable)
	now.stamp = at.Stamp
	return now
}

func absence(err error) Presence {
	if command.ReasonOf(err) == command.NotInstalled {
		return Missing
	}
	return Unusable
}

func askVersion(ctx context.Context, executor *harness.Executor, program string) string {
	result, err := harness.RequireSuccess(executor.Run(ctx, harness.Command{
		Program: program, Args: []string{"--version"}, Timeout: versionTimeout, Output: versionOutput,
	}))
	if err != nil {
		return "" // its launch will tell more than we could
	}
	return ParseVersion(string(result.Stdout))
}

// number is a version as all of these CLIs write theirs: three numbers, and what
// belongs to them.
var number = regexp.MustCompile(`\d{1,9}\.\d{1,9}\.\d{1,9}(?:[-+.][0-9A-Za-z][0-9A-Za-z.+-]{0,63})?`)

// ParseVersion finds the version in what a CLI printed; empty when there is none.
func ParseVersion(text string) string {
	for line := range strings.Lines(text) {
		if found := number.FindString(line); found != "" {
			return strings.TrimRight(found, ".+-")
		}
	}
	return ""
}
