// Package settings keeps what the user has chosen in one file that a person can
// read and edit. It decides which values there are, their bounds and defaults,
// and what happens to a file that is damaged, of a newer version or edited while
// the application runs. What it returns is always complete and valid. It must
// not know what a setting does, nor which commands or shells exist.
package settings

import (
	"context"
	"errors"
	"io/fs"
	"log/slog"
	"maps"
	"path/filepath"
	"reflect"
	"sync"
	"sync/atomic"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// FileName is the name of the file in the configuration folder.
const FileName = "settings.json"

// Options are where the settings are kept and who is told. Only Dir is required.
type Options struct {
	// Dir is the configuration folder, absolute.
	Dir string
	// Notice is told what the user should know, and Resolved when that is over.
	Notice   func(core.Notice)
	Resolved func(id string)
	// Changed receives the settings after each change, in the order of their
	// revisions, and whether all of them were chosen (see Certain). It may read them
	// and must not change them.
	Changed func(settings core.Settings, certain bool)
	Log     *slog.Logger
}

// Service holds the settings in force. It is safe for concurrent use.
type Service struct {
	options Options
	// path is where the file is looked for. A link there is followed at each look, as
	// people keep their configuration in repositories.
	path  string
	watch *watch // nil when nothing can be watched

	// changing lets one change at a time be made, kept and told of. It guards file
	// and is locked before mu.
	changing sync.Mutex
	file     file

	mu      sync.Mutex // guards current
	current core.Settings
	// doubted is set while a value in force stands in for one that cannot be told.
	doubted atomic.Bool
}

// Open reads the settings and follows edits of their file until Close. A file that
// cannot be used costs a notice and never the start.
func Open(o Options) (*Service, error) {
	if !filepath.IsAbs(o.Dir) {
		return nil, errs.New("settings.Open", errs.Invalid, "The settings folder must be an absolute path.", "")
	}
	if o.Notice == nil {
		o.Notice = func(core.Notice) {}
	}
	if o.Resolved == nil {
		o.Resolved = func(string) {}
	}
	if o.Changed == nil {
		o.Changed = func(core.Settings, bool) {}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Service{options: o, path: filepath.Join(o.Dir, FileName)}
	s.changing.Lock()
	defer s.changing.Unlock()
	s.begin()
	var err error
	if s.watch, err = startWatch(s.edited); err != nil {
		o.Log.Warn("edits of the settings file are not noticed", "err", err)
	}
	s.look() // what was edited before the watch began
	return s, nil
}

// Read returns what the file in a configuration folder says, for a program that looks
// once and owns nothing: no file is made, moved or told of. Kinds: Corrupt, Newer,
// Permission or Storage for a file that cannot be used, Invalid for a value in it.
func Read(dir string) (core.Settings, error) {
	const op = "settings.Read"
	path := filepath.Join(dir, FileName)
	text, err := readPlain(path)
	if errors.Is(err, fs.ErrNotExist) {
		return Default(), nil
	}
	hint := "Repair the file " + errs.Quote(path) + ", or move it away."
	if err != nil {
		return Default(), errs.Wrap(op, errs.Storage, "The settings cannot be read.", hint, err)
	}
	doc, err := parseFile(text)
	if err != nil {
		return Default(), errs.Wrap(op, errs.Corrupt, "The settings cannot be understood.", hint, err)
	}
	if v, ok := doc.version(); ok && v > core.SettingsVersion {
		return Default(), errs.New(op, errs.Newer, "The settings are of a newer version.", "Use that version.")
	}
	read, problems := doc.settings()
	if len(problems) > 0 {
		return Default(), errs.New(op, errs.Invalid, "In the settings, "+problems[0].String()+".", hint)
	}
	return read, nil
}

// Close stops following the file and waits for that.
func (s *Service) Close() error {
	if s.watch != nil {
		s.watch.close()
	}
	return nil
}

// Path is where the settings are kept: where a link leads, if there is one.
func (s *Service) Path() string {
	hops, err := followLinks(s.path)
	if err != nil {
		return s.path
	}
	return hops[len(hops)-1]
}

// Get returns the settings in force.
func (s *Service) Get() core.Settings {
	s.mu.Lock()
	defer s.mu.Unlock()
	return clone(s.current)
}

// Certain reports whether everything in force was chosen: not while the file, or a
// value in it, cannot be used. Nothing may be given up for a choice that nobody made.
func (s *Service) Certain() bool { return !s.doubted.Load() }

// Defaults returns the settings of a user who has changed nothing.
func (s *Service) Defaults() core.Settings { return Default() }

// Set replaces the settings by ones that were made on their revision, and returns
// those in force. Kinds: Invalid names the setting and its bounds; Conflict when
// they have changed since; Storage when they are in force but not kept.
func (s *Service) Set(ctx context.Context, wanted core.Settings) (core.Settings, error) {
	const op = "settings.Set"
	if err := ctx.Err(); err != nil {
		return s.Get(), errs.Wrap(op, errs.Canceled, "The settings were not changed.", "", err)
	}
	wanted = clone(wanted)
	for _, f := range fields {
		if !f.valid(&wanted) {
			return s.Get(), errs.New(op, errs.Invalid, f.name+" must be "+f.wants+".", "Choose another value.")
		}
	}
	s.changing.Lock()
	defer s.changing.Unlock()
	s.look() // an edit that was not heard of yet comes first
	now := s.Get()
	if wanted.Revision != now.Revision {
		return now, errs.New(op, errs.Conflict, "The settings have changed meanwhile.", "Try again.")
	}
	if same(wanted, now) {
		return now, nil
	}
	s.doubted.Store(false) // they are chosen now
	s.put(wanted)
	return s.Get(), s.keep()
}

// put brings settings into force and tells of them. It needs changing.
func (s *Service) put(settings core.Settings) {
	s.mu.Lock()
	settings.Revision = s.current.Revision + 1
	s.current = clone(settings)
	s.mu.Unlock()
	s.options.Changed(clone(settings), s.Certain())
}

// same compares all but the revision.
func same(a, b core.Settings) bool {
	a.Revision, b.Revision = 0, 0
	return reflect.DeepEqual(a, b)
}

func clone(s core.Settings) core.Settings {
	bindings := make(map[string][]string, len(s.Keyboard.Bindings))
	maps.Copy(bindings, s.Keyboard.Bindings)
	for command, chords := range bindings {
		bindings[command] = append([]string{}, chords...)
	}
	s.Keyboard.Bindings = bindings
	harnesses := make(map[string]core.HarnessSettings, len(s.Launch.Harnesses))
	for id, chosen := range s.Launch.Harnesses {
		harnesses[id] = withoutNil(chosen)
	}
	s.Launch.Harnesses = harnesses
	return s
}
