package main

import (
	"errors"
	"fmt"
	"maps"
	"time"

	"clankergrid/tests/bench/figures"
)

// writers is how many terminals work behind the visible one.
const writers = 50

// paces are how many milliseconds the writers take for a line.
var paces = map[string]int{"calm": 100, "busy": 10}

func (b *bench) hidden([]string) error {
	for which, pace := range paces {
		w, err := b.newWorld()
		if err != nil {
			return err
		}
		s := &session{world: w}
		s.onClose(w.dispose)
		if err := errors.Join(b.hiddenAt(s, which, pace), s.close()); err != nil {
			return err
		}
	}
	return nil
}

func (b *bench) hiddenAt(s *session, which string, pace int) error {
	l := plain
	l.then = fmt.Sprintf(`case $PWD in */project-*) exec "$BENCH_PROBE" write %d ;; esac`, pace)
	if err := b.openMany(s, figures.WebKitGTK, l, writers); err != nil {
		return err
	}
	// The last workspace to be opened is the one that can be seen.
	folder, err := s.world.folder("front")
	if err != nil {
		return err
	}
	if err := b.clanker(s.world, "open", folder); err != nil {
		return err
	}
	if _, err := s.world.awaitReady(writers+1, patience); err != nil {
		return err
	}
	for round := range b.rounds {
		err := b.sample(figures.Sample{Area: figures.Hidden, Engine: figures.WebKitGTK, Contender: figures.Product, Case: which, Round: round}, func() (map[string]float64, error) {
			values := b.useOfEach(s)
			milliseconds, err := b.series(s)
			maps.Copy(values, summary(milliseconds))
			return values, err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// hiddenFor is how long the writers are watched before keys are pressed.
const hiddenFor = 6 * time.Second

// useOfEach is the processor time, in percent of one, of the backend, of the process
// that runs the page, and of the rest of the application.
func (b *bench) useOfEach(s *session) map[string]float64 {
	all := s.world.processes()
	before, at := cpu(all), time.Now()
	time.Sleep(hiddenFor)
	after, wall := cpu(all), time.Since(at).Seconds()
	isBackend := func(pid int) bool { return pid == s.backend }
	isPage := func(pid int) bool { return program(pid) == "WebKitWebProcess" }
	share := func(counts func(pid int) bool) float64 { return 100 * spent(before, after, counts) / wall }
	return map[string]float64{
		"backend %": share(isBackend),
		"page %":    share(isPage),
		"rest %":    share(func(pid int) bool { return isOurs(pid) && !isBackend(pid) && !isPage(pid) }),
	}
}
