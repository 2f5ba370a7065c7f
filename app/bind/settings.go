package bind

import (
	"context"

	"clankergrid/backend/core"
)

// SettingsService keeps what the user has chosen.
type SettingsService interface {
	Get() core.Settings
	Defaults() core.Settings
	// Set replaces the settings; their revision is the one that they were made on.
	Set(context.Context, core.Settings) (core.Settings, error)
}

// Shells lists the shells that a terminal can start.
type Shells interface {
	Shells(context.Context) ([]core.ShellChoice, error)
}

// Locations are the places where the application keeps something.
type Locations interface {
	Locations() []core.Location
	// Reveal shows a place in the system's file manager. Kind Unsupported where
	// there is none.
	Reveal(ctx context.Context, id string) error
}

// Settings shows and changes what the user has chosen.
type Settings struct {
	life      lifetime
	settings  SettingsService
	shells    Shells
	locations Locations
}

// NewSettings returns the service; ctx ends with the owner.
func NewSettings(ctx context.Context, settings SettingsService, shells Shells, locations Locations) *Settings {
	return &Settings{life: lifetime{ctx}, settings: settings, shells: shells, locations: locations}
}

// Get returns the settings in force.
func (s *Settings) Get() core.Settings { return s.settings.Get() }

// Defaults returns the settings of a user who has changed nothing.
func (s *Settings) Defaults() core.Settings { return s.settings.Defaults() }

// Set replaces the settings by ones that were made on their revision, and returns
// them with their new one. Kind "conflict" when they have changed since, "invalid"
// when a value is out of its bounds; nothing changes then. Kind "storage" when they
// are in force but could not be kept.
func (s *Settings) Set(settings core.Settings) (core.Settings, error) {
	return s.settings.Set(s.life.ctx, settings)
}

// Shells lists the shells that can be chosen, the user's own first.
func (s *Settings) Shells() ([]core.ShellChoice, error) {
	shells, err := s.shells.Shells(s.life.ctx)
	return list(shells), err
}

// Locations lists the places where the application keeps something.
func (s *Settings) Locations() []core.Location { return list(s.locations.Locations()) }

// Reveal shows one of these places in the system's file manager.
func (s *Settings) Reveal(location string) error { return s.locations.Reveal(s.life.ctx, location) }
