package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

// world is a throwaway home. What runs in it is found by the HOME that it was
// started with.
type world struct {
	root, home string
	probe      string // the program that measures from inside of a terminal
	display    string // of the virtual screen; empty for what needs none
}

// startup is what every shell of a world reads. With its first prompt it asks what
// only an emulator answers; the line editor, which is what a person types to, takes
// the answer and notes when it came. That is asked once: a prompt that asks whenever
// it is drawn, which an answer brings about, would never rest.
const startup = `PS1='ready> \[\e[5n\]'
bench_ready() {
	local now=$EPOCHREALTIME
	bind '"\e[0n": ""'
	PS1='ready> '
	echo "$now" > "$HOME/ready/$$.part" && mv "$HOME/ready/$$.part" "$HOME/ready/$$"
	eval "$BENCH_THEN"
}
bind -x '"\e[0n": bench_ready'
`

func (b *bench) newWorld() (*world, error) {
	root, err := os.MkdirTemp(b.scratch, "w")
	if err != nil {
		return nil, err
	}
	w := &world{root: root, home: filepath.Join(root, "home"), probe: b.path("probe"), display: b.screen.display}
	for _, dir := range []string{"home/ready", "config", "data", "state", "cache", "run", "tmp"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			return nil, err
		}
	}
	for _, name := range []string{".bashrc", ".bash_profile"} {
		if err := os.WriteFile(filepath.Join(w.home, name), []byte(startup), 0o600); err != nil {
			return nil, err
		}
	}
	return w, nil
}

func (w *world) environ(extra ...string) []string {
	return append([]string{
		"PATH=/usr/bin:/bin", "HOME=" + w.home, "USER=bench", "SHELL=/bin/bash", "LANG=C.UTF-8",
		"TMPDIR=" + filepath.Join(w.root, "tmp"),
		"XDG_CONFIG_HOME=" + filepath.Join(w.root, "config"), "XDG_DATA_HOME=" + filepath.Join(w.root, "data"),
		"XDG_STATE_HOME=" + filepath.Join(w.root, "state"), "XDG_CACHE_HOME=" + filepath.Join(w.root, "cache"),
		"XDG_RUNTIME_DIR=" + filepath.Join(w.root, "run"),
		"DISPLAY=" + w.display, "GDK_BACKEND=x11",
		"BENCH_PROBE=" + w.probe,
		// Without these the toolkit starts daemons of its own.
		"NO_AT_BRIDGE=1", "DBUS_SESSION_BUS_ADDRESS=disabled:",
	}, extra...)
}

// folder makes a project folder.
func (w *world) folder(name string) (string, error) {
	path := filepath.Join(w.home, name)
	return path, os.MkdirAll(path, 0o700)
}

// result is where a probe leaves what it measured.
func (w *world) result(name string) string { return filepath.Join(w.home, name+".json") }

// take waits for a probe's result and removes it, for the next one.
func (w *world) take(name string, patience time.Duration) (outcome, error) {
	path := w.result(name)
	var data []byte
	err := await("the result of "+name, patience, func() bool {
		var err error
		data, err = os.ReadFile(path)
		return err == nil
	})
	if err != nil {
		return outcome{}, err
	}
	var o outcome
	if err := json.Unmarshal(data, &o); err != nil {
		return outcome{}, err
	}
	return o, os.Remove(path)
}

// outcome is what a probe reports; each of its verbs fills what it measures.
type outcome struct {
	Cols         int       `json:"cols"`
	Rows         int       `json:"rows"`
	Megabytes    float64   `json:"megabytes"`
	Seconds      float64   `json:"seconds"`
	CPUSeconds   float64   `json:"cpuSeconds"`
	Milliseconds []float64 `json:"milliseconds"`
}

// awaitReady waits until count shells have asked for input and were answered, and
// returns when the last of them was.
func (w *world) awaitReady(count int, patience time.Duration) (time.Time, error) {
	var names []string
	err := await(fmt.Sprintf("%d shells to be ready", count), patience, func() bool {
		names, _ = filepath.Glob(filepath.Join(w.home, "ready", "*[0-9]"))
		return len(names) >= count
	})
	var last time.Time
	for _, name := range names {
		text, readErr := os.ReadFile(name)
		seconds, parseErr := strconv.ParseFloat(string(bytes.TrimSpace(text)), 64)
		if readErr != nil || parseErr != nil {
			return last, fmt.Errorf("%s holds no time", name)
		}
		if at := time.UnixMicro(int64(seconds * 1e6)); at.After(last) {
			last = at
		}
	}
	return last, err
}

// forgetReady lets awaitReady count anew.
func (w *world) forgetReady() error {
	names, err := filepath.Glob(filepath.Join(w.home, "ready", "*"))
	for _, name := range names {
		if err := os.Remove(name); err != nil {
			return err
		}
	}
	return err
}

// dispose ends whatever is left of the world and removes it.
func (w *world) dispose() error {
	err := await("everything to end", patience, func() bool {
		left := w.processes()
		for _, pid := range left {
			if process, err := os.FindProcess(pid); err == nil {
				process.Kill() // it may be gone by now
			}
		}
		return len(left) == 0
	})
	if err != nil {
		return err
	}
	return os.RemoveAll(w.root)
}

// patience is longer than anything here takes on a busy machine but a flood.
const patience = 60 * time.Second

// await polls: processes and files of others send no event.
func await(what string, patience time.Duration, holds func() bool) error {
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	deadline := time.Now().Add(patience)
	for !holds() {
		if time.Now().After(deadline) {
			return fmt.Errorf("waited in vain for %s", what)
		}
		<-tick.C
	}
	return nil
}
