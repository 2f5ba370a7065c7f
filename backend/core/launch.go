package core

// LaunchChoice is the coding-agent CLI that somebody wants to work with. It comes
// from a frontend and is a wish: which CLIs there are, and which models they have, is
// known to the backend.
type LaunchChoice struct {
	Harness string `json:"harness"`
	// Model is one that the CLI lists or that the settings name; empty for the one that
	// the settings have as default, which may be the CLI's own.
	Model string `json:"model,omitempty"`
}

// Agent is the coding-agent CLI that a terminal was opened for.
type Agent struct {
	Harness string `json:"harness"`
	Name    string `json:"name"` // of the harness, for a person
	// Model is empty for the CLI's own default.
	Model string `json:"model"`
	// Exit is how it ended; absent while it runs. The user's shell is in its place then.
	Exit *Exit `json:"exit,omitempty"`
}

// HarnessSettings are what the user has chosen for one harness. The zero value is that
// of a user who has changed nothing.
type HarnessSettings struct {
	// Hidden takes it out of the toolbar, the launcher and the palette.
	Hidden bool `json:"hidden"`
	// Flags are added to every launch, as a shell would read them, without expansion.
	Flags string `json:"flags"`
	// Model is launched by default; empty for the CLI's own.
	Model string `json:"model"`
	// Favourites are models that are offered first, in order.
	Favourites []string `json:"favourites"`
	// Options are the values of the harness's own fields, by their IDs.
	Options map[string]bool `json:"options"`
}
