package workspace

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// documentVersion is the version of the saved form of a workspace. It rises when an
// older program would misread what a newer one wrote.
const documentVersion = 1

// document is what is saved of a workspace.
type document struct {
	Version int `json:"version"`
	// Name is the user's own, or empty.
	Name   string          `json:"name,omitempty"`
	Layout core.LayoutNode `json:"layout"`
	Panes  []savedPane     `json:"panes"`
}

// savedPane is what is saved of a pane.
type savedPane struct {
	ID core.PaneID `json:"id"`
	// Name is what the user called its terminal, or empty.
	Name string `json:"name,omitempty"`
	// Dir is where it was last; empty for the workspace's folder.
	Dir         directory `json:"dir,omitzero"`
	Shell       string    `json:"shell,omitempty"`
	SendAllKeys bool      `json:"sendAllKeys,omitempty"`
	Size        core.Size `json:"size,omitzero"`
}

// directory is a path in a form that JSON gives back byte for byte: a path need not
// be UTF-8.
type directory string

// inBytes is a directory that is not UTF-8.
type inBytes struct {
	Bytes []byte `json:"bytes"`
}

func (d directory) MarshalJSON() ([]byte, error) {
	if utf8.ValidString(string(d)) {
		return json.Marshal(string(d))
	}
	return json.Marshal(inBytes{[]byte(d)})
}

// UnmarshalJSON takes anything else for no directory: a pane without one starts in
// its workspace's folder.
func (d *directory) UnmarshalJSON(data []byte) error {
	var text string
	var other inBytes
	switch {
	case json.Unmarshal(data, &text) == nil:
		*d = directory(text)
	case json.Unmarshal(data, &other) == nil:
		*d = directory(other.Bytes)
	}
	return nil
}

func (d document) encode() []byte {
	data, err := json.Marshal(d)
	if err != nil {
		panic(err) // strings, numbers and lists of them always have a form
	}
	return data
}

// decode makes a usable document of anything that is stored, and reports whether
// something had to be made up. Only a document of a newer version is an error, of
// kind Newer, because what it means is not known.
func decode(data []byte) (doc document, damaged bool, err error) {
	// A value of the wrong type costs that value alone, and is told of at the end;
	// text that is no JSON costs everything.
	damaged = json.Unmarshal(data, &doc) != nil || doc.Version < 1
	if doc.Version > documentVersion {
		return document{}, false, errs.New("workspace.decode", errs.Newer,
			"The workspace was saved by a newer version of Clanker Grid.", "Update Clanker Grid, or open the folder as a new workspace.")
	}
	doc.Version = documentVersion
	doc.Name = core.PrintableName(doc.Name)

	seen := map[core.PaneID]bool{}
	panes := make([]savedPane, 0, len(doc.Panes))
	for _, pane := range doc.Panes {
		if !validPane(pane.ID) || seen[pane.ID] {
			pane.ID, damaged = core.NewPaneID(), true
		}
		seen[pane.ID] = true
		panes = append(panes, pane.sound())
	}
	// A pane that only the layout names has lost its record and not its place.
	for _, id := range panesOf(doc.Layout) {
		if validPane(id) && !seen[id] {
			seen[id], damaged = true, true
			panes = append(panes, savedPane{ID: id})
		}
	}
	if len(panes) > MaxTerminals {
		panes, damaged = panes[:MaxTerminals], true
	}
	if damaged && len(panes) == 0 {
		panes = append(panes, savedPane{ID: core.NewPaneID()})
	}
	doc.Panes = panes
	var rearranged bool
	doc.Layout, rearranged = repaired(doc.Layout, doc.paneIDs())
	return doc, damaged || rearranged, nil
}

// sound drops values that nothing can be started with.
func (p savedPane) sound() savedPane {
	p.Name = core.PrintableName(p.Name)
	if !filepath.IsAbs(string(p.Dir)) {
		p.Dir = ""
	}
	if !p.Size.Valid() {
		p.Size = core.Size{}
	}
	return p
}

func (d document) paneIDs() []core.PaneID {
	ids := make([]core.PaneID, len(d.Panes))
	for i, pane := range d.Panes {
		ids[i] = pane.ID
	}
	return ids
}

// validPane reports whether an ID has the form of all IDs, 32 lowercase hex digits:
// a file's name is made of it.
func validPane(id core.PaneID) bool {
	_, ok := core.TerminalID(id).Bytes()
	return ok && strings.ToLower(string(id)) == string(id)
}
