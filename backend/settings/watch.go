package settings

import (
	"errors"
	"path/filepath"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// settle is how long a file must rest before it is read: editors write in several
	// steps, and an empty file between two of them is no edit.
	settle = 150 * time.Millisecond
	// longest is how long an edit waits for that rest, so that a program which touches
	// the file all the time does not keep it from being read.
	longest = time.Second
)

// watch tells when a file, or a link to it, may have changed. It watches folders,
// because editors replace files.
type watch struct {
	watcher *fsnotify.Watcher
	running sync.WaitGroup
	// folders are those that are watched. Only point uses them, once at a time.
	folders map[string]bool

	mu    sync.Mutex // guards files
	files map[string]bool
}

// startWatch calls changed, from one goroutine, after each change of what the watch is
// pointed at. The call may point it elsewhere: events are received meanwhile, because
// on some systems a folder cannot be added while one waits to be.
func startWatch(changed func()) (*watch, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	w := &watch{watcher: watcher, folders: map[string]bool{}}
	due := make(chan struct{}, 1)
	w.running.Go(func() {
		defer close(due)
		w.follow(due)
	})
	w.running.Go(func() {
		for range due {
			changed()
		}
	})
	return w, nil
}

// point watches these files and no others. The error names the folders that cannot be
// watched, which are tried again at the next call.
func (w *watch) point(paths []string) error {
	files, folders := map[string]bool{}, map[string]bool{}
	for _, path := range paths {
		files[path], folders[filepath.Dir(path)] = true, true
	}
	w.mu.Lock()
	w.files = files
	w.mu.Unlock()
	var failed error
	for folder := range folders {
		// Again for one that is watched already: it may be another of that name.
		if err := w.watcher.Add(folder); err != nil {
			failed = errors.Join(failed, err)
			continue
		}
		w.folders[folder] = true
	}
	for folder := range w.folders {
		if !folders[folder] {
			_ = w.watcher.Remove(folder) // one that is gone is watched no more
			delete(w.folders, folder)
		}
	}
	return failed
}

func (w *watch) concerns(event fsnotify.Event) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.files[event.Name] && !event.Has(fsnotify.Chmod)
}

// follow puts a value into due when files rest after a change, until the watcher is
// closed.
func (w *watch) follow(due chan<- struct{}) {
	rest := time.NewTimer(0)
	rest.Stop()
	defer rest.Stop()
	var first time.Time // of the changes that were not told of yet
	stirred := func() {
		if first.IsZero() {
			first = time.Now()
		}
		rest.Reset(min(settle, longest-time.Since(first)))
	}
	for {
		select {
		case event, open := <-w.watcher.Events:
			if !open {
				return
			}
			if w.concerns(event) {
				stirred()
			}
		case _, open := <-w.watcher.Errors:
			if !open {
				return
			}
			stirred() // events were lost
		case <-rest.C:
			first = time.Time{}
			select {
			case due <- struct{}{}:
			default: // a look is due already
			}
		}
	}
}

func (w *watch) close() {
	w.watcher.Close()
	w.running.Wait()
}
