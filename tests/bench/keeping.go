package main

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"clankergrid/tests/bench/figures"
)

// published is the folder of the run that others read.
func (b *bench) published() string { return filepath.Join(b.root, "docs") }

// keep writes the run and its report: in place of the published one, whose reasons
// it takes over, or beside the programs when it is not fit for that.
func (b *bench) keep() error {
	folder := b.published()
	if !b.run.Publishable() {
		folder = b.programs
	}
	last, err := os.ReadFile(filepath.Join(b.published(), kept))
	switch {
	case err == nil:
		run, err := figures.Decode(last)
		if err != nil {
			return err
		}
		b.run.Reasons = run.Reasons
	case !errors.Is(err, fs.ErrNotExist):
		return err
	}
	data, err := b.run.Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(folder, kept), data, 0o644); err != nil {
		return err
	}
	b.say("the report is %s", filepath.Join(folder, report))
	return writeReport(folder)
}

// replace puts areas of this run into the published one.
func (b *bench) replace(areas []string) error {
	last, err := os.ReadFile(filepath.Join(b.published(), kept))
	if err != nil {
		return err
	}
	run, err := figures.Decode(last)
	if err != nil {
		return err
	}
	if run.Rounds != b.run.Rounds {
		return fmt.Errorf("the published run has %d rounds, this one %d", run.Rounds, b.run.Rounds)
	}
	run.Replace(b.run, areas)
	data, err := run.Encode()
	if err != nil {
		return err
	}
	if err := os.WriteFile(filepath.Join(b.published(), kept), data, 0o644); err != nil {
		return err
	}
	return writeReport(b.published())
}

// The run as data, and as a page.
const (
	kept   = "performance.json"
	report = "performance.md"
)

func writeReport(folder string) error {
	data, err := os.ReadFile(filepath.Join(folder, kept))
	if err != nil {
		return err
	}
	run, err := figures.Decode(data)
	if err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(folder, report), []byte(run.Report()), 0o644)
}

// mostLoad is the load above which figures are about the machine's other work.
const mostLoad = 0.5

func (b *bench) warnOfLoad() {
	data, err := os.ReadFile("/proc/loadavg")
	if err != nil {
		return
	}
	first, _, _ := strings.Cut(string(data), " ")
	if load, err := strconv.ParseFloat(first, 64); err == nil && load > mostLoad {
		b.say("the machine is busy (load %.1f): the figures will not be publishable", load)
	}
}
