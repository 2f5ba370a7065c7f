package bind

import (
	"clankergrid/backend/catalog"
	"clankergrid/backend/core"
)

// Event is one change that every view hears of. A view subscribes before it
// hydrates, and keeps the highest revision of each thing.
type Event struct {
	Name string
	Data any
}

// Sink delivers events to every view in the order they are emitted; it never
// blocks the caller.
type Sink interface {
	Emit(Event)
}

// EventMap names every event and its payload. It is never instantiated: the
// client's types are generated from it.
type EventMap struct {
	Workspace        core.Workspace  `json:"workspace"`
	WorkspaceRemoved Reference       `json:"workspace-removed"`
	Terminal         core.Terminal   `json:"terminal"`
	TerminalRemoved  Reference       `json:"terminal-removed"`
	Notices          []core.Notice   `json:"notices"`
	Survivors        []core.Survivor `json:"survivors"`
	QuitRequested    QuitPlan        `json:"quit-requested"`
	FocusWorkspace   Reference       `json:"focus-workspace"`
	Settings         core.Settings   `json:"settings"`
	Harnesses        []Harness       `json:"harnesses"`
}

// Reference carries the identifier that an event is about.
type Reference struct {
	ID string `json:"id"`
}

// WorkspaceChanged says that a workspace is new or different.
func WorkspaceChanged(ws core.Workspace) Event {
	ws.Panes = list(ws.Panes)
	return Event{"workspace", ws}
}

// WorkspaceRemoved says that a workspace is closed.
func WorkspaceRemoved(id core.WorkspaceID) Event {
	return Event{"workspace-removed", Reference{string(id)}}
}

// TerminalChanged says that a terminal is new or different.
func TerminalChanged(t core.Terminal) Event { return Event{"terminal", t} }

// TerminalRemoved says that a terminal is closed.
func TerminalRemoved(id core.TerminalID) Event {
	return Event{"terminal-removed", Reference{string(id)}}
}

// NoticesChanged carries all notices.
func NoticesChanged(notices []core.Notice) Event { return Event{"notices", list(notices)} }

// SurvivorsChanged carries all survivors.
func SurvivorsChanged(survivors []core.Survivor) Event {
	return Event{"survivors", list(survivors)}
}

// QuitRequested asks every view to confirm the end of what runs.
func QuitRequested(plan QuitPlan) Event {
	return Event{"quit-requested", QuitPlan{Running: list(plan.Running), KeepsRunning: list(plan.KeepsRunning)}}
}

// FocusWorkspace asks every view to show a workspace.
func FocusWorkspace(id core.WorkspaceID) Event {
	return Event{"focus-workspace", Reference{string(id)}}
}

// HarnessesChanged carries all harnesses. Its lists of models are asked for.
func HarnessesChanged(entries []catalog.Entry) Event { return Event{"harnesses", HarnessList(entries)} }

// SettingsChanged carries the settings in force.
func SettingsChanged(settings core.Settings) Event { return Event{"settings", settings} }
