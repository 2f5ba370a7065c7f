// Command probe runs inside of a terminal and measures it from there, with the
// one clock and the one protocol that every terminal has: it writes, then asks
// a question that an emulator answers when it has parsed everything before it.
//
// It decides what is written and when the clock starts and stops. It must not
// know which terminal it runs in: the product and what it is compared with are
// measured by the same bytes.
package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"
)

const usage = `usage: probe flood KIND MEGABYTES RESULT [PID]   one flood, and how long until it was parsed
       probe endless KIND                       floods until it is ended
       probe echo COUNT READY RESULT            echoes COUNT keys once READY is there, and how long each took
       probe fill LINES RESULT                  fills LINES lines and ends when they are parsed
       probe write MILLISECONDS                 one line each so many milliseconds, until it is ended
       probe block KIND                         prints what a flood repeats, in no terminal`

func main() {
	if err := run(os.Args[1:]); err != nil {
		fmt.Fprintf(os.Stderr, "probe: %v\r\n", err)
		os.Exit(1)
	}
}

func run(args []string) error {
	if len(args) < 2 {
		return errors.New(usage)
	}
	if args[0] == "block" {
		block, err := blockOf(args[1])
		if err != nil {
			return err
		}
		_, err = os.Stdout.Write(block)
		return err
	}
	terminal, err := openTerminal()
	if err != nil {
		return err
	}
	defer terminal.restore()
	switch verb, rest := args[0], args[1:]; {
	case verb == "flood" && (len(rest) == 3 || len(rest) == 4):
		return flood(terminal, rest)
	case verb == "endless" && len(rest) == 1:
		return endless(terminal, rest[0])
	case verb == "echo" && len(rest) == 3:
		return echo(terminal, rest)
	case verb == "fill" && len(rest) == 2:
		return fill(terminal, rest)
	case verb == "write" && len(rest) == 1:
		return write(terminal, rest[0])
	}
	return errors.New(usage)
}

// terminal is the pseudo-terminal that the probe was started in: input comes
// byte by byte and unechoed, and lines end as they are written, so that as many
// bytes leave the terminal as were put in.
type terminal struct {
	in         *bufio.Reader
	out        *os.File
	before     string // stty's own notation
	cols, rows int
}

func openTerminal() (*terminal, error) {
	before, err := stty("-g")
	if err != nil {
		return nil, fmt.Errorf("not in a terminal: %w", err)
	}
	if _, err := stty("-icanon", "-echo", "-onlcr", "min", "1", "time", "0"); err != nil {
		return nil, err
	}
	size, err := stty("size")
	if err != nil {
		return nil, err
	}
	t := &terminal{in: bufio.NewReader(os.Stdin), out: os.Stdout, before: before}
	if _, err := fmt.Sscan(size, &t.rows, &t.cols); err != nil {
		return nil, err
	}
	return t, t.settle()
}

// settle drops the answers to what was asked before: the line editor draws its
// prompt, and with it a question, as often as it likes. The place of the cursor is
// another question, and its answer comes after all of those.
func (t *terminal) settle() error {
	if _, err := t.out.WriteString("\x1b[6n"); err != nil {
		return err
	}
	_, err := t.in.ReadBytes('R')
	return err
}

func stty(args ...string) (string, error) {
	cmd := exec.Command("stty", args...)
	cmd.Stdin = os.Stdin
	out, err := cmd.Output()
	return strings.TrimSpace(string(out)), err
}

func (t *terminal) restore() { stty(t.before) } // nobody could be told of a failure

// The question whether the terminal is well, and the answer to it: ECMA-48, DSR 5.
const (
	question = "\x1b[5n"
	answer   = "\x1b[0n"
)

// parsed asks and waits for the answer. Keys that come before it are returned.
func (t *terminal) parsed() (keys []byte, err error) {
	if _, err := t.out.WriteString(question); err != nil {
		return nil, err
	}
	for {
		b, err := t.in.ReadByte()
		if err != nil {
			return keys, err
		}
		if b != answer[0] {
			keys = append(keys, b)
			continue
		}
		for _, want := range []byte(answer[1:]) {
			got, err := t.in.ReadByte()
			if err != nil {
				return keys, err
			}
			if got != want {
				return keys, fmt.Errorf("the terminal answered with %q in place of %q", got, want)
			}
		}
		return keys, nil
	}
}

