package workspace

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// TestBothLanguagesArrangeAlike runs the table that the frontend runs too.
func TestBothLanguagesArrangeAlike(t *testing.T) {
	data, err := os.ReadFile(filepath.FromSlash("../../frontend/src/domain/layout/cases.json"))
	if err != nil {
		t.Fatal(err)
	}
	var cases []struct {
		Name string          `json:"name"`
		Op   string          `json:"op"`
		Tree core.LayoutNode `json:"tree"`
		Args struct {
			Pane   core.PaneID   `json:"pane"`
			Beside core.PaneID   `json:"beside"`
			Side   core.Side     `json:"side"`
			Panes  []core.PaneID `json:"panes"`
		} `json:"args"`
		Want core.LayoutNode `json:"want"`
	}
	if err := json.Unmarshal(data, &cases); err != nil {
		t.Fatal(err)
	}
	ran := map[string]int{}
	for _, c := range cases {
		ran[c.Op]++
		t.Run(c.Op+" "+c.Name, func(t *testing.T) {
			var got core.LayoutNode
			switch c.Op {
			case "insert":
				got = inserted(c.Tree, c.Args.Pane, c.Args.Beside, c.Args.Side)
			case "remove":
				got = removed(c.Tree, c.Args.Pane)
			case "grid":
				got = grid(c.Args.Panes)
			case "canonical":
				got = canonical(c.Tree)
			default:
				t.Fatalf("unknown op %q", c.Op)
			}
			if diff := cmp.Diff(c.Want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
	for _, op := range []string{"insert", "remove", "grid", "canonical"} {
		if ran[op] == 0 {
			t.Errorf("no case of %s", op)
		}
	}
}

// trees are layouts of 0 to 24 panes that grew as a user makes them grow.
func trees(t *rapid.T) core.LayoutNode {
	var tree core.LayoutNode
	for n := range rapid.IntRange(0, 24).Draw(t, "panes") {
		pane := core.PaneID(fmt.Sprintf("p%d", n))
		if panes := panesOf(tree); len(panes) > 0 && rapid.IntRange(0, 4).Draw(t, "how") > 0 {
			tree = inserted(tree, pane, rapid.SampledFrom(panes).Draw(t, "beside"), sides(t))
		} else {
			tree = insertedAtEdge(tree, pane, sides(t), rapid.IntRange(1, core.WholeShare-1).Draw(t, "share"))
		}
	}
	return tree
}

func sides(t *rapid.T) core.Side {
	return rapid.SampledFrom([]core.Side{core.SideLeft, core.SideRight, core.SideAbove, core.SideBelow}).Draw(t, "side")
}

func mustBeLayoutOf(t *rapid.T, tree core.LayoutNode, panes []core.PaneID) {
	t.Helper()
	if err := validate("test", tree, panes); err != nil {
		t.Fatalf("%+v is no layout of %q: %v", tree, panes, err)
	}
}

func TestNoChangeLosesOrDoublesAPane(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := trees(t)
		panes := panesOf(tree)
		mustBeLayoutOf(t, tree, panes)
		if !sameTree(tree, canonical(tree)) {
			t.Fatalf("%+v is not canonical", tree)
		}
		more := append(slices.Clone(panes), "new")
		mustBeLayoutOf(t, placed(tree, "new"), more)
		beside := core.PaneID("gone")
		if len(panes) > 0 && rapid.Bool().Draw(t, "there") {
			beside = rapid.SampledFrom(panes).Draw(t, "beside")
		}
		for _, side := range []core.Side{"", sides(t)} {
			mustBeLayoutOf(t, placedBeside(tree, "new", beside, side), more)
		}
		mustBeLayoutOf(t, putBack(tree, "new", place{more[:rapid.IntRange(0, len(more)).Draw(t, "some")], sides(t), rapid.IntRange(1, core.WholeShare-1).Draw(t, "share")}), more)
		for _, pane := range panes {
			rest := slices.DeleteFunc(slices.Clone(panes), func(p core.PaneID) bool { return p == pane })
			mustBeLayoutOf(t, removed(tree, pane), rest)
		}
	})
}

func TestAPaneThatIsPutBackStandsWhereItStood(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := trees(t)
		panes := panesOf(tree)
		if len(panes) < 2 {
			return
		}
		pane := rapid.SampledFrom(panes).Draw(t, "pane")
		again := putBack(removed(tree, pane), pane, placeOf(tree, pane))
		if !alike(tree, again) {
			t.Fatalf("%q of\n%+v\nis put back to\n%+v", pane, tree, again)
		}
	})
}

