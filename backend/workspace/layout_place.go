package workspace

import (
	"slices"

	"clankergrid/backend/core"
)

// place is where a pane stood: beside these panes, which were its neighbour, at
// this side of them, with this share of the split that they were all in.
type place struct {
	beside []core.PaneID
	side   core.Side
	share  int
}

// placeOf returns where a pane stands; the zero place of the only one.
func placeOf(node core.LayoutNode, pane core.PaneID) place {
	for i, child := range node.Children {
		if isLeaf(child) && child.Pane == pane {
			neighbour, side := i+1, core.SideLeft
			if i > 0 {
				neighbour, side = i-1, core.SideRight
			}
			if node.Axis == core.AxisColumn {
				side = map[core.Side]core.Side{core.SideLeft: core.SideAbove, core.SideRight: core.SideBelow}[side]
			}
			return place{panesOf(node.Children[neighbour]), side, child.Share}
		}
		if found := placeOf(child, pane); found.beside != nil {
			return found
		}
	}
	return place{}
}

// putBack adds a pane where it stood, as far as what was beside it is still there
// and together; else beside one pane of that, or wherever there is room.
func putBack(tree core.LayoutNode, pane core.PaneID, at place) core.LayoutNode {
	present := panesOf(tree)
	beside := slices.DeleteFunc(slices.Clone(at.beside), func(p core.PaneID) bool { return !slices.Contains(present, p) })
	if len(beside) == 0 {
		return placed(tree, pane)
	}
	if found := canonical(at.putInto(tree, pane, beside)); hasPane(found, pane) && depthOf(found) <= deepestLayout {
		return found
	}
	nearest := beside[len(beside)-1]
	if before(at.side) {
		nearest = beside[0]
	}
	return placedBeside(tree, pane, nearest, at.side)
}

// putInto adds the pane somewhere below a node that has all of beside. It returns
// the node as it was when they do not stand together.
func (at place) putInto(node core.LayoutNode, pane core.PaneID, beside []core.PaneID) core.LayoutNode {
	if len(panesOf(node)) == len(beside) {
		return wrapped(node, pane, at.side, at.share)
	}
	first, last := -1, -1
	together := 0
	for i, child := range node.Children {
		if slices.ContainsFunc(panesOf(child), func(p core.PaneID) bool { return slices.Contains(beside, p) }) {
			if first < 0 {
				first = i
			}
			last = i
		}
	}
	for _, child := range node.Children[first : last+1] {
		together += len(panesOf(child))
	}
	switch {
	case together == len(beside) && node.Axis == axisOf(at.side):
		return at.among(node, pane, first, last)
	case first == last:
		node.Children = slices.Clone(node.Children)
		node.Children[first] = at.putInto(node.Children[first], pane, beside)
		return node
	case together == len(beside):
		// They were a split of their own, which has dissolved into this one.
		group := core.LayoutNode{Axis: node.Axis, Children: slices.Clone(node.Children[first : last+1])}
		for _, child := range group.Children {
			group.Share += child.Share
		}
		node.Children = slices.Replace(slices.Clone(node.Children), first, last+1, wrapped(group, pane, at.side, at.share))
	}
	return node
}

// among adds the pane before or behind some children of a split.
func (at place) among(node core.LayoutNode, pane core.PaneID, first, last int) core.LayoutNode {
	index := last + 1
	if before(at.side) {
		index = first
	}
	weights := make([]int64, len(node.Children))
	for i, child := range node.Children {
		weights[i] = int64(child.Share) * int64(core.WholeShare-at.share)
	}
	weights = slices.Insert(weights, index, int64(at.share)*core.WholeShare)
	node.Children = withShares(slices.Insert(slices.Clone(node.Children), index, core.LayoutNode{Pane: pane}), weights)
	return node
}
