package compose

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"time"

	"clankergrid/backend/errs"
	"clankergrid/backend/installed"
)

// Executable is the calling program's own file, or empty where that is not known.
func Executable() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	return resolved(path)
}

// resolved follows the links of a program's path. Where an upgrade has replaced the
// program since it was started, Linux says so in the path itself, and what lies there
// now is the next version of the same: its clanker understands this application.
func resolved(path string) string {
	for _, path := range []string{path, strings.TrimSuffix(path, " (deleted)")} {
		if real, err := filepath.EvalSymlinks(path); err == nil {
			return real
		}
	}
	return ""
}

// installClanker puts this application's clanker where launches and hooks point
// to, beside the start: it is read whole to be compared, and nobody waits for it
// yet. It does so again when somebody removes it. Without it terminals work as
// they do.
func (a *Application) installClanker() {
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan struct{})
	a.onClose("clanker", func(closing context.Context) error {
		stop()
		select {
		case <-done:
			return nil
		case <-closing.Done():
			return closing.Err()
		}
	})
	go func() {
		defer close(done)
		defer func() {
			if held := a.clanker.Load(); held != nil {
				held.Close()
			}
		}()
		for ctx.Err() == nil {
			a.renewClanker(ctx)
			select {
			case <-a.clankerGone:
			case <-ctx.Done():
			}
		}
	}()
}

// renewClanker installs the clanker and lets go of the one before.
func (a *Application) renewClanker(ctx context.Context) {
	const id = "clanker"
	source, err := a.clankerSource()
	var copied *installed.Copy
	if err == nil {
		copied, err = installed.Install(ctx, a.paths.Data, source)
	}
	if err != nil {
		if ctx.Err() == nil {
			a.log.Warn("clanker is not installed", "err", err)
			a.notices.add(degraded(id, "Programs in terminals cannot call clanker.", err))
		}
		return
	}
	if before := a.clanker.Swap(copied); before != nil {
		before.Close()
	}
	a.notices.resolve(id)
	a.removeUnusedClankers(ctx, copied)
}

func (a *Application) clankerSource() (installed.Source, error) {
	if a.options.Executable == "" {
		return installed.Source{}, errs.New("compose.clankerSource", errs.NotFound, "The program's own file is not known.", "Start the application again.")
	}
	return installed.Find(a.options.Executable, runtime.GOOS, runtime.GOARCH)
}

func (a *Application) removeUnusedClankers(ctx context.Context, keep *installed.Copy) {
	removed, err := installed.RemoveUnused(ctx, a.paths.Data, keep, time.Now())
	if err != nil {
		a.log.Warn("unused copies of clanker stay", "err", err)
	} else if removed > 0 {
		a.log.Info("unused copies of clanker are removed", "count", removed)
	}
}

// Clanker is the path of the installed clanker, which launches and hooks name. ok
// is false until it is installed, and while it is installed again because somebody
// has removed it.
func (a *Application) Clanker() (path string, ok bool) {
	c := a.clanker.Load()
	if c == nil {
		return "", false
	}
	if c.Missing() {
		select {
		case a.clankerGone <- struct{}{}:
		default: // it is being installed
		}
		return "", false
	}
	return c.Path, true
}
