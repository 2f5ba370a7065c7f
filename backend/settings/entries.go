package settings

import (
	"encoding/json"
	"fmt"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// complaint is told of a value that cannot be used: its path, where it stands and what
// it must be.
type complaint func(path string, at int, wants string)

// byEntry are the settings that hold something for each of many names. They are read
// one entry after the other: a mistake in one must not cost a user all the others.
var byEntry = map[string]func(s *core.Settings, raw json.RawMessage, at int, complain complaint){
	"keyboard.bindings": readBindings,
	"launch.harnesses":  readHarnesses,
}

// entries are the bounds of such a setting, in words for a complaint.
type entries struct {
	path       string
	most       int
	all, entry string
	// take keeps an entry, or reports false.
	take func(m member) bool
}

func (e entries) read(raw json.RawMessage, at int, complain complaint) {
	found, ok := parseMembers(raw)
	if !ok || len(found) > e.most {
		complain(e.path, at, e.all)
		return
	}
	for _, m := range found {
		if !e.take(m) {
			complain(e.path+"."+errs.Quote(shorten(m.name)), at+m.at, e.entry)
		}
	}
}

func readBindings(s *core.Settings, raw json.RawMessage, at int, complain complaint) {
	entries{"keyboard.bindings", maxCommands, bindingsWanted, fmt.Sprintf("a list of at most %d chords", maxChords), func(m member) bool {
		var chords []string
		if json.Unmarshal(m.value, &chords) != nil || !validBinding(m.name, chords) {
			return false
		}
		s.Keyboard.Bindings[m.name] = chords
		return true
	}}.read(raw, at, complain)
}

func readHarnesses(s *core.Settings, raw json.RawMessage, at int, complain complaint) {
	entries{"launch.harnesses", maxHarnesses, harnessesWanted, harnessWanted, func(m member) bool {
		var chosen core.HarnessSettings
		if string(m.value) == "null" || json.Unmarshal(m.value, &chosen) != nil || !validHarness(m.name, chosen) {
			return false
		}
		s.Launch.Harnesses[m.name] = withoutNil(chosen)
		return true
	}}.read(raw, at, complain)
}
