package workspace

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func TestRecentsAreMarkedWhenTheirFolderIsKnownToBeMissing(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		b.machine.has("/there", "/there")
		b.machine.lacks("/gone", errs.NotFound)
		b.machine.lacks("/file", errs.Invalid)
		b.machine.lacks("/closed", errs.Permission)
		b.machine.answers("/slow", func(ctx context.Context) (string, error) {
			time.Sleep(time.Minute) // deaf to its context, like a dead network folder
			return "", errs.New("fake", errs.NotFound, "", "")
		})
		for _, path := range []string{"/there", "/gone", "/file", "/closed", "/slow"} {
			b.shelf.recents = append(b.shelf.recents, core.Recent{Environment: core.LocalEnvironment, Path: path})
		}
		b.shelf.recents = append(b.shelf.recents, core.Recent{Environment: "far", Path: "/gone"})
		for range 2 { // the second look meets the slow one still under way
			began := time.Now()
			all, err := b.Recents(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			if took := time.Since(began); took > lookWait {
				t.Errorf("took %v", took)
			}
			missing := map[string]bool{}
			for _, recent := range all {
				missing[string(recent.Environment)+recent.Path] = recent.Missing
			}
			want := map[string]bool{
				"local/there": false, "local/gone": true, "local/file": true, "local/closed": false, "local/slow": false, "far/gone": false,
			}
			if fmt.Sprint(missing) != fmt.Sprint(want) {
				t.Errorf("missing = %v, want %v", missing, want)
			}
		}
		if asked := b.machine.asked["/slow"]; asked != 1 {
			t.Errorf("the slow folder was asked for %d times", asked)
		}
		// It cannot be waited for, and Shutdown says so in time.
		began := time.Now()
		wantKind(t, b.Shutdown(t.Context()), errs.Timeout)
		if took := time.Since(began); took > lookWait {
			t.Errorf("Shutdown took %v", took)
		}
		time.Sleep(time.Minute) // the system lets go of it
	})
}

func TestManyDeadFoldersHoldFewThreadsAndNoMoreThanTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		b := newBench(t)
		release := make(chan struct{})
		for n := range lookers {
			path := fmt.Sprintf("/dead/%d", n)
			b.machine.answers(path, func(context.Context) (string, error) {
				<-release
				return path, nil
			})
			b.shelf.recents = append(b.shelf.recents, core.Recent{Environment: core.LocalEnvironment, Path: path})
		}
		if _, err := b.Recents(t.Context()); err != nil {
			t.Fatal(err)
		}
		// All lookers are held now: a folder that is missing stays unknown.
		b.shelf.recents = []core.Recent{{Environment: core.LocalEnvironment, Path: "/gone"}}
		all, err := b.Recents(t.Context())
		if err != nil || all[0].Missing {
			t.Errorf("Recents = %+v, %v", all, err)
		}
		synctest.Wait() // the look that found no slot has given up
		close(release)
		synctest.Wait()
		b.machine.lacks("/gone", errs.NotFound)
		if all, err = b.Recents(t.Context()); err != nil || !all[0].Missing {
			t.Errorf("Recents = %+v, %v", all, err)
		}
		if err := b.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
	})
}

func TestForgettingGoesToTheStore(t *testing.T) {
	b := newBench(t)
	if err := b.Forget(t.Context(), "far", "/src"); err != nil {
		t.Fatal(err)
	}
	b.shelf.takes("forget far /src")
}
