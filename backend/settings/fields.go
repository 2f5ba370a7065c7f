package settings

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"clankergrid/backend/core"
)

// Default returns the settings of a user who has changed nothing, with revision 0.
func Default() core.Settings {
	return core.Settings{
		General: core.GeneralSettings{RestoreWorkspaces: true, RestoreScreens: true},
		Appearance: core.AppearanceSettings{
			Theme: core.ThemeSystem, UIScale: 100, FontSize: 12, LineHeight: 100, Cursor: core.CursorBlock,
			Graphics: core.GraphicsAuto,
		},
		Terminal: core.TerminalSettings{
			Scrollback: 10_000, PasteWarning: core.PasteWarnLines, ClipboardWrites: core.ClipboardFocused, ShellIntegration: true,
			Renderer: core.RendererAuto,
		},
		Keyboard: core.KeyboardSettings{Bindings: map[string][]string{}},
		Launch:   core.LaunchSettings{Harnesses: map[string]core.HarnessSettings{}},
	}
}

// field is one setting: where it stands in the file, what it is called, and what
// values it takes.
type field struct {
	path  string // "appearance.uiScale"
	name  string // begins a sentence
	wants string // ends the sentence "... must be"
	// of points into the settings.
	of func(*core.Settings) any
	// valid judges a value of the right type.
	valid func(*core.Settings) bool
	// private sets the value that gives away the least. It stands in for one that was
	// meant and cannot be told; nil where the default gives nothing away.
	private func(*core.Settings)
}

// doubted returns the field with its private value.
func (f field) doubted(private func(*core.Settings)) field {
	f.private = private
	return f
}

// doubt sets what is in force when it cannot be told what was meant.
func (f field) doubt(s *core.Settings) {
	if f.private != nil {
		f.private(s)
	}
}

// private returns what is in force when a whole file cannot be used: somebody wrote
// it, and it may have been to switch off what the defaults switch on.
func private() core.Settings {
	s := Default()
	for _, f := range fields {
		f.doubt(&s)
	}
	return s
}

func (f field) place() (section, key string) {
	section, key, _ = strings.Cut(f.path, ".")
	return section, key
}

// set takes a value from the file and reports whether it can be used; otherwise
// nothing is changed.
func (f field) set(to *core.Settings, raw json.RawMessage) bool {
	var read core.Settings
	if string(raw) == "null" || json.Unmarshal(raw, f.of(&read)) != nil || !f.valid(&read) {
		return false
	}
	return json.Unmarshal(raw, f.of(to)) == nil
}

// fields are all settings, in the order in which the file has them.
var fields = []field{
	toggle("general.restoreWorkspaces", "Restoring workspaces", func(s *core.Settings) *bool { return &s.General.RestoreWorkspaces }),
	toggle("general.restoreScreens", "Restoring screens", func(s *core.Settings) *bool { return &s.General.RestoreScreens }).
		doubted(func(s *core.Settings) { s.General.RestoreScreens = false }),

	choice("appearance.theme", "The theme", func(s *core.Settings) *core.Theme { return &s.Appearance.Theme },
		core.ThemeSystem, core.ThemeDark, core.ThemeLight, core.ThemeSlate),
	whole("appearance.uiScale", "The UI scale", 50, 300, func(s *core.Settings) *int { return &s.Appearance.UIScale }),
	font("appearance.uiFont", "The UI font", func(s *core.Settings) *string { return &s.Appearance.UIFont }),
	font("appearance.terminalFont", "The terminal font", func(s *core.Settings) *string { return &s.Appearance.TerminalFont }),
	whole("appearance.fontSize", "The font size", 6, 72, func(s *core.Settings) *int { return &s.Appearance.FontSize }),
	whole("appearance.lineHeight", "The line height", 100, 200, func(s *core.Settings) *int { return &s.Appearance.LineHeight }),
	choice("appearance.cursor", "The cursor", func(s *core.Settings) *core.CursorShape { return &s.Appearance.Cursor },
		core.CursorBlock, core.CursorBar, core.CursorUnderline),
	toggle("appearance.cursorBlink", "Cursor blinking", func(s *core.Settings) *bool { return &s.Appearance.CursorBlink }),
	toggle("appearance.systemTitleBar", "The system title bar", func(s *core.Settings) *bool { return &s.Appearance.SystemTitleBar }),
	choice("appearance.graphics", "The graphics policy", func(s *core.Settings) *core.Graphics { return &s.Appearance.Graphics },
		core.GraphicsAuto, core.GraphicsAlways, core.GraphicsNever),

	whole("terminal.scrollback", "The scrollback", 0, 100_000, func(s *core.Settings) *int { return &s.Terminal.Scrollback }),
	choice("terminal.pasteWarning", "The paste warning", func(s *core.Settings) *core.PasteWarning { return &s.Terminal.PasteWarning },
		core.PasteWarnLines, core.PasteWarnNever),
	choice("terminal.clipboardWrites", "The clipboard policy", func(s *core.Settings) *core.ClipboardWrites { return &s.Terminal.ClipboardWrites },
		core.ClipboardOff, core.ClipboardFocused, core.ClipboardAlways).
		doubted(func(s *core.Settings) { s.Terminal.ClipboardWrites = core.ClipboardOff }),
	{
		path: "terminal.shell", name: "The shell", wants: "the absolute path of a shell, or empty",
		of:    func(s *core.Settings) any { return &s.Terminal.Shell },
		valid: func(s *core.Settings) bool { return validShell(s.Terminal.Shell) },
	},
	toggle("terminal.shellIntegration", "Shell integration", func(s *core.Settings) *bool { return &s.Terminal.ShellIntegration }),
	choice("terminal.renderer", "The renderer of terminals", func(s *core.Settings) *core.Renderer { return &s.Terminal.Renderer },
		core.RendererAuto, core.RendererDOM, core.RendererWebGL),

	{
		path: "keyboard.bindings", name: "The key bindings", wants: bindingsWanted,
		of:    func(s *core.Settings) any { return &s.Keyboard.Bindings },
		valid: func(s *core.Settings) bool { return validBindings(s.Keyboard.Bindings) },
	},

	{
		path: "launch.harnesses", name: "The settings of coding agents", wants: harnessesWanted,
		of:    func(s *core.Settings) any { return &s.Launch.Harnesses },
		valid: func(s *core.Settings) bool { return validHarnesses(s.Launch.Harnesses) },
	},
}

