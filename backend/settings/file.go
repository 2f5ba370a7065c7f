package settings

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"clankergrid/backend/atomicfile"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// maxFile bounds the file: five hundred commands with all their chords are a tenth
// of it. What is larger is not ours and is treated as damaged.
const maxFile = 1 << 20

// The notices, one per cause.
const (
	noticeFile   = "settings-file"   // damaged, unreadable, of a newer version, or kept aside
	noticeValues = "settings-values" // values that cannot be used
)

// file is what is known of the file.
type file struct {
	// path is where what was last read stood: links have been followed.
	path string
	// document is what was last read or written, whose unknown members are kept.
	document document
	// seen is the text that was last looked at, usable or not; nil when there was none.
	seen []byte
	// unaccepted is set when what stands there now has parts that are not in force, so
	// that writing would lose what somebody typed.
	unaccepted bool
	// refused says why the file must not be replaced: it is of a newer version or
	// cannot be read.
	refused error
	// private is set while private values are in force because the file could not be
	// used at start.
	private bool
}

// read returns the content of the file, nil when there is none. What links there are
// is found out anew and watched first, so that no edit falls between.
func (s *Service) read() ([]byte, error) {
	hops, err := followLinks(s.path)
	if err != nil {
		return nil, err
	}
	s.file.path = hops[len(hops)-1]
	if s.watch != nil {
		if err := s.watch.point(hops); err != nil {
			s.options.Log.Warn("edits of the settings file are not noticed", "err", err)
		}
	}
	text, err := readPlain(s.file.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return text, err
}

// readPlain returns the content of a plain file, as far as it is within bounds and a
// byte more.
func readPlain(path string) ([]byte, error) {
	info, err := os.Stat(path)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() { // before it is opened: to open a device may do something
		return nil, errNotPlain
	}
	// What has become a pipe since then must not be waited for.
	f, err := os.OpenFile(path, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if now, err := f.Stat(); err != nil || !now.Mode().IsRegular() {
		return nil, errors.Join(errNotPlain, err)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && text == nil {
		text = []byte{}
	}
	return text, err
}

var errNotPlain = errors.New("not a regular file")

// begin puts into force what the file says at start. It needs changing.
func (s *Service) begin() {
	s.file.private = true // until the file has been understood
	settings, ok := s.take()
	s.doubted.Store(s.file.private || s.file.unaccepted)
	switch {
	case ok:
	case s.file.private:
		settings = private()
	default:
		settings = Default()
	}
	settings.Revision = 1
	s.mu.Lock()
	s.current = settings
	s.mu.Unlock()
}

func parseFile(text []byte) (document, error) {
	if len(text) > maxFile {
		return document{}, &damage{1, fmt.Errorf("more than %d bytes", maxFile)}
	}
	return parse(text)
}

// isNewer notes and tells when a document is of a later version, which must not be
// replaced by what this one understands.
func (s *Service) isNewer(doc document) bool {
	v, _ := doc.version()
	if v <= core.SettingsVersion {
		return false
	}
	s.file.refused = errs.New("settings.read", errs.Newer, fmt.Sprintf("settings.json is of version %d and this program writes version %d.", v, core.SettingsVersion), "")
	s.tell(noticeFile, fmt.Sprintf("settings.json was written by a newer version (%d, known is %d), so changes are not kept.", v, core.SettingsVersion), "Update the application, or move the file away.")
	return true
}

func (s *Service) unreadable(err error) {
	s.file.refused, s.file.seen = err, nil
	s.options.Log.Warn("the settings file cannot be read", "path", s.path, "err", err)
	s.tell(noticeFile, "The settings file "+errs.Quote(s.Path())+" cannot be read, so changes are not kept and "+s.inForce()+".", "Make it a file that you may read and write.")
}

func (s *Service) mistaken(err error) {
	s.file.unaccepted = true
	line := 1
	var d *damage
	if errors.As(err, &d) {
		line = d.line
	}
	s.options.Log.Warn("the settings file is damaged", "path", s.file.path, "err", err)
	s.tell(noticeFile, fmt.Sprintf("settings.json has a mistake on line %d, so %s.", line, s.inForce()), "Correct it and save it again.")
}

// inForce ends the sentence about a file that cannot be used.
func (s *Service) inForce() string {
	if s.file.private {
		return "the defaults are in force, but no screens are kept and no program may set the clipboard"
	}
	return "what was in force stays"
}

// take reads the file and returns what it says, or false when that cannot be told, is
// known already, or when there is no file. It needs changing.
func (s *Service) take() (core.Settings, bool) {
	text, err := s.read()
	if err != nil {
		s.unreadable(err)
		return core.Settings{}, false
	}
	if text == nil {
		if s.file.seen != nil || s.file.refused != nil {
			s.options.Resolved(noticeFile)
			s.options.Resolved(noticeValues)
		}
		s.file = file{path: s.file.path, document: s.file.document}
		return core.Settings{}, false
	}
	if s.file.seen != nil && bytes.Equal(text, s.file.seen) {
		return core.Settings{}, false
	}
	s.file.seen, s.file.refused = text, nil
	doc, err := parseFile(text)
	if err != nil {
		s.mistaken(err)
		return core.Settings{}, false
	}
	settings, problems := doc.settings()
	s.file.document, s.file.private = doc, false
	s.file.unaccepted = len(problems) > 0 || doc.repeats()
	if s.isNewer(doc) {
		problems = nil // they may be what the newer version means
	} else {
		s.options.Resolved(noticeFile)
	}
	if len(problems) > 0 {
		s.tell(noticeValues, "settings.json has values that cannot be used: "+list(problems)+".", "Their defaults are in force, and off for restoreScreens and clipboardWrites; correct the file or choose in the settings.")
	} else {
		s.options.Resolved(noticeValues)
	}
	return settings, true
}

// look takes over what was edited since the file was last looked at. A file that
// cannot be used as a whole changes nothing: its author is at work on it. A file that
// was removed changes nothing either. It needs changing.
func (s *Service) look() {
	settings, ok := s.take()
	if !ok {
		return
	}
	s.doubted.Store(s.file.unaccepted)
	if !same(settings, s.Get()) {
		s.put(settings)
	}
}

// edited is called when the file may have changed.
func (s *Service) edited() {
	s.changing.Lock()
	defer s.changing.Unlock()
	s.look()
}

// keep writes the settings in force. It needs changing, and that the file was just
// looked at.
func (s *Service) keep() error {
	s.file.private = false // they are chosen now
	err := s.file.refused
	if err == nil && s.file.unaccepted {
		err = s.keepAside()
	}
	text := s.file.document.with(s.Get())
	if err == nil {
		err = atomicfile.Write(s.file.path, 0o600, text)
	}
	if err != nil {
		s.options.Log.Warn("the settings are not kept", "err", err)
		return errs.Wrap("settings.keep", errs.Storage, "The change is in force but could not be kept in settings.json.", "Make the file writable and free some space; it is lost when the application ends.", err)
	}
	doc, err := parse(text)
	if err != nil {
		return errs.Wrap("settings.keep", errs.Internal, "The settings were written in a form that cannot be read.", "", err)
	}
	s.file = file{path: s.file.path, document: doc, seen: text}
	s.options.Resolved(noticeValues)
	return nil
}

// keepAside gives the file a second, dated name, under which it stays when it is
// replaced. What cannot be kept so is not replaced.
func (s *Service) keepAside() error {
	base := s.file.path + ".corrupt-" + time.Now().UTC().Format("20060102T150405Z")
	aside := base
	for i := 2; i < 100; i++ { // two in one second are rare, a hundred are something else
		if _, err := os.Lstat(aside); err != nil {
			break
		}
		aside = base + "-" + strconv.Itoa(i)
	}
	if os.Link(s.file.path, aside) != nil { // as on a FAT filesystem
		if err := os.Rename(s.file.path, aside); err != nil {
			return err
		}
	}
	s.file.unaccepted = false
	s.options.Log.Warn("settings that could not be used are kept aside", "aside", aside)
	s.tell(noticeFile, "What stood in settings.json is kept as "+errs.Quote(aside)+", because not all of it could be used.", "Copy what you need from it.")
	return nil
}

func (s *Service) tell(id, message, hint string) {
	s.options.Notice(core.Notice{ID: id, Level: "warning", Message: message, Hint: hint})
}

// list names the first problems; a file with many is not a mistake in typing.
func list(problems []problem) string {
	const most = 5
	var named []string
	for _, p := range problems[:min(len(problems), most)] {
		named = append(named, p.String())
	}
	if more := len(problems) - most; more > 0 {
		named = append(named, strconv.Itoa(more)+" more")
	}
	return strings.Join(named, "; ")
}
