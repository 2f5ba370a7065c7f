package compose

import (
	"clankergrid/backend/catalog"
	"clankergrid/backend/environment/local"
	"clankergrid/backend/harness/all"
	"clankergrid/backend/paths"
)

// OpenCatalog returns what can be launched on this machine, for a program that needs
// no running application for that. close releases it.
func OpenCatalog(getenv func(string) string, environ []string, home string) (found *catalog.Service, close func() error, err error) {
	set, err := paths.Resolve(getenv, home)
	if err != nil {
		return nil, nil, err
	}
	registry := all.Registry()
	env, err := local.New(local.Options{Home: home, Environ: environ, Markers: registry.Markers(), DataDir: set.Data, Version: Version()})
	if err != nil {
		return nil, nil, err
	}
	service := catalog.New(catalog.Options{Registry: registry, Machine: env, Home: home, Getenv: getenv})
	return service, func() error {
		service.Close()
		return env.Close()
	}, nil
}