// alike compares trees whose shares were rounded on the way: the same splits, and
// extents that nobody could tell apart.
func alike(a, b core.LayoutNode) bool {
	const visible = 1e-3
	x, y := areasOf(a, 1, 1), areasOf(b, 1, 1)
	return sameShape(a, b) && slices.EqualFunc(x, y, func(m, n area) bool {
		return math.Abs(m.width-n.width) < visible && math.Abs(m.height-n.height) < visible
	})
}

func sameShape(a, b core.LayoutNode) bool {
	return a.Pane == b.Pane && a.Axis == b.Axis && slices.EqualFunc(a.Children, b.Children, sameShape)
}

func TestAPaneComesBackAlthoughItsNeighboursHaveMoved(t *testing.T) {
	row := func(nodes ...core.LayoutNode) core.LayoutNode {
		return canonical(core.LayoutNode{Axis: core.AxisRow, Children: nodes})
	}
	pane := func(id core.PaneID) core.LayoutNode { return core.LayoutNode{Pane: id} }
	was := core.LayoutNode{Axis: core.AxisColumn, Children: []core.LayoutNode{{Pane: "p", Share: 25_000}, row(pane("a"), pane("b"))}}
	was.Children[1].Share = 75_000
	at := placeOf(was, "p")
	for name, c := range map[string]struct {
		now  core.LayoutNode
		want string
	}{
		"as it was":           {row(pane("a"), pane("b")), "column(p25000 row(a50000 b50000)75000)"},
		"something beside":    {row(pane("a"), pane("b"), pane("c")), "row(column(p25000 row(a50001 b49999)75000)66667 c33333)"},
		"something between":   {row(pane("a"), pane("c"), pane("b")), "row(column(p50000 a50000)33334 c33333 b33333)"},
		"one is gone":         {pane("b"), "column(p25000 b75000)"},
		"all are gone":        {row(pane("c"), pane("d")), "row(column(c50000 p50000)50000 d50000)"},
		"nothing is left":     {core.LayoutNode{}, "p"},
		"they are a column":   {canonical(core.LayoutNode{Axis: core.AxisColumn, Children: []core.LayoutNode{pane("a"), pane("b")}}), "column(p25000 a37500 b37500)"},
		"a column of several": {canonical(core.LayoutNode{Axis: core.AxisColumn, Children: []core.LayoutNode{pane("c"), pane("a"), pane("b")}}), "column(c25000 p25000 a25000 b25000)"},
	} {
		if got := written(putBack(c.now, "p", at)); got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// written is a tree in one line.
func written(node core.LayoutNode) string {
	share := ""
	if node.Share != 0 {
		share = fmt.Sprint(node.Share)
	}
	if isLeaf(node) {
		return string(node.Pane) + share
	}
	var children []string
	for _, child := range node.Children {
		children = append(children, written(child))
	}
	return string(node.Axis) + "(" + strings.Join(children, " ") + ")" + share
}

func TestANewPaneHalvesTheLargestAlongItsLongerSide(t *testing.T) {
	tree := core.LayoutNode{}
	for _, want := range []string{
		"a",
		"row(a50000 b50000)",
		"row(column(a50000 c50000)50000 b50000)",
		"row(column(a50000 c50000)50000 column(b50000 d50000)50000)",
		"row(column(row(a50000 e50000)50000 c50000)50000 column(b50000 d50000)50000)",
	} {
		tree = placed(tree, core.PaneID('a'+rune(len(panesOf(tree)))))
		if got := written(tree); got != want {
			t.Fatalf("%s, want %s", got, want)
		}
	}
}

func TestWhereEveryPaneIsAsDeepAsCanBeANewOneGoesToTheEdge(t *testing.T) {
	tree := core.LayoutNode{Pane: "p0"}
	for n := 1; depthOf(tree) < deepestLayout; n++ {
		side := core.SideRight
		if n%2 == 0 {
			side = core.SideBelow
		}
		panes := panesOf(tree)
		tree = inserted(tree, core.PaneID(fmt.Sprintf("p%d", n)), panes[len(panes)-1], side)
	}
	panes := panesOf(tree)
	deepest := panes[len(panes)-1]
	if got := inserted(tree, "new", deepest, core.SideRight); hasPane(got, "new") && depthOf(got) > deepestLayout {
		t.Errorf("depth %d", depthOf(got))
	}
	for range 100 {
		pane := core.NewPaneID()
		panes = append(panes, pane)
		tree = placedBeside(tree, pane, deepest, core.SideBelow)
		if err := validate("", tree, panes); err != nil {
			t.Fatalf("after %d panes: %v", len(panes), err)
		}
	}
}

func TestOnlyALayoutOfExactlyThePanesIsAccepted(t *testing.T) {
	leaf := func(id core.PaneID, share int) core.LayoutNode { return core.LayoutNode{Pane: id, Share: share} }
	split := func(axis core.Axis, share int, children ...core.LayoutNode) core.LayoutNode {
		return core.LayoutNode{Axis: axis, Share: share, Children: children}
	}
	const half = core.WholeShare / 2
	panes := []core.PaneID{"a", "b"}
	good := split(core.AxisRow, 0, leaf("a", half), leaf("b", half))
	if err := validate("", good, panes); err != nil {
		t.Error(err)
	}
	if err := validate("", core.LayoutNode{}, nil); err != nil {
		t.Error(err)
	}
	deep := leaf("b", 0)
	for n := range 100_000 {
		deep.Share = half
		deep = split([]core.Axis{core.AxisRow, core.AxisColumn}[n%2], 0, leaf(core.PaneID(fmt.Sprint(n)), half), deep)
	}
	again := split(core.AxisRow, 0, leaf("a", half), split(core.AxisRow, half, leaf("b", half), leaf("c", half)))
	if err := validate("", again, append(panes, "c")); errs.KindOf(err) != errs.Invalid {
		t.Errorf("the same axis again: %v", err)
	}
	again.Children[1].Axis = core.AxisColumn
	if err := validate("", again, append(panes, "c")); err != nil {
		t.Error(err)
	}
	for name, root := range map[string]core.LayoutNode{
		"empty":                 {},
		"one pane only":         leaf("a", 0),
		"a pane twice":          split(core.AxisRow, 0, leaf("a", half), leaf("a", half)),
		"an unknown pane":       split(core.AxisRow, 0, leaf("a", half), leaf("c", half)),
		"one too many":          split(core.AxisRow, 0, leaf("a", 1), leaf("b", 1), leaf("c", core.WholeShare-2)),
		"no axis":               split("", 0, leaf("a", half), leaf("b", half)),
		"an unknown axis":       split("diagonal", 0, leaf("a", half), leaf("b", half)),
		"too large a sum":       split(core.AxisRow, 0, leaf("a", half), leaf("b", half+1)),
		"too small a sum":       split(core.AxisRow, 0, leaf("a", half), leaf("b", half-1)),
		"nothing for one":       split(core.AxisRow, 0, leaf("a", core.WholeShare), leaf("b", 0)),
		"less than nothing":     split(core.AxisRow, 0, leaf("a", core.WholeShare+1), leaf("b", -1)),
		"shares that overflow":  split(core.AxisRow, 0, leaf("a", core.WholeShare+1<<62), leaf("b", 1<<62)),
		"a share of the root":   split(core.AxisRow, core.WholeShare, leaf("a", half), leaf("b", half)),
		"a split of one":        split(core.AxisRow, 0, split(core.AxisColumn, core.WholeShare, leaf("a", half), leaf("b", half))),
		"an empty child":        split(core.AxisRow, 0, leaf("a", half), leaf("b", half-1), core.LayoutNode{Share: 1}),
		"a leaf with children":  {Pane: "a", Children: []core.LayoutNode{leaf("b", core.WholeShare)}},
		"a leaf with an axis":   split(core.AxisRow, 0, core.LayoutNode{Pane: "a", Axis: core.AxisRow, Share: half}, leaf("b", half)),
		"a hundred thousand up": deep,
	} {
		if err := validate("", root, panes); errs.KindOf(err) != errs.Invalid {
			t.Errorf("%s: %v", name, err)
		}
	}
}
