package main

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"clankergrid/tests/bench/figures"
)

const (
	// keysPerSeries are pressed one after another. Five rounds make 500.
	keysPerSeries = 100
	// keyPace is a fast typist's burst, slow enough that each key is over before the
	// next. A third of it is jitter, so that keys do not fall in step with frames.
	keyPace = 30 * time.Millisecond
)

// series presses keys in the focused terminal and returns how long each echo took.
func (b *bench) series(s *session) ([]float64, error) {
	line := fmt.Sprintf("%s echo %d %s %s", s.world.probe, keysPerSeries, s.world.result("begun"), s.world.result("echo"))
	if err := typeLine(s.screen, line); err != nil {
		return nil, err
	}
	if _, err := s.world.take("begun", patience); err != nil {
		return nil, err
	}
	if err := s.screen.keys(strings.Repeat("a", keysPerSeries), keyPace); err != nil {
		return nil, err
	}
	o, err := s.world.take("echo", patience)
	return o.Milliseconds, err
}

// summary is what is kept of a series.
func summary(milliseconds []float64) map[string]float64 {
	median, _ := figures.Median(milliseconds)
	p95, _ := figures.Percentile(milliseconds, 0.95)
	return map[string]float64{"median ms": median, "p95 ms": p95}
}

func (b *bench) echoes(engines []string) error {
	if err := b.calibrate(engines); err != nil {
		return err
	}
	for round := range b.rounds {
		for _, engine := range engines {
			for _, contender := range turns(round, figures.Product, figures.Peer) {
				if err := b.echoRound(contender, engine, round); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// echoRound types first where nothing else happens, then beside a flood.
func (b *bench) echoRound(contender, engine string, round int) error {
	l := plain
	l.terminals = 2
	s, err := b.open(contender, engine, l)
	if err != nil {
		return err
	}
	measure := func(which string) error {
		sample := figures.Sample{Area: figures.Echo, Engine: engine, Contender: contender, Case: which, Round: round}
		return b.sample(sample, func() (map[string]float64, error) {
			milliseconds, err := b.series(s)
			return summary(milliseconds), err
		})
	}
	err = s.screen.click(0.75, 0.5)
	if err == nil {
		err = measure("quiet")
	}
	if err == nil {
		err = s.screen.click(0.25, 0.5)
	}
	if err == nil {
		err = typeLine(s.screen, s.world.probe+" endless plain")
	}
	if err == nil {
		err = s.screen.click(0.75, 0.5)
	}
	if err == nil {
		err = measure("beside a flood")
	}
	if err != nil {
		b.keepPicture(s)
	}
	return errors.Join(err, s.close())
}