func flood(t *terminal, args []string) error {
	megabytes, err := strconv.Atoi(args[1])
	if err != nil {
		return err
	}
	block, err := blockOf(args[0])
	if err != nil {
		return err
	}
	pid := ""
	if len(args) == 4 {
		pid = args[3]
	}
	cpu := cpuOf(pid)
	start := time.Now()
	for left := megabytes * 1_000_000; left > 0; {
		n, err := t.out.Write(block[:min(left, len(block))])
		if err != nil {
			return err
		}
		left -= n
	}
	if _, err := t.parsed(); err != nil {
		return err
	}
	took := time.Since(start)
	return t.report(args[2], map[string]any{
		"megabytes": megabytes, "seconds": took.Seconds(), "cpuSeconds": cpuOf(pid) - cpu,
	})
}

func endless(t *terminal, kind string) error {
	block, err := blockOf(kind)
	if err != nil {
		return err
	}
	for {
		if _, err := t.out.Write(block); err != nil {
			return err
		}
	}
}

// echo answers each key with itself and the question. From the write to the
// answer, the bytes go one way out and one way in, as from a key to its echo.
func echo(t *terminal, args []string) error {
	count, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	// A key that came before would have been echoed by the terminal itself.
	if err := t.report(args[1], map[string]any{}); err != nil {
		return err
	}
	var early []byte
	milliseconds := make([]float64, 0, count)
	for len(milliseconds) < count {
		var key byte
		if len(early) > 0 {
			key, early = early[0], early[1:]
		} else if key, err = t.in.ReadByte(); err != nil {
			return err
		}
		start := time.Now()
		if _, err := t.out.Write([]byte{key}); err != nil {
			return err
		}
		keys, err := t.parsed()
		if err != nil {
			return err
		}
		early = append(early, keys...)
		milliseconds = append(milliseconds, float64(time.Since(start).Microseconds())/1000)
	}
	return t.report(args[2], map[string]any{"milliseconds": milliseconds})
}

func fill(t *terminal, args []string) error {
	lines, err := strconv.Atoi(args[0])
	if err != nil {
		return err
	}
	out := bufio.NewWriter(t.out)
	for i := range lines {
		// A line that is full to its last cell and not wrapped.
		line := fmt.Sprintf("%5d ", i)
		for len(line) < t.cols {
			line += string(rune('!' + (i+len(line))%94))
		}
		fmt.Fprintf(out, "%s\r\n", line[:t.cols])
	}
	if err := out.Flush(); err != nil {
		return err
	}
	if _, err := t.parsed(); err != nil {
		return err
	}
	return t.report(args[1], map[string]any{"lines": lines})
}

// write is a program that works and says so, at a pace.
func write(t *terminal, pace string) error {
	milliseconds, err := strconv.Atoi(pace)
	if err != nil {
		return err
	}
	tick := time.NewTicker(time.Duration(milliseconds) * time.Millisecond)
	defer tick.Stop()
	for i := 0; ; i++ {
		<-tick.C
		if _, err := fmt.Fprintf(t.out, "\x1b[32m%8d\x1b[m %-60.60s \x1b[1;34m%3d%%\x1b[m\r\n", i, sentence, i%101); err != nil {
			return err
		}
	}
}

// report writes the result whole, because somebody waits for the file to be there.
func (t *terminal) report(path string, values map[string]any) error {
	values["cols"], values["rows"] = t.cols, t.rows
	data, err := json.Marshal(values)
	if err != nil {
		return err
	}
	if err := os.WriteFile(path+".part", data, 0o600); err != nil {
		return err
	}
	return os.Rename(path+".part", path)
}

// cpuOf is the processor time in seconds that a process has used, in nanoseconds'
// steps: the system's ticks of 10 ms would be a tenth of what is measured here.
func cpuOf(pid string) float64 {
	if pid == "" {
		return 0
	}
	threads, _ := filepath.Glob(filepath.Join("/proc", pid, "task", "*", "schedstat"))
	var total float64
	for _, path := range threads {
		data, err := os.ReadFile(path)
		if err != nil {
			continue // the thread has ended
		}
		first, _, _ := strings.Cut(string(data), " ")
		nanoseconds, _ := strconv.ParseFloat(first, 64)
		total += nanoseconds / 1e9
	}
	return total
}
