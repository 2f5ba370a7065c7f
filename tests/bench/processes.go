package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// processes are those that were started with the world's home.
func (w *world) processes() []int { return startedWith("HOME=" + w.home + "\x00") }

// startedWith are the processes whose environment holds a text.
func startedWith(text string) []int {
	var out []int
	for _, pid := range everyProcess() {
		environment, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "environ"))
		if err == nil && bytes.Contains(environment, []byte(text)) && alive(pid) {
			out = append(out, pid)
		}
	}
	return out
}

func everyProcess() []int {
	var out []int
	entries, _ := os.ReadDir("/proc")
	for _, entry := range entries {
		if pid, err := strconv.Atoi(entry.Name()); err == nil {
			out = append(out, pid)
		}
	}
	return out
}

// alive is false for a process that has ended and waits to be reaped.
func alive(pid int) bool {
	fields := statOf(pid)
	return len(fields) > 0 && fields[0] != "Z" && fields[0] != "X"
}

// statOf are the fields of a process's stat after its name, which may hold blanks.
func statOf(pid int) []string {
	data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "stat"))
	if err != nil {
		return nil
	}
	text := string(data)
	return strings.Fields(text[strings.LastIndexByte(text, ')')+1:])
}

// program is the base name of what a process runs.
func program(pid int) string {
	data, _ := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
	first, _, _ := strings.Cut(string(data), "\x00")
	return filepath.Base(first)
}

// cpu is the processor time of some processes in seconds, in steps of nanoseconds.
func cpu(pids []int) map[int]float64 {
	used := map[int]float64{}
	for _, pid := range pids {
		threads, _ := filepath.Glob(filepath.Join("/proc", strconv.Itoa(pid), "task", "*", "schedstat"))
		for _, path := range threads {
			data, err := os.ReadFile(path)
			if err != nil {
				continue // the thread has ended
			}
			first, _, _ := strings.Cut(string(data), " ")
			nanoseconds, _ := strconv.ParseFloat(first, 64)
			used[pid] += nanoseconds / 1e9
		}
	}
	return used
}

// spent adds up what was used between two readings.
func spent(before, after map[int]float64, counts func(pid int) bool) float64 {
	total := 0.0
	for pid, seconds := range after {
		if counts(pid) {
			total += max(0, seconds-before[pid])
		}
	}
	return total
}

// pss is the memory of some processes in MiB: each page counts once, shared out
// among all processes that have it.
func pss(pids []int) float64 {
	total := 0.0
	for _, pid := range pids {
		data, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "smaps_rollup"))
		if err != nil {
			continue // it has ended
		}
		for line := range strings.Lines(string(data)) {
			if rest, ok := strings.CutPrefix(line, "Pss:"); ok {
				kib, _ := strconv.ParseFloat(strings.Fields(rest)[0], 64)
				total += kib / 1024
			}
		}
	}
	return total
}

// busyTicks is the processor time that the whole machine has used, in ticks.
func busyTicks() float64 {
	data, err := os.ReadFile("/proc/stat")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(data))[1:11]
	total := 0.0
	for i, field := range fields {
		ticks, _ := strconv.ParseFloat(field, 64)
		// Idle and waiting for a disk are no work; a guest's time is in user already.
		if i != 3 && i != 4 && i < 8 {
			total += ticks
		}
	}
	return total
}

// ticksPerSecond is what every Linux tells programs, whatever its own clock does.
const ticksPerSecond = 100

// family is this process and everything that it started.
func family() []int {
	parents := map[int]int{}
	for _, pid := range everyProcess() {
		if fields := statOf(pid); len(fields) > 1 {
			parents[pid], _ = strconv.Atoi(fields[1])
		}
	}
	var out []int
	for pid := range parents {
		for at := pid; at > 1; at = parents[at] {
			if at == os.Getpid() {
				out = append(out, pid)
				break
			}
		}
	}
	return out
}
