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

func readBindings(s *core.Settings, raw json.RawMessage, at int, complain complaint) {
	const path = "keyboard.bindings"
	commands, ok := parseMembers(raw)
	if !ok || len(commands) > maxCommands {
		complain(path, at, bindingsWanted)
		return
	}
	for _, m := range commands {
		var chords []string
		if json.Unmarshal(m.value, &chords) != nil || !validBinding(m.name, chords) {
			complain(entryPath(path, m), at+m.at, fmt.Sprintf("a list of at most %d chords", maxChords))
			continue
		}
		s.Keyboard.Bindings[m.name] = chords
	}
}

func readHarnesses(s *core.Settings, raw json.RawMessage, at int, complain complaint) {
	const path = "launch.harnesses"
	all, ok := parseMembers(raw)
	if !ok || len(all) > maxHarnesses {
		complain(path, at, harnessesWanted)
		return
	}
	for _, m := range all {
		var chosen core.HarnessSettings
		if string(m.value) == "null" || json.Unmarshal(m.value, &chosen) != nil || !validHarness(m.name, chosen) {
			complain(entryPath(path, m), at+m.at, harnessWanted)
			continue
		}
		s.Launch.Harnesses[m.name] = withoutNil(chosen)
	}
}

func entryPath(path string, m member) string { return path + "." + errs.Quote(shorten(m.name)) }
