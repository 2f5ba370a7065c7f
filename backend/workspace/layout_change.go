package workspace

import (
	"cmp"
	"math"
	"slices"

	"clankergrid/backend/core"
)

// grid is the layout of panes that nobody has arranged: the squarest grid, in
// rows from top to bottom.
func grid(panes []core.PaneID) core.LayoutNode {
	if len(panes) == 0 {
		return core.LayoutNode{}
	}
	perRow := int(math.Ceil(math.Sqrt(float64(len(panes)))))
	column := core.LayoutNode{Axis: core.AxisColumn}
	for some := range slices.Chunk(panes, perRow) {
		row := core.LayoutNode{Axis: core.AxisRow}
		for _, pane := range some {
			row.Children = append(row.Children, core.LayoutNode{Pane: pane})
		}
		column.Children = append(column.Children, row)
	}
	return canonical(column)
}

// inserted halves one pane for a new one. A tree that would become too deep, that
// lacks beside or has the pane already is returned as it was.
func inserted(tree core.LayoutNode, pane, beside core.PaneID, side core.Side) core.LayoutNode {
	if isEmpty(tree) {
		return core.LayoutNode{Pane: pane}
	}
	if !hasPane(tree, beside) || hasPane(tree, pane) {
		return tree
	}
	return bounded(tree, withLeaf(tree, beside, func(leaf core.LayoutNode) core.LayoutNode {
		return wrapped(leaf, pane, side, core.WholeShare/2)
	}))
}

// insertedAtEdge gives a new pane a share of the whole workspace, at its edge.
func insertedAtEdge(tree core.LayoutNode, pane core.PaneID, side core.Side, share int) core.LayoutNode {
	if isEmpty(tree) {
		return core.LayoutNode{Pane: pane}
	}
	if hasPane(tree, pane) {
		return tree
	}
	return bounded(tree, canonical(wrapped(tree, pane, side, share)))
}

// wrapped puts a node and a pane at its side in the node's place.
func wrapped(node core.LayoutNode, pane core.PaneID, side core.Side, share int) core.LayoutNode {
	whole := core.LayoutNode{Axis: axisOf(side), Share: node.Share}
	added := core.LayoutNode{Pane: pane, Share: share}
	node.Share = core.WholeShare - share
	if before(side) {
		whole.Children = []core.LayoutNode{added, node}
	} else {
		whole.Children = []core.LayoutNode{node, added}
	}
	return whole
}

// removed takes a pane out; its siblings share what it had, in proportion to what
// they have.
func removed(tree core.LayoutNode, pane core.PaneID) core.LayoutNode {
	if !hasPane(tree, pane) {
		return tree
	}
	return withLeaf(tree, pane, func(core.LayoutNode) core.LayoutNode { return core.LayoutNode{} })
}

// withLeaf rewrites the leaf of one pane.
func withLeaf(tree core.LayoutNode, pane core.PaneID, rewrite func(core.LayoutNode) core.LayoutNode) core.LayoutNode {
	var walk func(core.LayoutNode) core.LayoutNode
	walk = func(node core.LayoutNode) core.LayoutNode {
		if isLeaf(node) {
			if node.Pane == pane {
				return rewrite(node)
			}
			return node
		}
		children := make([]core.LayoutNode, len(node.Children))
		for i, child := range node.Children {
			children[i] = walk(child)
		}
		node.Children = children
		return node
	}
	return canonical(walk(tree))
}

func bounded(was, is core.LayoutNode) core.LayoutNode {
	if depthOf(is) > deepestLayout {
		return was
	}
	return is
}

// The proportions of the area that a place is chosen for, where no view has said
// better: those of most screens.
const usualWidth, usualHeight = 16, 10

// area is a pane's extent.
type area struct {
	pane          core.PaneID
	width, height float64
}

func areasOf(node core.LayoutNode, width, height float64) []area {
	if isLeaf(node) {
		return []area{{node.Pane, width, height}}
	}
	var all []area
	for _, child := range node.Children {
		part := float64(child.Share) / core.WholeShare
		if node.Axis == core.AxisRow {
			all = append(all, areasOf(child, width*part, height)...)
		} else {
			all = append(all, areasOf(child, width, height*part)...)
		}
	}
	return all
}

// longerSide is the side that a pane is split at when nobody says.
func (a area) longerSide() core.Side {
	if a.width >= a.height {
		return core.SideRight
	}
	return core.SideBelow
}

// placed adds a pane where nobody says: the largest pane that is not too deep, the
// first of equals, is halved along its longer side.
func placed(tree core.LayoutNode, pane core.PaneID) core.LayoutNode {
	all := areasOf(tree, usualWidth, usualHeight)
	slices.SortStableFunc(all, func(a, b area) int { return cmp.Compare(b.width*b.height, a.width*a.height) })
	for _, a := range all {
		if found := inserted(tree, pane, a.pane, a.longerSide()); hasPane(found, pane) {
			return found
		}
	}
	// Every pane is as deep as can be. At the edges along the root's own axis a
	// pane deepens nothing.
	side := core.SideRight
	if tree.Axis == core.AxisColumn {
		side = core.SideBelow
	}
	return insertedAtEdge(tree, pane, side, core.WholeShare/2)
}

// placedBeside adds a pane at a side of another one, at the longer one when none
// is named, or wherever there is room when that pane is gone or too deep.
func placedBeside(tree core.LayoutNode, pane, beside core.PaneID, side core.Side) core.LayoutNode {
	if side == "" {
		for _, a := range areasOf(tree, usualWidth, usualHeight) {
			if a.pane == beside {
				side = a.longerSide()
			}
		}
	}
	if hasPane(tree, beside) {
		if found := inserted(tree, pane, beside, side); hasPane(found, pane) {
			return found
		}
	}
	return placed(tree, pane)
}
