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
	noticeFile   = "settings-file"   // damaged, unreadable or of a newer version
	noticeValues = "settings-values" // values that cannot be used
)

// file is what is known of the file.
type file struct {
	// document is what was last read or written, whose unknown members are kept.
	document document
	// seen is the text that was last looked at, usable or not.
	seen []byte
	// damaged is set when what stands there now is no document.
	damaged bool
	// refused says why the file must not be replaced: it is of a newer version or
	// cannot be read.
	refused error
}

// read returns the content of the file, nil when there is none.
func (s *Service) read() ([]byte, error) {
	f, err := os.Open(s.path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	if info, err := f.Stat(); err != nil || !info.Mode().IsRegular() {
		return nil, errors.Join(errors.New("not a regular file"), err)
	}
	text, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && text == nil {
		text = []byte{}
	}
	return text, err
}

// begin reads the file at start. It needs changing.
func (s *Service) begin() {
	text, err := s.read()
	if err != nil {
		s.unreadable(err)
		return
	}
	if text == nil {
		return
	}
	s.file.seen = text
	doc, err := parseFile(text)
	if err != nil {
		s.setAside(err)
		return
	}
	settings, problems := doc.settings()
	s.file.document = doc
	if s.isNewer(doc) {
		problems = nil // they may be what the newer version means
	}
	if len(problems) > 0 {
		s.tell(noticeValues, "settings.json has values that cannot be used: "+list(problems)+".", "Their defaults are in force; correct the file or choose in the settings.")
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
		s.file.refused = nil
		return false
	}
	s.file.refused = errs.New("settings.read", errs.Newer, fmt.Sprintf("settings.json is of version %d and this program writes version %d.", v, core.SettingsVersion), "")
	s.tell(noticeFile, fmt.Sprintf("settings.json was written by a newer version (%d, known is %d), so changes are not kept.", v, core.SettingsVersion), "Update the application, or move the file away.")
	return true
}

func (s *Service) unreadable(err error) {
	s.file.refused = err
	s.options.Log.Warn("the settings file cannot be read", "path", s.path, "err", err)
	s.tell(noticeFile, "The settings file "+errs.Quote(s.path)+" cannot be read, so changes are not kept.", "Make it a file that you may read and write.")
}

// look takes over what was edited since the file was last looked at. An edit that
// cannot be used as a whole changes nothing: its author is at work on it. A file
// that was removed changes nothing either. It needs changing.
func (s *Service) look() {
	text, err := s.read()
	if err != nil {
		s.unreadable(err)
		return
	}
	if text == nil {
		s.file.seen, s.file.damaged, s.file.refused = nil, false, nil
		return
	}
	if s.file.refused == nil && bytes.Equal(text, s.file.seen) {
		return
	}
	s.file.seen = text
	doc, err := parseFile(text)
	s.file.damaged = err != nil
	if err != nil {
		s.file.refused = nil
		var d *damage
		line := 1
		if errors.As(err, &d) {
			line = d.line
		}
		s.tell(noticeFile, fmt.Sprintf("settings.json has a mistake on line %d, so its edit is not in force.", line), "Correct it and save it again.")
		return
	}
	if s.isNewer(doc) {
		return
	}
	s.options.Resolved(noticeFile)
	s.file.document = doc
	settings, problems := doc.settings()
	if len(problems) > 0 {
		s.tell(noticeValues, "settings.json has values that cannot be used, so its edit is not in force: "+list(problems)+".", "Correct them and save the file again.")
		return
	}
	s.options.Resolved(noticeValues)
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

// keep writes the settings in force. It needs changing.
func (s *Service) keep() error {
	err := s.file.refused
	if err == nil && s.file.damaged {
		err = s.setAside(nil)
	}
	text := s.file.document.with(s.Get())
	if err == nil {
		err = atomicfile.Write(s.path, 0o600, text)
	}
	if err != nil {
		s.options.Log.Warn("the settings are not kept", "err", err)
		return errs.Wrap("settings.keep", errs.Storage, "The change is in force but could not be kept in settings.json.", "Make the file writable and free some space; it is lost when the application ends.", err)
	}
	doc, err := parse(text)
	if err != nil {
		return errs.Wrap("settings.keep", errs.Internal, "The settings were written in a form that cannot be read.", "", err)
	}
	s.file = file{document: doc, seen: text}
	s.options.Resolved(noticeValues)
	return nil
}

// setAside moves a damaged file away under a dated name. A file that cannot be
// moved is not replaced.
func (s *Service) setAside(why error) error {
	base := s.path + ".corrupt-" + time.Now().UTC().Format("20060102T150405Z")
	aside := base
	for i := 2; i < 100; i++ { // two in one second are rare, a hundred are something else
		if _, err := os.Lstat(aside); err != nil {
			break
		}
		aside = base + "-" + strconv.Itoa(i)
	}
	if err := os.Rename(s.path, aside); err != nil {
		s.unreadable(errors.Join(why, err))
		return err
	}
	s.file = file{}
	s.options.Log.Warn("damaged settings set aside", "aside", aside, "err", why)
	s.tell(noticeFile, "The settings file was damaged: it is kept as "+errs.Quote(aside)+".", "Copy what you need from it; the settings in force are kept in a new file.")
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
