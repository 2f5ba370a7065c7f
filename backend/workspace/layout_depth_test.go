package workspace

import (
	"fmt"
	"testing"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// nested is a sound layout with this many nodes from the root to its deepest pane.
func nested(depth int) core.LayoutNode {
	axes := [2]core.Axis{core.AxisRow, core.AxisColumn}
	tree := core.LayoutNode{Pane: "deepest"}
	for n := range depth - 1 {
		beside := core.LayoutNode{Pane: core.PaneID(fmt.Sprint(n)), Share: core.WholeShare / 2}
		tree.Share = core.WholeShare - beside.Share
		tree = core.LayoutNode{Axis: axes[n%2], Children: []core.LayoutNode{tree, beside}}
	}
	return tree
}

func TestALayoutThatIsTooDeepIsNone(t *testing.T) {
	for depth, kind := range map[int]errs.Kind{1: "", deepestLayout: "", deepestLayout + 1: errs.Invalid} {
		tree := nested(depth)
		if depthOf(tree) != depth {
			t.Fatalf("%d nodes to the deepest pane, want %d", depthOf(tree), depth)
		}
		wantKind(t, validate("", tree, panesOf(tree)), kind)
	}
}

func TestASavedLayoutThatIsTooDeepKeepsItsPanesLessDeep(t *testing.T) {
	tree := nested(deepestLayout + 1)
	layout, damaged := repaired(tree, panesOf(tree))
	if !damaged || depthOf(layout) > deepestLayout || len(panesOf(layout)) != len(panesOf(tree)) {
		t.Errorf("damaged %v, %d deep, %d panes", damaged, depthOf(layout), len(panesOf(layout)))
	}
}
