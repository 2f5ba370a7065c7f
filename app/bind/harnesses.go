package bind

import (
	"context"
	"runtime"
	"slices"
	"time"

	"clankergrid/backend/catalog"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/harness"
)

// Harness is what is known of one coding-agent CLI.
type Harness struct {
	ID   string `json:"id"`
	Name string `json:"name"`
	// Icon is an SVG document of our own drawing, in a box of 16, in the current colour.
	Icon       string `json:"icon"`
	Executable string `json:"executable"`
	Site       string `json:"site"` // the vendor's page about installing
	// InstallCommand is the vendor's for this machine's system, to be copied; empty when
	// none is known.
	InstallCommand string `json:"installCommand"`
	// FlagsExample and ModelExample stand in the empty fields of the settings.
	FlagsExample string          `json:"flagsExample"`
	ModelExample string          `json:"modelExample"`
	Options      []HarnessOption `json:"options"`
	ListsModels  bool            `json:"listsModels"`
	Presence     HarnessPresence `json:"presence"`
	Path         string          `json:"path"`    // empty unless it is installed
	Version      string          `json:"version"` // empty while it is not known
}

// HarnessOption is a choice that one harness alone has.
type HarnessOption struct {
	ID      string `json:"id"`
	Label   string `json:"label"`
	Help    string `json:"help"`
	Default bool   `json:"default"`
}

// HarnessPresence says whether a CLI can be launched.
type HarnessPresence string

// The presences.
const (
	HarnessChecking  HarnessPresence = "checking"
	HarnessInstalled HarnessPresence = "installed"
	HarnessMissing   HarnessPresence = "missing"
	// HarnessUnusable is on PATH and cannot be run.
	HarnessUnusable HarnessPresence = "unusable"
)

// HarnessModel is a model that a launch can choose.
type HarnessModel struct {
	ID       string `json:"id"`
	Name     string `json:"name"`     // empty where the CLI gives none
	Provider string `json:"provider"` // empty where the CLI does not say
}

// ModelList is what is known of a harness's models.
type ModelList struct {
	Models []HarnessModel `json:"models"`
	// StandIn is set when the list is ours, because the CLI's own cannot be had.
	StandIn bool `json:"standIn"`
	// Listed is when the CLI gave the list; absent when it did not.
	Listed time.Time `json:"listed,omitzero"`
	// Failed says in a sentence why the latest attempt failed, and Hint what to do; empty
	// when it did not. An older list is kept beside it.
	Failed string `json:"failed"`
	Hint   string `json:"hint"`
	// Incomplete is set when there are more than can be shown.
	Incomplete bool `json:"incomplete"`
}

// CatalogService knows the CLIs of the machine.
type CatalogService interface {
	Entries() []catalog.Entry
	// Look looks for every CLI anew.
	Look(context.Context)
	Models(ctx context.Context, id harness.ID, refresh bool) (catalog.List, error)
}

// FlagsChecker judges flags before they are kept.
type FlagsChecker interface {
	// Check fails as a launch with these settings would.
	Check(harness string, chosen core.HarnessSettings) error
}

// Harnesses shows which coding-agent CLIs there are and which models they have.
type Harnesses struct {
	life    lifetime
	catalog CatalogService
	flags   FlagsChecker
}

// NewHarnesses returns the service; ctx ends with the owner.
func NewHarnesses(ctx context.Context, catalog CatalogService, flags FlagsChecker) *Harnesses {
	return &Harnesses{life: lifetime{ctx}, catalog: catalog, flags: flags}
}

// List returns every harness in the order of its presentation, and asks nothing.
func (h *Harnesses) List() []Harness { return HarnessList(h.catalog.Entries()) }

// Recheck looks for every CLI anew, also where new shells would find it, and returns
// what was found.
func (h *Harnesses) Recheck() []Harness {
	h.catalog.Look(h.life.ctx)
	return h.List()
}

// Models returns the models of a harness. Its CLI is asked when no list is good still,
// or refresh is set. Kind "unsupported" when it lists none.
func (h *Harnesses) Models(harnessID string, refresh bool) (ModelList, error) {
	found, err := h.catalog.Models(h.life.ctx, harness.ID(harnessID), refresh)
	if err != nil {
		return ModelList{Models: []HarnessModel{}}, err
	}
	out := ModelList{
		Models: make([]HarnessModel, 0, len(found.Models)), StandIn: found.Source == catalog.Fallback,
		Listed: found.Listed, Incomplete: found.Incomplete,
	}
	for _, m := range found.Models {
		out.Models = append(out.Models, HarnessModel(m))
	}
	if found.Failed != nil {
		public := errs.PublicOf(harness.Public("bind.Models", h.nameOf(harnessID), found.Failed))
		out.Failed, out.Hint = public.Message, public.Hint
	}
	return out, nil
}

func (h *Harnesses) nameOf(id string) string {
	for _, entry := range h.catalog.Entries() {
		if string(entry.Descriptor.ID) == id {
			return entry.Descriptor.Name
		}
	}
	return "The harness"
}

// Check judges what somebody is about to keep for a harness, as a launch would: kind
// "invalid" says which flag is wrong and where.
func (h *Harnesses) Check(harnessID string, chosen core.HarnessSettings) error {
	return h.flags.Check(harnessID, chosen)
}

// HarnessList is a catalog as it crosses to a frontend.
func HarnessList(entries []catalog.Entry) []Harness {
	all := make([]Harness, 0, len(entries))
	for _, entry := range entries {
		d := entry.Descriptor
		one := Harness{
			ID: string(d.ID), Name: d.Name, Icon: d.Icon, Executable: d.Executable, Site: d.Site,
			FlagsExample: d.FlagsExample, ModelExample: d.ModelExample, Options: []HarnessOption{},
			ListsModels: slices.Contains(d.Capabilities, harness.CanListModels),
			Presence:    HarnessPresence(entry.Installation.Presence),
			Path:        entry.Installation.Path, Version: entry.Installation.Version,
		}
		for _, install := range d.Install {
			if install.System == runtime.GOOS {
				one.InstallCommand = install.Command
			}
		}
		for _, field := range d.Settings {
			one.Options = append(one.Options, HarnessOption(field))
		}
		all = append(all, one)
	}
	return all
}
