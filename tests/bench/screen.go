package main

import (
	"math/rand/v2"
	"time"
)

// A screen is where something is shown and used as a person does. Places are
// fractions of its width and height.
type screen interface {
	// keys presses and releases one key per character, at a pace from which each
	// pause differs by up to a third.
	keys(text string, pace time.Duration) error
	enter() error
	// chord presses keys together, written as in "ctrl+shift+t".
	chord(keys string) error
	click(x, y float64) error
	// picture is what can be seen, as a PNG: for somebody who wants to know why.
	picture() ([]byte, error)
	close() error
}

// typing is as fast as a page surely takes keys from a driver.
const typing = 8 * time.Millisecond

// typeLine types a command and Enter.
func typeLine(s screen, text string) error {
	if err := s.keys(text, typing); err != nil {
		return err
	}
	return s.enter()
}

// pause is the next pause at a pace.
func pause(pace time.Duration) time.Duration {
	return pace*2/3 + rand.N(pace*2/3+1)
}
