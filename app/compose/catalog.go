package compose

import (
	"context"
	"path/filepath"

	"clankergrid/app/bind"
	"clankergrid/backend/catalog"
	"clankergrid/backend/core"
	"clankergrid/backend/environment/local"
	"clankergrid/backend/harness"
	"clankergrid/backend/harness/all"
	"clankergrid/backend/launch"
	"clankergrid/backend/paths"
	"clankergrid/backend/settings"
)

// modelsFile holds the lists of models in the cache folder.
const modelsFile = "models.json"

// openHarnesses builds what knows and launches the CLIs. Nothing is asked of a CLI
// before the catalog is told to watch.
func (a *Application) openHarnesses(registry *harness.Registry, env *local.Environment) *launch.Service {
	a.catalog = catalog.New(catalog.Options{
		Registry: registry,
		Machine:  env,
		Home:     a.options.Home,
		Getenv:   a.options.Getenv,
		Keep:     filepath.Join(a.paths.Cache, modelsFile),
		Changed:  func(harness.ID) { a.events.Emit(bind.HarnessesChanged(a.catalog.Entries())) },
		Log:      a.log,
	})
	a.onClose("catalog", func(context.Context) error { a.catalog.Close(); return nil })
	return launch.New(launch.Options{
		Registry: registry,
		Programs: env,
		Settings: a.settings.Get,
		Listed:   a.catalog.Lists,
		Log:      a.log,
	})
}

// recheck looks for CLIs where new shells would find them.
type recheck struct {
	*catalog.Service
	env *local.Environment
}

var _ bind.CatalogService = recheck{}

func (r recheck) Look(ctx context.Context) {
	r.env.RecheckPath()
	r.Service.Look(ctx)
}

// Harnesses are the CLIs of this machine, for a program that needs no running
// application for them.
type Harnesses struct {
	Catalog  *catalog.Service
	Launches *launch.Service
	env      *local.Environment
	config   string
	chosen   core.Settings
}

// OpenHarnesses finds the user's folders and returns what can be launched on this
// machine. Close releases it.
func OpenHarnesses(getenv func(string) string, environ []string, home string) (*Harnesses, error) {
	set, err := paths.Resolve(getenv, home)
	if err != nil {
		return nil, err
	}
	registry := all.Registry()
	env, err := local.New(local.Options{Home: home, Environ: environ, Markers: registry.Markers(), DataDir: set.Data, Version: Version()})
	if err != nil {
		return nil, err
	}
	found := catalog.New(catalog.Options{
		Registry: registry, Machine: env, Home: home, Getenv: getenv, Keep: filepath.Join(set.Cache, modelsFile),
	})
	h := &Harnesses{Catalog: found, env: env, config: set.Config, chosen: settings.Default()}
	h.Launches = launch.New(launch.Options{
		Registry: registry, Programs: env, Here: env, Listed: found.Lists,
		Settings: func() core.Settings { return h.chosen },
	})
	return h, nil
}

// ReadSettings takes over what the user has chosen for launches. Until then the
// defaults are in force.
func (h *Harnesses) ReadSettings() error {
	chosen, err := settings.Read(h.config)
	if err == nil {
		h.chosen = chosen
	}
	return err
}

// Close releases what was opened.
func (h *Harnesses) Close() error {
	h.Catalog.Close()
	return h.env.Close()
}
