package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"clankergrid/tests/bench/figures"
)

// eighty is a window in which four terminals have 80 columns each. The font keeps
// its size; the width was found by trying, and the report says what came of it.
var eighty = layout{width: 1180, height: 900, terminals: 1}

// perWorkspace is how many terminals a workspace has: more would be too small to
// be used on a screen of this size.
const perWorkspace = 4

// counts are the numbers of terminals that are compared.
var counts = []int{1, 16, 50}

// starts measures from the start of the program to a prompt that can be used. The
// file system's cache is warm, as it is for a program that is started daily.
func (b *bench) starts([]string) error {
	w, err := b.newWorld()
	if err != nil {
		return err
	}
	s := &session{world: w}
	s.onClose(w.dispose)
	return errors.Join(b.startRounds(s), s.close())
}

func (b *bench) startRounds(s *session) error {
	// The first start makes the workspace that the others restore.
	if err := b.openIn(s, figures.Product, figures.WebKitGTK, plain); err != nil {
		return err
	}
	if err := b.quit(s); err != nil {
		return err
	}
	for round := range b.rounds {
		err := b.sample(figures.Sample{Area: figures.Start, Engine: figures.WebKitGTK, Contender: figures.Product, Case: "window", Round: round}, func() (map[string]float64, error) {
			if err := s.world.forgetReady(); err != nil {
				return nil, err
			}
			began := time.Now()
			if err := b.startProduct(s, figures.WebKitGTK, plain); err != nil {
				return nil, err
			}
			ready, err := s.world.awaitReady(1, patience)
			return map[string]float64{"seconds": ready.Sub(began).Seconds()}, err
		})
		if err = errors.Join(err, b.quit(s)); err != nil {
			return err
		}
	}
	return nil
}

// quit ends the window, and forgets it. The shell may still be at what notes that it
// was ready, so it is not asked.
func (b *bench) quit(s *session) error {
	if err := b.clanker(s.world, "quit", "--force"); err != nil {
		return err
	}
	last := len(s.closers) - 1
	err := s.closers[last]() // waits for the window's process
	s.closers, s.screen = s.closers[:last], nil
	return errors.Join(err, await("the application to end", patience, func() bool { return len(s.world.processes()) == 0 }))
}

// openMany opens terminals in workspaces of four, one after the other, and waits
// until each has done what it does first.
func (b *bench) openMany(s *session, engine string, l layout, count int) error {
	if err := b.startProduct(s, engine, l); err != nil {
		return err
	}
	for opened := range count {
		if opened%perWorkspace == 0 {
			folder, err := s.world.folder(fmt.Sprintf("project-%d", opened/perWorkspace))
			if err != nil {
				return err
			}
			if err := b.clanker(s.world, "open", folder); err != nil {
				return err
			}
		} else if err := s.screen.chord(newTerminal[engine]); err != nil {
			return err
		}
		if _, err := s.world.awaitReady(opened+1, patience); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) memory([]string) error {
	for _, count := range counts {
		w, err := b.newWorld()
		if err != nil {
			return err
		}
		s := &session{world: w}
		s.onClose(w.dispose)
		if err := errors.Join(b.memoryOf(s, count), s.close()); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) memoryOf(s *session, count int) error {
	l := eighty
	l.then = fillWhenTold
	// A terminal that was split off has its columns only when it is one of four, so
	// all are filled once all are there.
	if err := b.openMany(s, figures.WebKitGTK, l, count); err != nil {
		return err
	}
	columns, err := b.fillAll(s)
	if err != nil {
		return err
	}
	which := fmt.Sprintf("%d terminals", count)
	if count == 1 {
		which = "1 terminal"
	}
	time.Sleep(settling)
	looked := b.seconds
	if count != counts[len(counts)-1] {
		looked /= 3 // only the idleness of many is promised
	}
	for round := range b.rounds {
		err := b.sample(figures.Sample{Area: figures.Memory, Engine: figures.WebKitGTK, Contender: figures.Product, Case: which, Round: round}, func() (map[string]float64, error) {
			all := s.world.processes()
			before, at := cpu(all), time.Now()
			time.Sleep(looked)
			used, wall := spent(before, cpu(all), isOurs), time.Since(at).Seconds()
			ours, shells := split(all)
			return map[string]float64{
				"idle %": 100 * used / wall, "columns": columns,
				"MiB": pss(ours), "backend MiB": pss([]int{s.backend}), "shells MiB": pss(shells),
			}, nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// fillWhenTold waits for a line and then fills the terminal.
const fillWhenTold = `mkfifo "$HOME/fill-$$" && read -r < "$HOME/fill-$$"; "$BENCH_PROBE" fill 5000 "$HOME/filled-$$.json"`

// fillAll tells every shell to fill its terminal, one after the other, and returns
// the columns of the last one.
func (b *bench) fillAll(s *session) (columns float64, err error) {
	_, shells := split(s.world.processes())
	for _, pid := range shells {
		told := filepath.Join(s.world.home, fmt.Sprintf("fill-%d", pid))
		err := await("the shell to wait for a line", patience, func() bool { _, err := os.Stat(told); return err == nil })
		if err != nil {
			return 0, err
		}
		if err := os.WriteFile(told, []byte("now\n"), 0); err != nil {
			return 0, err
		}
		o, err := s.world.take(fmt.Sprintf("filled-%d", pid), patience)
		if err != nil {
			return 0, err
		}
		columns = float64(o.Cols)
	}
	return columns, nil
}

// settling is how long a page takes to collect what it no longer needs.
const settling = 15 * time.Second

// isShell reports whether a process is what runs in a terminal, not the application.
func isShell(pid int) bool {
	name := program(pid)
	return strings.HasSuffix(name, "bash") || name == "probe"
}

func isOurs(pid int) bool { return !isShell(pid) }

func split(pids []int) (ours, shells []int) {
	for _, pid := range pids {
		if isShell(pid) {
			shells = append(shells, pid)
		} else {
			ours = append(ours, pid)
		}
	}
	return ours, shells
}
