package bind

import (
	"context"

	"clankergrid/backend/core"
)

// ViewMemory keeps where the last view was.
type ViewMemory interface {
	Place(context.Context) (core.ViewPlace, error)
	Remember(context.Context, core.ViewPlace) error
}

// Views keeps where windows and tabs were, for the next one. Where they are is
// each view's own and never shared.
type Views struct {
	life   lifetime
	memory ViewMemory
}

// NewViews returns the service; ctx ends with the owner.
func NewViews(ctx context.Context, memory ViewMemory) *Views {
	return &Views{life: lifetime{ctx}, memory: memory}
}

// Place returns where a view was last; the zero place when nothing is kept.
func (v *Views) Place() (core.ViewPlace, error) {
	place, err := v.memory.Place(v.life.ctx)
	if place.Focused == nil {
		place.Focused = map[core.WorkspaceID]core.PaneID{}
	}
	if place.Zoomed == nil {
		place.Zoomed = map[core.WorkspaceID]core.PaneID{}
	}
	return place, err
}

// Remember replaces what Place returns.
func (v *Views) Remember(place core.ViewPlace) error { return v.memory.Remember(v.life.ctx, place) }
