package core

// SettingsVersion is the version of the settings document that this program
// reads and writes.
const SettingsVersion = 1

// Settings are what the user has chosen, complete and valid. The bounds are in
// package settings.
type Settings struct {
	General    GeneralSettings    `json:"general"`
	Appearance AppearanceSettings `json:"appearance"`
	Terminal   TerminalSettings   `json:"terminal"`
	Keyboard   KeyboardSettings   `json:"keyboard"`
	Launch     LaunchSettings     `json:"launch"`
	// Revision rises with every change and is never stored.
	Revision uint64 `json:"revision"`
}

// GeneralSettings are about starting and ending.
type GeneralSettings struct {
	// RestoreWorkspaces opens at start what was open at the end.
	RestoreWorkspaces bool `json:"restoreWorkspaces"`
	// RestoreScreens keeps the last lines of each pane on disk and shows them
	// above a restored shell.
	RestoreScreens bool `json:"restoreScreens"`
}

// Theme is a colour theme.
type Theme string

// The themes; system follows the desktop between dark and light.
const (
	ThemeSystem Theme = "system"
	ThemeDark   Theme = "dark"
	ThemeLight  Theme = "light"
	ThemeSlate  Theme = "slate"
)

// CursorShape is how the cursor is drawn when a program does not say.
type CursorShape string

// The cursor shapes.
const (
	CursorBlock     CursorShape = "block"
	CursorBar       CursorShape = "bar"
	CursorUnderline CursorShape = "underline"
)

// AppearanceSettings are about how the application looks.
type AppearanceSettings struct {
	Theme Theme `json:"theme"`
	// UIScale is in percent, 50 to 300. It does not change the terminals' text.
	UIScale int `json:"uiScale"`
	// UIFont and TerminalFont are CSS family names; empty means the bundled fonts,
	// which also stand in for what a named font lacks.
	UIFont       string `json:"uiFont"`
	TerminalFont string `json:"terminalFont"`
	// FontSize is of terminals, in CSS pixels, 6 to 72.
	FontSize int `json:"fontSize"`
	// LineHeight is of terminals, in percent of the font's own, 100 to 200.
	LineHeight  int         `json:"lineHeight"`
	Cursor      CursorShape `json:"cursor"`
	CursorBlink bool        `json:"cursorBlink"`
	// SystemTitleBar lets the window manager draw the title bar (Linux).
	SystemTitleBar bool `json:"systemTitleBar"`
	// Graphics is in force from the window's next start on (Linux).
	Graphics Graphics `json:"graphics"`
}

// PasteWarning says when a paste is asked about.
type PasteWarning string

// The paste warnings.
const (
	// PasteWarnLines asks before several lines go to a program that did not ask
	// for bracketed paste.
	PasteWarnLines PasteWarning = "lines"
	PasteWarnNever PasteWarning = "never"
)

// ClipboardWrites says which terminals may set the clipboard (OSC 52).
type ClipboardWrites string

// The policies for clipboard writes.
const (
	ClipboardOff     ClipboardWrites = "off"
	ClipboardFocused ClipboardWrites = "focused"
	ClipboardAlways  ClipboardWrites = "always"
)

// Graphics says whether the graphics card puts the window together.
type Graphics string

// The policies for the graphics card.
const (
	// GraphicsAuto follows what is known of the machine.
	GraphicsAuto   Graphics = "auto"
	GraphicsAlways Graphics = "always"
	GraphicsNever  Graphics = "never"
)

// TerminalSettings are about terminals.
type TerminalSettings struct {
	// Scrollback is in lines, 0 to 100,000.
	Scrollback      int             `json:"scrollback"`
	PasteWarning    PasteWarning    `json:"pasteWarning"`
	ClipboardWrites ClipboardWrites `json:"clipboardWrites"`
	// Shell is the ID of the shell that new terminals start; empty for the login shell.
	Shell            string `json:"shell"`
	ShellIntegration bool   `json:"shellIntegration"`
	// Renderer is in force at once, in every open terminal.
	Renderer Renderer `json:"renderer"`
}

// Renderer is what draws the terminals of a page.
type Renderer string

// The renderers.
const (
	// RendererAuto is WebGL where a short timed draw shows that it is fast, and the
	// page's own elements elsewhere.
	RendererAuto  Renderer = "auto"
	RendererWebGL Renderer = "webgl"
	RendererDOM   Renderer = "dom"
)

// KeyboardSettings hold the user's own keys.
type KeyboardSettings struct {
	// Bindings are chords such as "Ctrl+Shift+N" by command; an empty list leaves
	// a command without keys, and a command that is absent has its usual ones.
	Bindings map[string][]string `json:"bindings"`
}

// LaunchSettings are about the coding-agent CLIs.
type LaunchSettings struct {
	// Harnesses are by the harness's ID; one that is absent has the zero value.
	Harnesses map[string]HarnessSettings `json:"harnesses"`
}

// ShellChoice is a shell that a terminal can start.
type ShellChoice struct {
	// ID is an absolute path.
	ID   string `json:"id"`
	Name string `json:"name"`
	// Default marks the user's login shell.
	Default bool `json:"default"`
}

// Location is a place where the application keeps something.
type Location struct {
	ID   string `json:"id"`   // stable: "settings", "state", "log", "screens"
	Name string `json:"name"` // for the user
	Path string `json:"path"` // absolute; empty when it cannot be kept
}
