package compose

import (
	"context"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"clankergrid/backend/installed"
)

// Executable is the calling program's own file, or empty where that is not known.
func Executable() string {
	path, err := os.Executable()
	if err != nil {
		return ""
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return ""
	}
	return path
}

// installClanker puts this application's clanker where launches and hooks point
// to, beside the start: it is read whole to be compared, and nobody waits for it
// yet. Without it terminals work as they do.
func (a *Application) installClanker() {
	if a.options.Executable == "" {
		return
	}
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
		source, err := installed.Find(a.options.Executable, runtime.GOOS, runtime.GOARCH, true)
		if err == nil {
			var copied installed.Copy
			if copied, err = installed.Install(ctx, a.paths.Data, source); err == nil {
				a.clanker.Store(&copied)
				a.removeUnusedClankers(copied)
				return
			}
		}
		if ctx.Err() == nil {
			a.log.Warn("clanker is not installed", "err", err)
			a.notices.add(degraded("clanker", "Programs in terminals cannot call clanker.", err))
		}
	}()
}

func (a *Application) removeUnusedClankers(keep installed.Copy) {
	removed, err := installed.RemoveUnused(a.paths.Data, keep, time.Now())
	if err != nil {
		a.log.Warn("unused copies of clanker stay", "err", err)
	} else if removed > 0 {
		a.log.Info("unused copies of clanker are removed", "count", removed)
	}
}

// Clanker is the installed clanker, which launches and hooks name. ok is false
// until it is installed.
func (a *Application) Clanker() (copied installed.Copy, ok bool) {
	if c := a.clanker.Load(); c != nil {
		return *c, true
	}
	return installed.Copy{}, false
}
