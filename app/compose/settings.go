package compose

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"clankergrid/backend/screens"
	"clankergrid/backend/settings"
	"clankergrid/backend/shell"
	"clankergrid/backend/store"
)

var _ bind.SettingsService = (*settings.Service)(nil)

// openSettings reads what the user has chosen and follows it from here on.
func (a *Application) openSettings() error {
	a.screens = &keptScreens{store: screens.New(filepath.Join(a.paths.State, "screens")), log: a.log}
	a.onClose("screens", func(context.Context) error { a.screens.close(); return nil })
	opened, err := settings.Open(settings.Options{
		Dir:      a.paths.Config,
		Notice:   func(n core.Notice) { a.notices.add(n) },
		Resolved: a.notices.resolve,
		Changed: func(s core.Settings, certain bool) {
			a.events.Emit(bind.SettingsChanged(s))
			a.screens.follow(s.General.RestoreScreens, certain)
		},
		Log: a.log,
	})
	if err != nil {
		return err
	}
	a.settings = opened
	a.onClose("settings", func(context.Context) error { return opened.Close() })
	a.screens.follow(opened.Get().General.RestoreScreens, opened.Certain())
	return nil
}

// Settings are those in force.
func (a *Application) Settings() core.Settings { return a.settings.Get() }

// locations answers where the application keeps something, in one shell.
type locations struct {
	*Application
	opener shell.Opener // nil in a browser
}

var _ bind.Locations = locations{}

// Locations lists the places.
func (l locations) Locations() []core.Location {
	return []core.Location{
		{ID: "settings", Name: "Settings", Path: l.settings.Path()},
		{ID: "state", Name: "Workspaces and recent folders", Path: filepath.Join(l.paths.Config, store.FileName)},
		{ID: "log", Name: "Log", Path: l.logPath},
		{ID: "screens", Name: "Kept screens", Path: l.screens.store.Dir()},
		{ID: "data", Name: "Installed files", Path: l.paths.Data},
	}
}

// Reveal opens the folder of a place in the system's file manager.
func (l locations) Reveal(ctx context.Context, id string) error {
	const op = "compose.Reveal"
	for _, place := range l.Locations() {
		if place.ID != id || place.Path == "" {
			continue
		}
		if l.opener == nil {
			return errs.New(op, errs.Unsupported, "A browser cannot open folders of the machine that the terminals run on.", "It is "+place.Path+".")
		}
		folder, err := folderAt(place.Path)
		if err != nil {
			return err
		}
		return l.opener.Open(ctx, folder)
	}
	return errs.New(op, errs.NotFound, "There is no such place.", "")
}

// folderAt is the folder at a path, or the one that a file is in, which may not have
// been made yet.
func folderAt(path string) (string, error) {
	const op = "compose.folderAt"
	info, err := os.Stat(path)
	if err == nil && info.IsDir() {
		return path, nil
	}
	folder := filepath.Dir(path)
	if info, err := os.Stat(folder); err == nil && info.IsDir() {
		return folder, nil
	}
	if err == nil || errors.Is(err, fs.ErrNotExist) {
		return "", errs.New(op, errs.NotFound, "Nothing is kept at "+errs.Quote(path)+" yet.", "")
	}
	return "", errs.Wrap(op, errs.Permission, "The folder of "+errs.Quote(path)+" cannot be looked at.", "", err)
}