func toggle(path, name string, at func(*core.Settings) *bool) field {
	return field{
		path: path, name: name, wants: "true or false",
		of:    func(s *core.Settings) any { return at(s) },
		valid: func(*core.Settings) bool { return true },
	}
}

func whole(path, name string, least, most int, at func(*core.Settings) *int) field {
	return field{
		path: path, name: name, wants: fmt.Sprintf("a whole number from %d to %d", least, most),
		of:    func(s *core.Settings) any { return at(s) },
		valid: func(s *core.Settings) bool { return *at(s) >= least && *at(s) <= most },
	}
}

func choice[T ~string](path, name string, at func(*core.Settings) *T, values ...T) field {
	quoted := make([]string, len(values))
	known := map[T]bool{}
	for i, v := range values {
		quoted[i], known[v] = `"`+string(v)+`"`, true
	}
	last := len(quoted) - 1
	return field{
		path: path, name: name, wants: strings.Join(quoted[:last], ", ") + " or " + quoted[last],
		of:    func(s *core.Settings) any { return at(s) },
		valid: func(s *core.Settings) bool { return known[*at(s)] },
	}
}

// maxFont is in characters: longer than any list of families that somebody types.
const maxFont = 200

// font is a CSS family name or a list of them. It ends up in style sheets, where
// the characters that it may not have would end the declaration.
func font(path, name string, at func(*core.Settings) *string) field {
	return field{
		path: path, name: name, wants: fmt.Sprintf("at most %d printable characters without ; { } < > and \\", maxFont),
		of: func(s *core.Settings) any { return at(s) },
		valid: func(s *core.Settings) bool {
			return plain(*at(s), maxFont) && !strings.ContainsAny(*at(s), `;{}<>\`)
		},
	}
}

// maxShell is the longest path that Linux takes.
const maxShell = 4096

// validShell judges the form alone: which shells there are is known where terminals
// start, and differs between the machines that a file is carried to.
func validShell(path string) bool {
	return path == "" || filepath.IsAbs(path) && len(path) <= maxShell && !strings.ContainsFunc(path, unicode.IsControl)
}

// Bounds of the key bindings. There are about a hundred commands; a command with
// more than a few chords has none that anybody remembers.
const (
	maxCommands = 500
	maxChords   = 8
	maxChord    = 64 // characters, of a chord and of a command's name
)

var bindingsWanted = fmt.Sprintf("at most %d commands, each with a list of at most %d chords of 1 to %d characters", maxCommands, maxChords, maxChord)

// validBindings judges the form alone; the page knows its commands and keys.
func validBindings(bindings map[string][]string) bool {
	if len(bindings) > maxCommands {
		return false
	}
	for command, chords := range bindings {
		if !validBinding(command, chords) {
			return false
		}
	}
	return true
}

func validBinding(command string, chords []string) bool {
	if command == "" || !plain(command, maxChord) || chords == nil || len(chords) > maxChords {
		return false
	}
	for _, chord := range chords {
		if chord == "" || !plain(chord, maxChord) {
			return false
		}
	}
	return true
}

// plain reports whether s is at most limit printable characters.
func plain(s string, limit int) bool {
	return utf8.RuneCountInString(s) <= limit && !strings.ContainsFunc(s, func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) })
}
