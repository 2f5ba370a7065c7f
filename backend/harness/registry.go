package harness

import (
	"fmt"
	"slices"
)

// Registry is the harnesses that there are, in the order of their presentation.
type Registry struct {
	providers []Provider
}

// NewRegistry checks and keeps providers. It panics about a defect in our own
// tables, which every start of the program would show: an ID twice, a descriptor
// that is incomplete, or one that claims what the provider has not.
func NewRegistry(providers ...Provider) *Registry {
	r := &Registry{}
	for _, p := range providers {
		if err := p.check(); err != nil {
			panic(err)
		}
		if _, twice := r.Find(string(p.Descriptor.ID)); twice {
			panic(fmt.Errorf("harness: %s is registered twice", p.Descriptor.ID))
		}
		r.providers = append(r.providers, p)
	}
	return r
}

func (p Provider) check() error {
	d := p.Descriptor
	switch {
	case !d.ID.Valid():
		return fmt.Errorf("harness: %q is no ID", d.ID)
	case d.Name == "" || d.Executable == "" || d.Icon == "" || d.Site == "":
		return fmt.Errorf("harness: %s lacks its name, executable, icon or site", d.ID)
	case p.Launch == nil:
		return fmt.Errorf("harness: %s cannot be launched", d.ID)
	case !slices.Equal(d.Capabilities, p.capabilities()):
		return fmt.Errorf("harness: %s claims %v and has %v", d.ID, d.Capabilities, p.capabilities())
	}
	return nil
}

// All returns every provider.
func (r *Registry) All() []Provider { return slices.Clone(r.providers) }

// Find is for a text from outside, which may name no harness.
func (r *Registry) Find(id string) (Provider, bool) {
	i := slices.IndexFunc(r.providers, func(p Provider) bool { return string(p.Descriptor.ID) == id })
	if i < 0 {
		return Provider{}, false
	}
	return r.providers[i], true
}

// Markers are those of every provider.
func (r *Registry) Markers() []string {
	var markers []string
	for _, p := range r.providers {
		markers = append(markers, p.Markers...)
	}
	return markers
}
