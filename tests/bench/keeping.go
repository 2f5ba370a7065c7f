package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"clankergrid/tests/bench/figures"
)

func (b *bench) kept() string   { return filepath.Join(b.root, "docs/performance.json") }
func (b *bench) report() string { return filepath.Join(b.root, "docs/performance.md") }

// keep writes the run in place of the last one, whose reasons it takes over.
func (b *bench) keep() error {
	last, err := os.ReadFile(b.kept())
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
	return os.WriteFile(b.kept(), data, 0o644)
}

func (b *bench) writeReport() error {
	data, err := os.ReadFile(b.kept())
	if err != nil {
		return err
	}
	run, err := figures.Decode(data)
	if err != nil {
		return err
	}
	return os.WriteFile(b.report(), []byte(run.Report()), 0o644)
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
