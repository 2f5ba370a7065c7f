package harness

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

type plain struct{}

var _ Launcher = plain{}

func (plain) Invocation(Choice) (Invocation, error) { return Invocation{}, nil }

func provider(id ID) Provider {
	return Provider{
		Descriptor: Descriptor{ID: id, Name: "Some", Executable: "some", Icon: "<svg/>", Site: "https://example.com"},
		Launch:     plain{},
	}
}

func TestAProviderIsFoundByItsIDAlone(t *testing.T) {
	r := NewRegistry(provider("one"), provider("two"))
	if p, ok := r.Find("two"); !ok || p.Descriptor.ID != "two" {
		t.Errorf("got %v, %v", p.Descriptor.ID, ok)
	}
	for _, unknown := range []string{"", "three", "One", "one ", "../one"} {
		if p, ok := r.Find(unknown); ok || p.Launch != nil {
			t.Errorf("Find(%q) found %v", unknown, p.Descriptor.ID)
		}
	}
}

func TestADefectOfATableStopsTheProgram(t *testing.T) {
	models := &Models{Discover: func(context.Context, ModelQuery) ([]Model, error) { return nil, nil }}
	with := func(change func(*Provider)) []Provider {
		p := provider("one")
		change(&p)
		return []Provider{p}
	}
	for name, providers := range map[string][]Provider{
		"an ID twice":                   {provider("one"), provider("one")},
		"an ID that is none":            {provider("One")},
		"an empty ID":                   {provider("")},
		"no name":                       with(func(p *Provider) { p.Descriptor.Name = "" }),
		"no icon":                       with(func(p *Provider) { p.Descriptor.Icon = "" }),
		"no launch":                     with(func(p *Provider) { p.Launch = nil }),
		"a capability without a word":   with(func(p *Provider) { p.Models = models }),
		"a word without the capability": with(func(p *Provider) { p.Descriptor.Capabilities = []Capability{CanListModels} }),
	} {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if recover() == nil {
					t.Error("it was accepted")
				}
			}()
			NewRegistry(providers...)
		})
	}
}

func TestADescriptorCrossesAsItStands(t *testing.T) {
	d := Descriptor{
		ID: "one", Name: "One", Icon: "<svg/>", Executable: "one", Site: "https://example.com",
		Install:      []Install{{"linux", "npm install -g one"}},
		FlagsExample: "--fast", ModelExample: "large",
		Settings:     []Field{{"yolo", "Ask nothing", "Runs everything without asking.", true}},
		Capabilities: []Capability{CanListModels},
	}
	text, err := json.Marshal(d)
	if err != nil {
		t.Fatal(err)
	}
	var back Descriptor
	if err := json.Unmarshal(text, &back); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(d, back); diff != "" {
		t.Error(diff)
	}
}
