package core

import "time"

// SavedWorkspace is what is kept of a workspace for another start, or for when it
// is opened again.
type SavedWorkspace struct {
	ID          WorkspaceID
	Environment EnvironmentID
	Path        string // absolute, symlinks resolved; there is one for each
	// Position is the place of its tab while it is open.
	Position int
	// Closed is when it was closed; zero while it is open.
	Closed time.Time
	// Document is for package workspace alone to understand.
	Document []byte
	// Aside is what was saved before and could not be taken over as it stood. It is
	// kept beside the document; nil for none. What is read has none.
	Aside []byte
}
