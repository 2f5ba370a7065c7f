package settings

import (
	"fmt"
	"slices"

	"clankergrid/backend/core"
)

// The bounds of what is chosen for harnesses: more than anybody has or types.
const (
	maxHarnesses  = 64
	maxHarnessID  = 32
	maxFlags      = 16 << 10 // bytes, as a launch takes them
	maxModel      = 256      // bytes, as a launch takes them
	maxFavourites = 50
	maxOptions    = 64
)

var (
	harnessesWanted = fmt.Sprintf("at most %d harnesses, each with %s", maxHarnesses, harnessWanted)
	harnessWanted   = fmt.Sprintf("flags of at most %d bytes and models of 1 to %d bytes on one line each, at most %d favourites and %d options",
		maxFlags, maxModel, maxFavourites, maxOptions)
)

func validHarnesses(all map[string]core.HarnessSettings) bool {
	if len(all) > maxHarnesses {
		return false
	}
	for id, chosen := range all {
		if !validHarness(id, chosen) {
			return false
		}
	}
	return true
}

// validHarness judges the form alone; the registry knows which harnesses there are.
func validHarness(id string, chosen core.HarnessSettings) bool {
	if !validName(id) || len(chosen.Flags) > maxFlags || !plain(chosen.Flags, maxFlags) ||
		len(chosen.Favourites) > maxFavourites || len(chosen.Options) > maxOptions {
		return false
	}
	if chosen.Model != "" && !validModel(chosen.Model) {
		return false
	}
	for option := range chosen.Options {
		if !validName(option) {
			return false
		}
	}
	return !slices.ContainsFunc(chosen.Favourites, func(model string) bool { return !validModel(model) })
}

func validModel(model string) bool {
	return model != "" && len(model) <= maxModel && plain(model, maxModel) && model[0] != '-' &&
		model[0] != ' ' && model[len(model)-1] != ' '
}

func validName(name string) bool {
	return name != "" && len(name) <= maxHarnessID && plain(name, maxHarnessID)
}

// withoutNil makes an entry as it crosses to a page: its lists are never null.
func withoutNil(chosen core.HarnessSettings) core.HarnessSettings {
	chosen.Favourites = append([]string{}, chosen.Favourites...)
	options := make(map[string]bool, len(chosen.Options))
	for option, on := range chosen.Options {
		options[option] = on
	}
	chosen.Options = options
	return chosen
}
