package settings

import (
	"testing"
	"testing/synctest"
	"time"

	"github.com/fsnotify/fsnotify"
)

// following returns a watch of the file "f" without a system behind it.
func following(due chan struct{}) (*watch, chan<- fsnotify.Event) {
	events := make(chan fsnotify.Event)
	w := &watch{watcher: &fsnotify.Watcher{Events: events, Errors: make(chan error)}, files: map[string]bool{"f": true}}
	w.running.Go(func() { w.follow(due) })
	return w, events
}

func TestAFileIsReadWhenItRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		due := make(chan struct{}, 1)
		w, events := following(due)
		started := time.Now()
		for range 3 {
			events <- fsnotify.Event{Name: "f", Op: fsnotify.Write}
			<-time.After(100 * time.Millisecond)
		}
		<-due
		if took := time.Since(started); took != 200*time.Millisecond+settle {
			t.Errorf("read after %v", took)
		}
		events <- fsnotify.Event{Name: "f", Op: fsnotify.Chmod}
		events <- fsnotify.Event{Name: "g", Op: fsnotify.Write}
		select {
		case <-due:
			t.Error("read for nothing")
		case <-time.After(time.Minute):
		}
		close(events)
		w.running.Wait()
	})
}

func TestAFileThatIsTouchedAllTheTimeIsReadNevertheless(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		due := make(chan struct{}, 1)
		w, events := following(due)
		reads := 0
		for range 100 { // ten seconds
			events <- fsnotify.Event{Name: "f", Op: fsnotify.Write}
			<-time.After(settle * 2 / 3)
			select {
			case <-due:
				reads++
			default:
			}
		}
		if reads < 8 || reads > 10 {
			t.Errorf("read %d times in ten seconds", reads)
		}
		close(events)
		w.running.Wait()
	})
}
