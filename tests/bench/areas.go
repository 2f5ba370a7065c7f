package main

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"clankergrid/tests/bench/figures"
)

// An area is one question of the run.
type area struct {
	name    string
	measure func(b *bench, engines []string) error
}

// areas are in the order in which they are measured.
var areas = []area{
	{figures.Flood, (*bench).floods},
	{figures.Echo, (*bench).echoes},
	{figures.Start, (*bench).starts},
	{figures.Memory, (*bench).memory},
	{figures.Hidden, (*bench).hidden},
}

func areaNames() []string {
	var names []string
	for _, a := range areas {
		names = append(names, a.name)
	}
	return names
}

var floodKinds = []string{"plain", "coloured", "unicode"}

// floodPatience is for 100 MB at a tenth of the slowest speed that was seen.
const floodPatience = 4 * time.Minute

// warmUp is written before what is measured, so that every page has compiled its
// parser.
const warmUp = 10

// calibrate learns how many cells the product's terminal has in each engine; the
// others get the same.
func (b *bench) calibrate(engines []string) error {
	for _, engine := range engines {
		if _, known := b.grids[engine]; known {
			continue
		}
		s, err := b.open(figures.Product, engine, plain)
		if err != nil {
			return err
		}
		o, err := b.flood(s, "plain", 1)
		if err = errors.Join(err, s.close()); err != nil {
			return err
		}
		b.grids[engine] = grid{o.Cols, o.Rows}
		b.say("%s: a terminal of %d columns and %d rows", engine, o.Cols, o.Rows)
	}
	return nil
}

// flood runs one in the terminal that has the focus.
func (b *bench) flood(s *session, kind string, megabytes int) (outcome, error) {
	line := fmt.Sprintf("%s flood %s %d %s %d", s.world.probe, kind, megabytes, s.world.result("flood"), s.backend)
	if err := typeLine(s.screen, line); err != nil {
		return outcome{}, err
	}
	return s.world.take("flood", floodPatience)
}

// turns rotates the order from round to round, so that nobody is always first.
func turns(round int, contenders ...string) []string {
	first := round % len(contenders)
	return slices.Concat(contenders[first:], contenders[:first])
}

func (b *bench) floods(engines []string) error {
	if err := b.calibrate(engines); err != nil {
		return err
	}
	for round := range b.rounds {
		for _, engine := range engines {
			for _, contender := range turns(round, figures.Product, figures.Peer, figures.Limit) {
				measure := b.floodRound
				if contender == figures.Limit {
					measure = b.limitRound
				}
				if err := measure(contender, engine, round); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (b *bench) floodRound(contender, engine string, round int) error {
	s, err := b.open(contender, engine, plain)
	if err != nil {
		return err
	}
	for _, kind := range floodKinds {
		if _, err = b.flood(s, kind, warmUp); err != nil {
			break
		}
		sample := figures.Sample{Area: figures.Flood, Engine: engine, Contender: contender, Case: kind, Round: round}
		err = b.sample(sample, func() (map[string]float64, error) {
			o, err := b.flood(s, kind, b.megabytes)
			if err != nil {
				return nil, err
			}
			return map[string]float64{
				"MB/s": o.Megabytes / o.Seconds, "backend ms/MB": o.CPUSeconds * 1000 / o.Megabytes,
				"cols": float64(o.Cols), "rows": float64(o.Rows),
			}, nil
		})
		if err != nil {
			break
		}
	}
	return errors.Join(err, s.close())
}

// limitRound shows the page that floods itself and reads what it reports.
func (b *bench) limitRound(contender, engine string, round int) error {
	w, err := b.newWorld()
	if err != nil {
		return err
	}
	s := &session{world: w}
	s.onClose(w.dispose)
	address, _, stop, err := b.startPeer(w)
	if err != nil {
		return errors.Join(err, s.close())
	}
	s.onClose(stop)
	size := b.grids[engine]
	page := fmt.Sprintf("%s/limit.html?cols=%d&rows=%d&kinds=%s&megabytes=%d", address, size.cols, size.rows, strings.Join(floodKinds, ","), b.megabytes)
	err = b.show(s, engine, plain, page)
	for i, kind := range floodKinds {
		if err != nil {
			break
		}
		sample := figures.Sample{Area: figures.Flood, Engine: engine, Contender: contender, Case: kind, Round: round}
		err = b.sample(sample, func() (map[string]float64, error) {
			var o outcome
			err := await("the limit of "+kind, floodPatience, func() bool { return len(w.output()) > 1+i })
			if err == nil {
				err = json.Unmarshal([]byte(w.output()[1+i]), &o)
			}
			return map[string]float64{"MB/s": o.Megabytes / o.Seconds}, err
		})
	}
	return errors.Join(err, s.close())
}
