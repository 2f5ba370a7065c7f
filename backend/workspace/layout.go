package workspace

import (
	"slices"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// A layout is a value: every function here and in the files beside it returns a
// new tree and leaves the one that it got alone. The frontend has the same
// functions with the same rounding; frontend/src/domain/layout/cases.json holds
// both to it.

// deepestLayout bounds the nodes from the root to a pane, both counted. Five
// levels divide a large screen into panes that are too small to read; the rest
// keeps every walk short. A layout that is deeper is refused.
const deepestLayout = 32

func isLeaf(node core.LayoutNode) bool { return node.Pane != "" }

func isEmpty(node core.LayoutNode) bool { return node.Pane == "" && len(node.Children) == 0 }

// panesOf lists the panes in reading order.
func panesOf(tree core.LayoutNode) []core.PaneID {
	if isLeaf(tree) {
		return []core.PaneID{tree.Pane}
	}
	var panes []core.PaneID
	for _, child := range tree.Children {
		panes = append(panes, panesOf(child)...)
	}
	return panes
}

func hasPane(tree core.LayoutNode, pane core.PaneID) bool {
	return pane != "" && slices.Contains(panesOf(tree), pane)
}

// depthOf counts the nodes on the longest way from the root to a pane.
func depthOf(tree core.LayoutNode) int {
	if isEmpty(tree) {
		return 0
	}
	deepest := 0
	for _, child := range tree.Children {
		deepest = max(deepest, depthOf(child))
	}
	return deepest + 1
}

func sameTree(a, b core.LayoutNode) bool {
	return a.Pane == b.Pane && a.Axis == b.Axis && a.Share == b.Share && slices.EqualFunc(a.Children, b.Children, sameTree)
}

func axisOf(side core.Side) core.Axis {
	if side == core.SideLeft || side == core.SideRight {
		return core.AxisRow
	}
	return core.AxisColumn
}

// before reports whether a pane on this side of another one comes first.
func before(side core.Side) bool { return side == core.SideLeft || side == core.SideAbove }

func validSide(side core.Side) bool {
	return slices.Contains([]core.Side{core.SideLeft, core.SideRight, core.SideAbove, core.SideBelow}, side)
}

func isShare(share int) bool { return share >= 1 && share <= core.WholeShare }

// validate reports, with kind Invalid, a tree that is no layout of exactly these
// panes in canonical form.
func validate(op string, root core.LayoutNode, panes []core.PaneID) error {
	missing := make(map[core.PaneID]bool, len(panes))
	for _, pane := range panes {
		missing[pane] = true
	}
	switch {
	case isEmpty(root) && len(panes) == 0:
		return nil
	case root.Share != 0 || !validNode(root, missing, 1):
		return errs.New(op, errs.Invalid, "This is no layout of the workspace's panes.", "Arrange them again.")
	case len(missing) > 0:
		return errs.New(op, errs.Invalid, "The layout lacks panes of the workspace.", "Arrange them again.")
	}
	return nil
}

// validNode takes the panes that it finds out of missing.
func validNode(node core.LayoutNode, missing map[core.PaneID]bool, depth int) bool {
	if depth > deepestLayout {
		return false
	}
	if isLeaf(node) {
		known := missing[node.Pane]
		delete(missing, node.Pane)
		return known && node.Axis == "" && len(node.Children) == 0
	}
	if node.Axis != core.AxisRow && node.Axis != core.AxisColumn || len(node.Children) < 2 {
		return false
	}
	sum := 0
	for _, child := range node.Children {
		if !isShare(child.Share) || child.Axis == node.Axis || !validNode(child, missing, depth+1) {
			return false
		}
		sum += child.Share
	}
	return sum == core.WholeShare
}

// canonical is the canonical form of a tree of valid nodes, from the leaves up: a
// split without children goes, one with a single child becomes that child; then
// the shares are made to sum to core.WholeShare, all equal when one of them is out
// of bounds; then children of the same axis give way to their own children, whose
// shares are multiplied and divided anew.
func canonical(tree core.LayoutNode) core.LayoutNode {
	node := canonicalNode(tree)
	node.Share = 0
	return node
}

// canonicalNode returns the empty node for one that goes.
func canonicalNode(node core.LayoutNode) core.LayoutNode {
	if isLeaf(node) {
		return core.LayoutNode{Pane: node.Pane, Share: node.Share}
	}
	var children []core.LayoutNode
	for _, child := range node.Children {
		if child = canonicalNode(child); !isEmpty(child) {
			children = append(children, child)
		}
	}
	switch len(children) {
	case 0:
		return core.LayoutNode{}
	case 1:
		children[0].Share = node.Share
		return children[0]
	}
	weights := make([]int64, len(children))
	equal := slices.ContainsFunc(children, func(child core.LayoutNode) bool { return !isShare(child.Share) })
	for i, child := range children {
		weights[i] = 1
		if !equal {
			weights[i] = int64(child.Share)
		}
	}
	children = withShares(children, weights)
	return core.LayoutNode{Axis: node.Axis, Children: spliced(children, node.Axis), Share: node.Share}
}

// spliced puts the children of those that have this axis in their place.
func spliced(children []core.LayoutNode, axis core.Axis) []core.LayoutNode {
	if !slices.ContainsFunc(children, func(child core.LayoutNode) bool { return child.Axis == axis }) {
		return children
	}
	var parts []core.LayoutNode
	var weights []int64
	for _, child := range children {
		share := int64(child.Share)
		if child.Axis != axis {
			parts, weights = append(parts, child), append(weights, share*core.WholeShare)
			continue
		}
		for _, grandchild := range child.Children {
			parts, weights = append(parts, grandchild), append(weights, share*int64(grandchild.Share))
		}
	}
	return withShares(parts, weights)
}

// withShares returns the nodes with shares in proportion to positive weights.
func withShares(nodes []core.LayoutNode, weights []int64) []core.LayoutNode {
	nodes = slices.Clone(nodes)
	for i, share := range shares(weights) {
		nodes[i].Share = share
	}
	return nodes
}

// shares divides core.WholeShare in proportion to positive weights, of which each
// is at most the square of it: each gets the whole part of its quota, and what is
// left goes by one to the largest remainders, the first of equals. One that would
// get nothing gets 1 from the largest share, the first of equals.
func shares(weights []int64) []int {
	var total int64
	for _, weight := range weights {
		total += weight
	}
	all := make([]int, len(weights))
	byRest := make([]int, len(weights))
	left := core.WholeShare
	for i, weight := range weights {
		all[i] = int(weight * core.WholeShare / total)
		byRest[i] = i
		left -= all[i]
	}
	rest := func(i int) int64 { return weights[i] * core.WholeShare % total }
	slices.SortStableFunc(byRest, func(a, b int) int {
		switch x, y := rest(a), rest(b); {
		case x > y:
			return -1
		case x < y:
			return 1
		}
		return 0
	})
	for _, i := range byRest[:left] {
		all[i]++
	}
	for i := range all {
		if all[i] == 0 {
			largest := slices.Index(all, slices.Max(all))
			all[largest]--
			all[i] = 1
		}
	}
	return all
}
