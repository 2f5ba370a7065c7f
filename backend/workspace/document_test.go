package workspace

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

const (
	paneA = core.PaneID("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")
	paneB = core.PaneID("bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb")
)

// soundDocument is what a program of today writes.
func soundDocument() document {
	return document{
		Version: documentVersion, Name: "api",
		Layout: core.LayoutNode{Axis: core.AxisRow, Children: []core.LayoutNode{{Pane: paneA, Share: 30_000}, {Pane: paneB, Share: 70_000}}},
		Panes: []savedPane{
			{ID: paneA, Name: "build", Dir: "/src/a", Shell: "/bin/zsh", SendAllKeys: true, Size: core.Size{Cols: 90, Rows: 30}},
			{ID: paneB},
		},
	}
}

func TestADocumentComesBackAsItWas(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		tree := trees(t)
		doc := document{Version: documentVersion, Name: core.PrintableName(rapid.StringN(0, 20, -1).Draw(t, "name")), Panes: []savedPane{}}
		renamed := map[core.PaneID]core.PaneID{}
		for _, pane := range panesOf(tree) {
			renamed[pane] = core.NewPaneID()
			dir := ""
			if rapid.Bool().Draw(t, "elsewhere") {
				dir = "/" + string(rapid.SliceOf(rapid.ByteRange(1, 255)).Draw(t, "dir"))
			}
			doc.Panes = append(doc.Panes, savedPane{
				ID: renamed[pane], Name: core.PrintableName(rapid.StringN(0, 20, -1).Draw(t, "name")), Dir: directory(dir),
				Shell: rapid.SampledFrom([]string{"", "/bin/fish"}).Draw(t, "shell"), SendAllKeys: rapid.Bool().Draw(t, "keys"),
				Size: rapid.SampledFrom([]core.Size{{}, {Cols: 80, Rows: 24}}).Draw(t, "size"),
			})
		}
		doc.Layout = relabelled(tree, renamed)
		got, damaged, err := decode(doc.encode())
		if err != nil || damaged {
			t.Fatalf("decode = %v, %v", damaged, err)
		}
		if diff := cmp.Diff(doc, got); diff != "" {
			t.Fatal(diff)
		}
	})
}

func relabelled(node core.LayoutNode, names map[core.PaneID]core.PaneID) core.LayoutNode {
	if isLeaf(node) {
		node.Pane = names[node.Pane]
		return node
	}
	node.Children = slices.Clone(node.Children)
	for i, child := range node.Children {
		node.Children[i] = relabelled(child, names)
	}
	return node
}

// mustBeUsable checks that a workspace can be opened with a document.
func mustBeUsable(t *testing.T, doc document) {
	t.Helper()
	if err := validate("", doc.Layout, doc.paneIDs()); err != nil {
		t.Errorf("%+v: %v", doc, err)
	}
	for _, pane := range doc.Panes {
		if !validPane(pane.ID) || pane.Size != (core.Size{}) && !pane.Size.Valid() || pane.Dir != "" && pane.Dir[0] != '/' {
			t.Errorf("unusable pane %+v", pane)
		}
	}
}

// TestEveryWrongFieldCostsItselfAlone puts each kind of wrong value into each field,
// at every depth.
func TestEveryWrongFieldCostsItselfAlone(t *testing.T) {
	whole := string(soundDocument().encode())
	// Each of these is a field with its value, as it is written.
	fields := []string{
		`"version":1`, `"name":"api"`, `"layout":{"axis":"row","children":[{"pane":"` + string(paneA) + `","share":30000},{"pane":"` + string(paneB) + `","share":70000}]}`,
		`"axis":"row"`, `"children":[{"pane":"` + string(paneA) + `","share":30000},{"pane":"` + string(paneB) + `","share":70000}]`,
		`"pane":"` + string(paneA) + `"`, `"share":30000`, `"id":"` + string(paneA) + `"`, `"name":"build"`, `"dir":"/src/a"`,
		`"shell":"/bin/zsh"`, `"sendAllKeys":true`, `"size":{"cols":90,"rows":30}`, `"cols":90`, `"rows":30`,
	}
	wrong := []string{
		`null`, `true`, `-1`, `0`, `1.5`, `1e99`, `99999999999999999999`, `""`, `"x"`, `"` + strings.Repeat("z", 10_000) + `"`,
		`"\u0000\u202e"`, `[]`, `[null]`, `[[],{},1,"x"]`, `{}`, `{"pane":1}`, `{"children":{"children":[]}}`, `"` + string(paneB) + `"`,
	}
	for _, field := range fields {
		if strings.Count(whole, field) != 1 {
			t.Fatalf("%s is not once in %s", field, whole)
		}
		key, _, _ := strings.Cut(field, ":")
		for _, value := range append(wrong, "absent") {
			replacement := key + ":" + value
			if value == "absent" {
				replacement = `"unknown":0`
			}
			text := strings.Replace(whole, field, replacement, 1)
			if !json.Valid([]byte(text)) {
				t.Fatalf("not JSON: %s", text)
			}
			doc, _, err := decode([]byte(text))
			if errs.KindOf(err) == errs.Newer && key == `"version"` {
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", replacement, err)
			}
			mustBeUsable(t, doc)
			for _, id := range []core.PaneID{paneA, paneB} {
				if !hasPane(doc.Layout, id) && key != `"id"` && !strings.HasPrefix(key, `"panes"`) {
					t.Errorf("%.80s loses pane %.1s", replacement, id)
				}
			}
			if key != `"name"` && doc.Name != "api" {
				t.Errorf("%.80s costs the name too: %q", replacement, doc.Name)
			}
		}
	}
}

