package main

import (
	"os"
	"os/exec"
	"runtime"
	"strconv"
	"strings"

	"clankergrid/tests/bench/figures"
)

// machine describes where the figures come from.
func (b *bench) machine() figures.Machine {
	m := figures.Machine{System: field("/etc/os-release", "PRETTY_NAME="), Processor: field("/proc/cpuinfo", "model name"), Processors: runtime.NumCPU(), Programs: map[string]string{}}
	if fields := strings.Fields(field("/proc/meminfo", "MemTotal")); len(fields) > 0 {
		kib, _ := strconv.ParseFloat(fields[0], 64)
		m.MemoryGiB = float64(int(kib/1024/1024*10)) / 10
	}
	for name, argv := range map[string][]string{
		figures.Chromium:  {b.chromium, "--version"},
		figures.WebKitGTK: {"pkg-config", "--modversion", "webkit2gtk-4.1"},
		"Node":            {"node", "--version"},
		"Go":              {"go", "env", "GOVERSION"},
	} {
		out, err := exec.Command(argv[0], argv[1:]...).Output()
		if err == nil {
			m.Programs[name] = strings.TrimSpace(string(out))
		}
	}
	return m
}

// field is the rest of the first line that begins so, without what stands around it.
func field(path, name string) string {
	data, _ := os.ReadFile(path)
	for line := range strings.Lines(string(data)) {
		if rest, ok := strings.CutPrefix(line, name); ok {
			return strings.Trim(rest, "\t\n :\"")
		}
	}
	return ""
}
