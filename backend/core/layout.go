package core

// Axis is the direction in which the children of a split follow each other.
type Axis string

const (
	// AxisRow puts the children side by side, from left to right.
	AxisRow Axis = "row"
	// AxisColumn puts them one above the other, from top to bottom.
	AxisColumn Axis = "column"
)

// WholeShare is the extent of a node in units of its children's shares: the
// shares of one split add up to it exactly. A unit is less than a tenth of a
// pixel on the widest screen there is.
const WholeShare = 100_000

// LayoutNode is a node of a workspace's split tree: a pane, or a split of at
// least two children of which none has the same axis. The zero value is the
// layout of a workspace without panes.
type LayoutNode struct {
	// Pane is set in a leaf, and only there.
	Pane PaneID `json:"pane,omitempty"`
	// Axis and Children are set in a split, and only there.
	Axis     Axis         `json:"axis,omitempty"`
	Children []LayoutNode `json:"children,omitempty"`
	// Share is this node's part of its parent's extent, of WholeShare; 0 in the root.
	Share int `json:"share,omitempty"`
}

// Layout says where each pane of a workspace stands. A change of it names the
// revision that it was made on.
type Layout struct {
	Root     LayoutNode `json:"root"`
	Revision uint64     `json:"revision"` // rises with every change of Root
}

// Side is a side of a pane.
type Side string

// The four sides.
const (
	SideLeft  Side = "left"
	SideRight Side = "right"
	SideAbove Side = "above"
	SideBelow Side = "below"
)

// NewPane says how a pane is added; the zero value leaves everything to the
// backend. It is a wish of a frontend: a pane or a directory that is gone is not
// followed, and a side, a shell or a CLI that there is not is refused.
type NewPane struct {
	// Beside is the pane to split, and Side where the new one goes; without them
	// the largest pane is split along its longer side.
	Beside PaneID `json:"beside,omitempty"`
	Side   Side   `json:"side,omitempty"`
	// SameFolder starts in the directory that Beside is in, instead of the
	// workspace's folder.
	SameFolder bool `json:"sameFolder,omitempty"`
	// Shell is the ID of one of the shells that can be chosen; empty for the user's.
	Shell string `json:"shell,omitempty"`
	// Launch is the CLI that the pane is opened for; absent for a shell alone.
	Launch *LaunchChoice `json:"launch,omitempty"`
}

// ViewPlace is where a window or tab was: what comes back with the next one.
type ViewPlace struct {
	// Active is the workspace in front; empty when the launcher was.
	Active WorkspaceID `json:"active"`
	// Focused and Zoomed name panes by workspace; a workspace without a zoomed
	// pane is absent from Zoomed.
	Focused map[WorkspaceID]PaneID `json:"focused"`
	Zoomed  map[WorkspaceID]PaneID `json:"zoomed"`
}