func TestWhatIsDamagedIsToldApartFromWhatIsNot(t *testing.T) {
	whole := string(soundDocument().encode())
	replaced := func(old, new string) string { return strings.Replace(whole, old, new, 1) }
	for name, c := range map[string]struct {
		text    string
		damaged bool
		panes   int
		layout  string
	}{
		"as it was written":   {whole, false, 2, "row(a30000 b70000)"},
		"a field from later":  {replaced(`"name"`, `"colour":"red","name"`), false, 2, "row(a30000 b70000)"},
		"no panes":            {`{"version":1,"layout":{},"panes":[]}`, false, 0, ""},
		"no text":             {"", true, 1, ""},
		"not JSON":            {"layout: none", true, 1, ""},
		"cut short":           {whole[:len(whole)/2], true, 1, ""},
		"another kind":        {`[]`, true, 1, ""},
		"the shares":          {replaced(`"share":30000`, `"share":40000`), true, 2, "row(a36364 b63636)"},
		"a share":             {replaced(`"share":30000`, `"share":-4`), true, 2, "row(a50000 b50000)"},
		"the axis":            {replaced(`"row"`, `"diagonal"`), true, 2, "row(a30000 b70000)"},
		"a pane twice":        {replaced(`{"pane":"`+string(paneB), `{"pane":"`+string(paneA)), true, 2, "row(a50000 b50000)"},
		"no layout":           {replaced(`"layout":{`, `"lay":{`), true, 2, "row(a50000 b50000)"},
		"a record is missing": {replaced(`,{"id":"`+string(paneB)+`"}`, ""), true, 2, "row(a30000 b70000)"},
		"every record":        {replaced(`"panes":[`, `"pans":[`), true, 2, "row(a30000 b70000)"},
	} {
		doc, damaged, err := decode([]byte(c.text))
		if err != nil || damaged != c.damaged || len(doc.Panes) != c.panes {
			t.Errorf("%s: damaged = %v, %d panes, %v", name, damaged, len(doc.Panes), err)
		}
		short := strings.NewReplacer(string(paneA), "a", string(paneB), "b").Replace(written(doc.Layout))
		if c.layout != "" && short != c.layout {
			t.Errorf("%s: %s, want %s", name, short, c.layout)
		}
		mustBeUsable(t, doc)
	}
}

func TestADocumentOfANewerVersionIsNotGuessedAt(t *testing.T) {
	text := strings.Replace(string(soundDocument().encode()), `"version":1`, `"version":2`, 1)
	if _, _, err := decode([]byte(text)); errs.KindOf(err) != errs.Newer {
		t.Errorf("decode = %v", err)
	}
}

func TestADamagedDocumentNeverOpensMoreThanAllTerminals(t *testing.T) {
	doc := document{Version: documentVersion}
	for range 5 * MaxTerminals {
		doc.Panes = append(doc.Panes, savedPane{ID: core.NewPaneID()})
	}
	doc.Layout = grid(doc.paneIDs())
	got, damaged, err := decode(doc.encode())
	if err != nil || !damaged || len(got.Panes) != MaxTerminals {
		t.Errorf("%d panes, damaged = %v, %v", len(got.Panes), damaged, err)
	}
	mustBeUsable(t, got)
}

func TestAVeryDeepLayoutIsMadeFlat(t *testing.T) {
	doc := soundDocument()
	text := string(doc.encode())
	leaf := `{"pane":"` + string(paneA) + `","share":30000}`
	deep := strings.Repeat(`{"axis":"column","children":[{"axis":"row","children":[`, 2000) + leaf + `,{"pane":"cc"}` +
		strings.Repeat(`]},{"pane":"`+string(paneB)+`"}]}`, 2000)
	got, damaged, err := decode([]byte(strings.Replace(text, leaf, deep, 1)))
	if err != nil || !damaged {
		t.Errorf("damaged = %v, %v", damaged, err)
	}
	mustBeUsable(t, got)
}

// FuzzAnyDocumentYieldsAUsableWorkspace takes anything for a document.
func FuzzAnyDocumentYieldsAUsableWorkspace(f *testing.F) {
	f.Add([]byte(""))
	f.Add(soundDocument().encode())
	f.Add([]byte(`{"version":1,"layout":{"axis":"row","children":[{},{"pane":"x"}]},"panes":[{},{"dir":{"bytes":"////"}}]}`))
	f.Add(bytes.Repeat([]byte(`{"layout":{"children":[`), 50))
	f.Fuzz(func(t *testing.T, data []byte) {
		doc, _, err := decode(data)
		if err != nil {
			if errs.KindOf(err) != errs.Newer {
				t.Errorf("decode = %v", err)
			}
			return
		}
		mustBeUsable(t, doc)
		again, damaged, err := decode(doc.encode())
		if err != nil || damaged || !sameTree(again.Layout, doc.Layout) {
			t.Errorf("what was repaired is damaged: %v, %v, %s", damaged, err, fmt.Sprint(doc))
		}
	})
}
