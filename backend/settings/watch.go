package settings

import (
	"path/filepath"
	"time"

	"github.com/fsnotify/fsnotify"
)

// settle is how long a file must rest before it is read: editors write in several
// steps, and an empty file between two of them is no edit.
const settle = 150 * time.Millisecond

// watch tells when one file may have changed. It watches the folder, because
// editors replace the file.
type watch struct {
	watcher *fsnotify.Watcher
	ended   chan struct{}
}

// watchFile calls changed, from one goroutine, after each change of the file.
func watchFile(path string, changed func()) (*watch, error) {
	watcher, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, err
	}
	if err := watcher.Add(filepath.Dir(path)); err != nil {
		watcher.Close()
		return nil, err
	}
	w := &watch{watcher, make(chan struct{})}
	go w.follow(filepath.Base(path), changed)
	return w, nil
}

func (w *watch) follow(name string, changed func()) {
	defer close(w.ended)
	rest := time.NewTimer(0)
	rest.Stop()
	defer rest.Stop()
	for {
		select {
		case event, open := <-w.watcher.Events:
			if !open {
				return
			}
			if filepath.Base(event.Name) == name && !event.Has(fsnotify.Chmod) {
				rest.Reset(settle)
			}
		case _, open := <-w.watcher.Errors:
			if !open {
				return
			}
			rest.Reset(settle) // events were lost
		case <-rest.C:
			changed()
		}
	}
}

func (w *watch) close() {
	w.watcher.Close()
	<-w.ended
}
