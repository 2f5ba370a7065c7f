// Command bench measures the product as it is delivered, beside a peer and the
// emulator alone, and writes what it found.
//
// It decides what is measured, in which order and how often. It must not look
// into the product: whatever it needs to know, a program in a terminal, a
// person at the keyboard or the kernel can know.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"clankergrid/tests/bench/figures"
)

func main() {
	if err := run(); err != nil {
		fmt.Fprintf(os.Stderr, "bench: %v\n", err)
		os.Exit(1)
	}
}

// grid is the size of a terminal in cells.
type grid struct{ cols, rows int }

// bench is one run.
type bench struct {
	root      string // of the repository
	programs  string // where what is measured was built
	chromium  string
	screen    *virtualScreen
	scratch   string // the worlds of this run lie in it
	rounds    int
	seconds   time.Duration // how long is looked at what does nothing
	megabytes int
	grids     map[string]grid // of one terminal that fills the window, by engine
	run       *figures.Run
}

func (b *bench) path(name string) string { return filepath.Join(b.programs, name) }

func (b *bench) say(format string, args ...any) {
	fmt.Printf("%s "+format+"\n", append([]any{time.Now().Format("15:04:05")}, args...)...)
}

func run() error {
	var only, engines string
	var quick, render, again bool
	b := &bench{grids: map[string]grid{}}
	flag.StringVar(&b.root, "root", ".", "the repository")
	flag.StringVar(&b.programs, "programs", "bin", "the folder with everything that is measured")
	flag.BoolVar(&quick, "quick", false, "fewer and smaller, not to be published")
	flag.BoolVar(&render, "report", false, "only render the report of the run that is kept")
	flag.StringVar(&only, "only", "", "areas, with commas between: "+strings.Join(areaNames(), ", "))
	flag.BoolVar(&again, "again", false, "put the areas of -only into the published run, in place of what it has of them")
	flag.StringVar(&engines, "engines", figures.Chromium+","+figures.WebKitGTK, "engines, with commas between")
	flag.IntVar(&b.rounds, "rounds", 5, "how often each thing is measured")
	flag.IntVar(&b.megabytes, "megabytes", 100, "how much a flood is")
	flag.DurationVar(&b.seconds, "idle", 30*time.Second, "how long is looked at what does nothing")
	flag.Parse()
	if render {
		return writeReport(b.published())
	}
	if again && (quick || only == "") {
		return errors.New("-again needs -only, and as many rounds as any run")
	}
	if quick {
		b.rounds, b.megabytes, b.seconds = 1, 10, 5*time.Second
	}
	if runtime.GOOS != "linux" {
		return errors.New("the measurements read /proc and need a virtual screen, which only Linux has")
	}
	var err error
	if b.root, err = filepath.Abs(b.root); err != nil {
		return err
	}
	if b.programs, err = filepath.Abs(b.programs); err != nil {
		return err
	}
	if b.chromium, err = findChromium(); err != nil {
		return err
	}
	if err := b.prepare(); err != nil {
		return err
	}
	// Short, because the paths of Unix sockets lie below it.
	if b.scratch, err = os.MkdirTemp("", "cgb-"); err != nil {
		return err
	}
	defer os.RemoveAll(b.scratch)
	if b.screen, err = startVirtualScreen(1600, 1000); err != nil {
		return err
	}
	defer b.screen.close()
	defer b.watchSignals()()
	b.run = &figures.Run{Started: time.Now().UTC().Truncate(time.Second), Version: b.version(), Machine: b.machine(), Rounds: b.rounds}
	b.warnOfLoad()
	var failed []error
	for _, a := range areas {
		if only != "" && !slices.Contains(strings.Split(only, ","), a.name) {
			b.run.Unmeasured = append(b.run.Unmeasured, a.name)
			continue
		}
		// What one area fails at is no reason to lose the others.
		if err := a.measure(b, strings.Split(engines, ",")); err != nil {
			b.say("%s: %v", a.name, err)
			b.run.Unmeasured = append(b.run.Unmeasured, a.name)
			failed = append(failed, fmt.Errorf("%s: %w", a.name, err))
		}
	}
	if again && len(failed) == 0 {
		return b.replace(strings.Split(only, ","))
	}
	return errors.Join(append(failed, b.keep())...)
}

// watchSignals lets an interrupted run leave nothing behind; what was measured until
// then is lost with it.
func (b *bench) watchSignals() (stop func()) {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	done := make(chan struct{})
	go func() {
		defer close(done)
		if _, interrupted := <-signals; interrupted {
			b.abandon()
			os.Exit(interruptedCode)
		}
	}()
	return func() {
		signal.Stop(signals)
		close(signals)
		<-done
	}
}

// interruptedCode is a shell's own for an interrupt.
const interruptedCode = 130

// abandon ends everything that this run has started.
func (b *bench) abandon() {
	for _, pid := range startedWith("HOME=" + b.scratch) {
		if process, err := os.FindProcess(pid); err == nil {
			process.Kill() // it may be gone by now
		}
	}
	b.screen.command.Process.Kill()
	os.RemoveAll(b.scratch)
}

// prepare writes what the peer serves: the product's font and the floods' blocks.
func (b *bench) prepare() error {
	font, err := os.ReadFile(filepath.Join(b.root, "frontend/node_modules/@fontsource-variable/jetbrains-mono/files/jetbrains-mono-latin-wght-normal.woff2"))
	if err != nil {
		return err
	}
	if err := os.WriteFile(b.path("font.woff2"), font, 0o644); err != nil {
		return err
	}
	if err := os.MkdirAll(b.path("floods"), 0o755); err != nil {
		return err
	}
	for _, kind := range floodKinds {
		block, err := exec.Command(b.path("probe"), "block", kind).Output()
		if err != nil {
			return err
		}
		if err := os.WriteFile(b.path("floods/"+kind), block, 0o644); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) version() string {
	out, err := exec.Command(b.path("clanker"), "--version").Output()
	if err != nil {
		return "unknown"
	}
	return strings.TrimSpace(string(out))
}

// sample measures one thing and how busy the machine was with others meanwhile.
func (b *bench) sample(s figures.Sample, measure func() (map[string]float64, error)) error {
	before, ours, at := busyTicks(), cpu(family()), time.Now()
	values, err := measure()
	if err != nil {
		return fmt.Errorf("%s of %s in %s: %w", s.Case, s.Contender, s.Engine, err)
	}
	wall := time.Since(at).Seconds()
	used := spent(ours, cpu(family()), func(int) bool { return true })
	s.Others = max(0, (busyTicks()-before)/ticksPerSecond-used) / wall
	s.Values = values
	b.run.Samples = append(b.run.Samples, s)
	b.say("%-6s %-9s %-7s %-14s %d %s others %.2f", s.Area, s.Engine, s.Contender, s.Case, s.Round, brief(values), s.Others)
	return nil
}

func brief(values map[string]float64) string {
	var out []string
	for name, value := range values {
		out = append(out, fmt.Sprintf("%s %.4g", name, value))
	}
	slices.Sort(out)
	return strings.Join(out, ", ")
}
