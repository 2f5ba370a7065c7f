package workspace

import "clankergrid/backend/core"

// repaired makes a layout of exactly these panes out of any tree, and reports
// whether the tree was none. What it can believe of the tree it keeps: the order of
// the panes, the axes, and the shares of a split whose shares are all sound.
func repaired(tree core.LayoutNode, panes []core.PaneID) (layout core.LayoutNode, damaged bool) {
	if validate("", tree, panes) == nil {
		return canonical(tree), false
	}
	missing := make(map[core.PaneID]bool, len(panes))
	for _, pane := range panes {
		missing[pane] = true
	}
	layout = canonical(sound(tree, missing, core.AxisRow))
	if depthOf(layout) > deepestLayout {
		layout = grid(panesOf(layout))
	}
	for _, pane := range panes {
		if missing[pane] {
			layout = placed(layout, pane)
		}
	}
	return layout, true
}

// sound keeps the leaves of missing panes, and takes those out of it. A split of no
// known axis gets the one that it can have beneath its parent.
func sound(node core.LayoutNode, missing map[core.PaneID]bool, otherwise core.Axis) core.LayoutNode {
	if missing[node.Pane] {
		delete(missing, node.Pane)
		return core.LayoutNode{Pane: node.Pane, Share: node.Share}
	}
	split := core.LayoutNode{Axis: node.Axis, Share: node.Share}
	if split.Axis != core.AxisRow && split.Axis != core.AxisColumn {
		split.Axis = otherwise
	}
	below := core.AxisRow
	if split.Axis == core.AxisRow {
		below = core.AxisColumn
	}
	for _, child := range node.Children {
		split.Children = append(split.Children, sound(child, missing, below))
	}
	return split
}
