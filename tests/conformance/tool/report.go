package main

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"clankergrid/tests/conformance"
)

const preface = `# Conformance

<!-- Written by tests/conformance/tool from what the checks have noted; edits here are lost. -->

Each CLI was launched by the application's own launch service, in a real pseudo-terminal, against a model provider of ours, with a throwaway home. The smoke
check is a start, a turn, the CLI's own way to leave, and the shell in its place. "not run" is for what is not installed, and for checks that did not come to
their end. Antigravity has no package on any registry, so nothing of it was seen.

`

// report renders what the checks have written, one JSON object a line.
func report(results, to string) error {
	text, err := os.ReadFile(results)
	if err != nil {
		return err
	}
	byCheck := map[string]map[string]conformance.Result{}
	var checks []string
	lines := bufio.NewScanner(bytes.NewReader(text))
	for lines.Scan() {
		var r conformance.Result
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			return err
		}
		if byCheck[r.Check] == nil {
			byCheck[r.Check] = map[string]conformance.Result{}
			checks = append(checks, r.Check)
		}
		byCheck[r.Check][r.Harness] = r
	}
	if err := lines.Err(); err != nil {
		return err
	}
	slices.Sort(checks)
	var page strings.Builder
	page.WriteString(preface)
	fmt.Fprintf(&page, "Run on %s.\n\n| check |", time.Now().UTC().Format("2006-01-02"))
	for _, c := range conformance.CLIs {
		fmt.Fprintf(&page, " %s %s |", c.Harness, c.Version)
	}
	page.WriteString("\n| --- |" + strings.Repeat(" --- |", len(conformance.CLIs)) + "\n")
	for _, check := range checks {
		fmt.Fprintf(&page, "| %s |", check)
		for _, c := range conformance.CLIs {
			outcome := "not run"
			if r, ok := byCheck[check][c.Harness]; ok {
				outcome = r.Outcome
			}
			fmt.Fprintf(&page, " %s |", outcome)
		}
		page.WriteString("\n")
	}
	return os.WriteFile(to, []byte(page.String()), 0o644)
}
