package settings

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"

	"clankergrid/backend/core"
)

// document is the content of the file: every member, in order, so that what this
// version does not know is written as it was read.
type document struct {
	text []byte // as it stands in the file
	members
}

// members are those of one JSON object. Of several with one name the last counts,
// as in every reader of JSON.
type members []member

type member struct {
	name  string
	value json.RawMessage
	at    int  // offset of the value, from the beginning of the object's text
	again bool // there was one of this name before, which does not count
}

// damage is why a text is no settings document.
type damage struct {
	line  int
	cause error
}

func (d *damage) Error() string { return fmt.Sprintf("line %d: %v", d.line, d.cause) }
func (d *damage) Unwrap() error { return d.cause }

var errNoObject = errors.New("the document is no object")

// parse reads a document. Its error is a *damage.
func parse(text []byte) (document, error) {
	body := bytes.TrimPrefix(text, []byte("\uFEFF")) // some editors begin with it
	skipped := len(text) - len(body)
	var whole json.RawMessage
	err := json.Unmarshal(body, &whole)
	var syntax *json.SyntaxError
	if errors.As(err, &syntax) {
		return document{}, &damage{lineOf(text, skipped+int(syntax.Offset)), err}
	}
	all, ok := parseMembers(body)
	if err != nil || !ok {
		return document{}, &damage{1, errNoObject}
	}
	for i := range all {
		all[i].at += skipped
	}
	return document{text, all}, nil
}

// parseMembers reads valid JSON and reports whether it is an object.
func parseMembers(text []byte) (members, bool) {
	d := json.NewDecoder(bytes.NewReader(text))
	if start, err := d.Token(); err != nil || start != json.Delim('{') {
		return nil, false
	}
	var all members
	places := map[string]int{} // a hostile file has a hundred thousand names
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, false
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, false
		}
		read := member{name: name.(string), value: value, at: int(d.InputOffset()) - len(value)}
		if i, again := places[read.name]; again {
			read.again = true
			all[i] = read
			continue
		}
		places[read.name] = len(all)
		all = append(all, read)
	}
	if _, err := d.Token(); err != nil {
		return nil, false
	}
	_, err := d.Token()
	return all, errors.Is(err, io.EOF)
}

func (m members) find(name string) (member, bool) {
	for _, each := range m {
		if each.name == name {
			return each, true
		}
	}
	return member{}, false
}

// with replaces the member of that name where it stands, or adds one at the end.
func (m members) with(added member) members {
	for i, each := range m {
		if each.name == added.name {
			m[i] = added
			return m
		}
	}
	return append(m, added)
}

func (m members) encode() json.RawMessage {
	var b bytes.Buffer
	b.WriteByte('{')
	for i, each := range m {
		if i > 0 {
			b.WriteByte(',')
		}
		b.Write(encode(each.name))
		b.WriteByte(':')
		b.Write(each.value)
	}
	b.WriteByte('}')
	return b.Bytes()
}

// encode writes a value as a person would: < and & stay what they are.
func encode(value any) json.RawMessage {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(value); err != nil {
		panic(err) // strings, numbers, booleans and maps of them always can be
	}
	return bytes.TrimSpace(b.Bytes())
}

// problem is a value that cannot be used.
type problem struct {
	path  string
	line  int
	wants string
}

func (p problem) String() string {
	return fmt.Sprintf("%s (line %d) must be %s", p.path, p.line, p.wants)
}

// version returns what the document says, and whether that is a version at all. A
// document without one is of the first.
func (d document) version() (int, bool) {
	m, ok := d.find("version")
	if !ok {
		return 1, true
	}
	var v int
	err := json.Unmarshal(m.value, &v)
	return v, err == nil && v >= 1
}

// settings returns what the document says, with the default of every setting that
// it lacks, and the default or the private value of one that cannot be used.
func (d document) settings() (core.Settings, []problem) {
	s := Default()
	var problems []problem
	complain := func(path string, at int, wants string) {
		problems = append(problems, problem{path, lineOf(d.text, at), wants})
	}
	if _, ok := d.version(); !ok {
		m, _ := d.find("version")
		complain("version", m.at, "a whole number")
	}
	sections := map[string]member{}
	content := map[string]members{}
	unclear := map[string]bool{} // sections that are no objects
	for _, f := range fields {
		section, key := f.place()
		if _, seen := sections[section]; !seen {
			m, found := d.find(section)
			sections[section] = m
			inner, ok := parseMembers(m.value)
			if found && !ok {
				complain(section, m.at, "an object")
				unclear[section] = true
			}
			content[section] = inner
		}
		if unclear[section] {
			f.doubt(&s)
		}
		m, ok := content[section].find(key)
		if !ok {
			continue
		}
		at := sections[section].at + m.at
		if read, ok := byEntry[f.path]; ok {
			read(&s, m.value, at, complain)
		} else if !f.set(&s, m.value) {
			complain(f.path, at, f.wants)
			f.doubt(&s)
		}
	}
	return s, problems
}

// repeats reports whether a name stands twice in an object that is written anew, so
// that the first of them would be lost.
func (d document) repeats() bool {
	twice := func(all members) bool { return slices.ContainsFunc(all, func(m member) bool { return m.again }) }
	if twice(d.members) {
		return true
	}
	content := map[string]members{}
	for _, f := range fields {
		section, key := f.place()
		if _, seen := content[section]; !seen {
			m, _ := d.find(section)
			content[section], _ = parseMembers(m.value)
			if twice(content[section]) {
				return true
			}
		}
		m, _ := content[section].find(key)
		if inner, _ := parseMembers(m.value); twice(inner) {
			return true
		}
	}
	return false
}

// with returns the text of the document with these settings. What it has beside
// them stays.
func (d document) with(s core.Settings) []byte {
	top := append(members{}, d.members...)
	top = top.with(member{name: "version", value: encode(core.SettingsVersion)})
	for _, f := range fields {
		section, key := f.place()
		m, _ := top.find(section)
		inner, _ := parseMembers(m.value)
		inner = inner.with(member{name: key, value: encode(f.of(&s))})
		top = top.with(member{name: section, value: inner.encode()})
	}
	var b bytes.Buffer
	if err := json.Indent(&b, top.encode(), "", "  "); err != nil {
		panic(err) // every part was valid
	}
	b.WriteByte('\n')
	return b.Bytes()
}

func lineOf(text []byte, offset int) int {
	return 1 + bytes.Count(text[:min(max(offset, 0), len(text))], []byte{'\n'})
}

// shorten keeps a name from filling a notice.
func shorten(name string) string {
	const most = 40
	if runes := []rune(name); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return name
}
