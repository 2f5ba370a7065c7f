package settings

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
	"pgregory.net/rapid"
)

// bed is a configuration folder with a service on it.
type bed struct {
	*testing.T
	*Service
	changed chan core.Settings

	mu      sync.Mutex
	notices map[string]core.Notice
}

// open starts a service on a folder with that content of the file; none for "".
func open(t *testing.T, text string) *bed {
	t.Helper()
	dir := t.TempDir()
	if text != "" {
		if err := os.WriteFile(filepath.Join(dir, FileName), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return openIn(t, dir)
}

func openIn(t *testing.T, dir string) *bed {
	t.Helper()
	b := &bed{T: t, changed: make(chan core.Settings, 100), notices: map[string]core.Notice{}}
	var err error
	b.Service, err = Open(Options{
		Dir: dir,
		Notice: func(n core.Notice) {
			b.mu.Lock()
			defer b.mu.Unlock()
			b.notices[n.ID] = n
		},
		Resolved: func(id string) {
			b.mu.Lock()
			defer b.mu.Unlock()
			delete(b.notices, id)
		},
		Changed: func(s core.Settings, _ bool) { b.changed <- s },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { b.Close() })
	return b
}

func (b *bed) notice(id string) string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.notices[id].Message
}

func (b *bed) content() string {
	b.Helper()
	text, err := os.ReadFile(b.Path())
	if err != nil {
		b.Fatal(err)
	}
	return string(text)
}

func (b *bed) set(change func(*core.Settings)) core.Settings {
	b.Helper()
	s := b.Get()
	change(&s)
	s, err := b.Set(b.Context(), s)
	if err != nil {
		b.Fatal(err)
	}
	return s
}

func dark(s *core.Settings) { s.Appearance.Theme = core.ThemeDark }

func TestWithoutAFileTheDefaultsAreInForceAndNothingIsWritten(t *testing.T) {
	b := open(t, "")
	if got := b.Get(); !same(got, Default()) || got.Revision != 1 {
		t.Errorf("got %+v", got)
	}
	if _, err := os.Stat(b.Path()); !os.IsNotExist(err) {
		t.Errorf("there is a file: %v", err)
	}
	if len(b.notices) != 0 {
		t.Errorf("notices: %v", b.notices)
	}
}

func TestAChangeIsInForceToldAndKept(t *testing.T) {
	b := open(t, "")
	got := b.set(func(s *core.Settings) {
		dark(s)
		s.Keyboard.Bindings["palette"] = []string{"Ctrl+<", "Alt+&"}
	})
	if got.Revision != 2 || got.Appearance.Theme != core.ThemeDark {
		t.Errorf("got %+v", got)
	}
	if told := <-b.changed; !reflect.DeepEqual(told, got) {
		t.Errorf("told %+v", told)
	}
	if text := b.content(); !strings.HasPrefix(text, "{\n  \"version\": 1,\n  \"general\": {\n") || !strings.Contains(text, `"Ctrl+<"`) || strings.Contains(text, "revision") {
		t.Errorf("the file is\n%s", text)
	}
	if info, _ := os.Stat(b.Path()); info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v", info.Mode())
	}
	if again := openIn(t, filepath.Dir(b.Path())); !same(again.Get(), got) {
		t.Errorf("read back %+v", again.Get())
	}
}

func TestAChangeOnAnOlderRevisionIsAConflict(t *testing.T) {
	b := open(t, "")
	old := b.Get()
	b.set(dark)
	old.Appearance.Theme = core.ThemeLight
	got, err := b.Set(t.Context(), old)
	if errs.KindOf(err) != errs.Conflict || got.Appearance.Theme != core.ThemeDark || b.Get().Appearance.Theme != core.ThemeDark {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestAChangeToTheSameIsNone(t *testing.T) {
	b := open(t, "")
	if got := b.set(func(*core.Settings) {}); got.Revision != 1 {
		t.Errorf("revision %d", got.Revision)
	}
	if _, err := os.Stat(b.Path()); !os.IsNotExist(err) {
		t.Errorf("there is a file: %v", err)
	}
}

func TestAValueOutOfBoundsIsNamedWithItsBounds(t *testing.T) {
	for name, c := range map[string]struct {
		change func(*core.Settings)
		want   string
	}{
		"scale":       {func(s *core.Settings) { s.Appearance.UIScale = 301 }, "The UI scale must be a whole number from 50 to 300."},
		"font size":   {func(s *core.Settings) { s.Appearance.FontSize = 5 }, "The font size must be a whole number from 6 to 72."},
		"line height": {func(s *core.Settings) { s.Appearance.LineHeight = -1 }, "The line height must be a whole number from 100 to 200."},
		"scrollback":  {func(s *core.Settings) { s.Terminal.Scrollback = 100_001 }, "The scrollback must be a whole number from 0 to 100000."},
		"theme":       {func(s *core.Settings) { s.Appearance.Theme = "pink" }, `The theme must be "system", "dark", "light" or "slate".`},
		"cursor":      {func(s *core.Settings) { s.Appearance.Cursor = "" }, `The cursor must be "block", "bar" or "underline".`},
		"paste":       {func(s *core.Settings) { s.Terminal.PasteWarning = "x" }, `The paste warning must be "lines" or "never".`},
		"clipboard":   {func(s *core.Settings) { s.Terminal.ClipboardWrites = "x" }, `The clipboard policy must be "off", "focused" or "always".`},
		"font":        {func(s *core.Settings) { s.Appearance.UIFont = "x;}" }, "The UI font must be at most 200 printable characters without ; { } < > and \\."},
		"long font":   {func(s *core.Settings) { s.Appearance.TerminalFont = strings.Repeat("x", 201) }, "The terminal font must be "},
		"control":     {func(s *core.Settings) { s.Appearance.TerminalFont = "a\nb" }, "The terminal font must be "},
		"shell":       {func(s *core.Settings) { s.Terminal.Shell = "bash" }, "The shell must be the absolute path of a shell, or empty."},
		"chord":       {func(s *core.Settings) { s.Keyboard.Bindings["find"] = []string{""} }, "The key bindings must be at most 500 commands"},
		"chords":      {func(s *core.Settings) { s.Keyboard.Bindings["find"] = make([]string, 9) }, "The key bindings must be "},
		"command":     {func(s *core.Settings) { s.Keyboard.Bindings["a\x1bb"] = []string{} }, "The key bindings must be "},
		"commands": {func(s *core.Settings) {
			for i := range maxCommands + 1 {
				s.Keyboard.Bindings[fmt.Sprint(i)] = []string{}
			}
		}, "The key bindings must be "},
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, "")
			s := b.Get()
			c.change(&s)
			got, err := b.Set(t.Context(), s)
			if errs.KindOf(err) != errs.Invalid || !strings.HasPrefix(errs.PublicOf(err).Message, c.want) {
				t.Errorf("%v", err)
			}
			if !same(got, Default()) || !same(b.Get(), Default()) {
				t.Errorf("in force: %+v", b.Get())
			}
		})
	}
}

func TestAChangeThatCannotBeKeptIsInForceAndSaysSo(t *testing.T) {
	b := open(t, "")
	if err := os.RemoveAll(filepath.Dir(b.Path())); err != nil {
		t.Fatal(err)
	}
	s := b.Get()
	dark(&s)
	got, err := b.Set(t.Context(), s)
	if errs.KindOf(err) != errs.Storage || got.Appearance.Theme != core.ThemeDark || got.Revision != 2 || (<-b.changed).Revision != 2 {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestWhatIsReturnedIsNotShared(t *testing.T) {
	b := open(t, "")
	b.set(func(s *core.Settings) { s.Keyboard.Bindings["find"] = []string{"F3"} })
	got := b.Get()
	got.Keyboard.Bindings["find"][0] = "F4"
	got.Keyboard.Bindings["palette"] = nil
	if now := b.Get().Keyboard.Bindings; now["find"][0] != "F3" || len(now) != 1 {
		t.Errorf("in force: %v", now)
	}
}

func TestConcurrentChangesAreOrderedAndNoneIsLost(t *testing.T) {
	b := open(t, "")
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			for {
				s := b.Get()
				s.Keyboard.Bindings[fmt.Sprint(i)] = []string{}
				if _, err := b.Set(context.Background(), s); err == nil {
					return
				} else if errs.KindOf(err) != errs.Conflict {
					t.Error(err)
					return
				}
			}
		})
	}
	all.Wait()
	if got := b.Get(); len(got.Keyboard.Bindings) != 8 || got.Revision != 9 {
		t.Errorf("%+v", got)
	}
	for want := uint64(2); want <= 9; want++ {
		if told := <-b.changed; told.Revision != want {
			t.Fatalf("told of %d, want %d", told.Revision, want)
		}
	}
}

// Every setting must be on the table, or it is neither read nor checked.
func TestEverySettingIsAField(t *testing.T) {
	var paths []string
	s := Default()
	text, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var sections map[string]json.RawMessage
	if err := json.Unmarshal(text, &sections); err != nil {
		t.Fatal(err)
	}
	for section, raw := range sections {
		var keys map[string]json.RawMessage
		if json.Unmarshal(raw, &keys) != nil {
			continue // the revision
		}
		for key := range keys {
			paths = append(paths, section+"."+key)
		}
	}
	var have []string
	for _, f := range fields {
		have = append(have, f.path)
		if !f.valid(&s) {
			t.Errorf("the default of %s is not valid", f.path)
		}
		section, key := f.place()
		var keys map[string]json.RawMessage
		_ = json.Unmarshal(sections[section], &keys)
		if got := string(encode(f.of(&s))); got != string(keys[key]) {
			t.Errorf("%s points at %s", f.path, got)
		}
	}
	slices.Sort(paths)
	slices.Sort(have)
	if !slices.Equal(paths, have) {
		t.Errorf("settings %q\nfields   %q", paths, have)
	}
}

// A person who edits the file finds every value with its bounds and default.
func TestEverySettingIsDocumented(t *testing.T) {
	page, err := os.ReadFile(filepath.Join("..", "..", "docs", "configuration.md"))
	if err != nil {
		t.Fatal(err)
	}
	s := Default()
	for _, f := range fields {
		row := fmt.Sprintf("| `%s` | %s | `%s` |", f.path, f.wants, encode(f.of(&s)))
		if !strings.Contains(string(page), row) {
			t.Errorf("docs/configuration.md lacks the row\n%s", row)
		}
	}
}

// anySettings draws settings that are valid.
func anySettings(t *rapid.T) core.Settings {
	chord := rapid.StringMatching(`(Ctrl\+)?[A-Z0-9<>&"\\é]`)
	font := rapid.StringMatching(`[A-Za-z "',é-]{0,30}`)
	return core.Settings{
		General: core.GeneralSettings{RestoreWorkspaces: rapid.Bool().Draw(t, "workspaces"), RestoreScreens: rapid.Bool().Draw(t, "screens")},
		Appearance: core.AppearanceSettings{
			Theme:   rapid.SampledFrom([]core.Theme{"system", "dark", "light", "slate"}).Draw(t, "theme"),
			UIScale: rapid.IntRange(50, 300).Draw(t, "scale"), UIFont: font.Draw(t, "ui"), TerminalFont: font.Draw(t, "terminal"),
			FontSize: rapid.IntRange(6, 72).Draw(t, "size"), LineHeight: rapid.IntRange(100, 200).Draw(t, "height"),
			Cursor:      rapid.SampledFrom([]core.CursorShape{"block", "bar", "underline"}).Draw(t, "cursor"),
			CursorBlink: rapid.Bool().Draw(t, "blink"), SystemTitleBar: rapid.Bool().Draw(t, "bar"),
			Graphics: rapid.SampledFrom([]core.Graphics{"auto", "always", "never"}).Draw(t, "graphics"),
		},
		Terminal: core.TerminalSettings{
			Scrollback:      rapid.IntRange(0, 100_000).Draw(t, "scrollback"),
			PasteWarning:    rapid.SampledFrom([]core.PasteWarning{"lines", "never"}).Draw(t, "paste"),
			ClipboardWrites: rapid.SampledFrom([]core.ClipboardWrites{"off", "focused", "always"}).Draw(t, "clipboard"),
			Shell:           rapid.SampledFrom([]string{"", shellPath}).Draw(t, "shell"), ShellIntegration: rapid.Bool().Draw(t, "integration"),
			Renderer: rapid.SampledFrom([]core.Renderer{"auto", "dom", "webgl"}).Draw(t, "renderer"),
		},
		Keyboard: core.KeyboardSettings{Bindings: rapid.MapOfN(rapid.StringMatching(`[a-z-]{1,20}`), rapid.SliceOfN(chord, 0, maxChords), 0, 20).Draw(t, "bindings")},
		Launch:   core.LaunchSettings{Harnesses: rapid.MapOfN(rapid.StringMatching(`[a-z]{1,20}`), rapid.Custom(anyHarness), 0, 5).Draw(t, "harnesses")},
	}
}

func anyHarness(t *rapid.T) core.HarnessSettings {
	model := rapid.StringMatching(`[a-z<é][a-z/:. ]{0,20}[a-z]`)
	return core.HarnessSettings{
		Hidden: rapid.Bool().Draw(t, "hidden"), Flags: rapid.StringMatching(`[a-z'"<é -]{0,30}`).Draw(t, "flags"),
		Model: model.Draw(t, "model"), Favourites: rapid.SliceOfN(model, 0, 5).Draw(t, "favourites"),
		Options: rapid.MapOfN(rapid.StringMatching(`[a-z]{1,10}`), rapid.Bool(), 0, 3).Draw(t, "options"),
	}
}

// shellPath is absolute on the system that the test runs on.
var shellPath, _ = filepath.Abs(filepath.FromSlash("/bin/zsh"))

func TestWrittenSettingsAreReadAsTheyWere(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		first, second := anySettings(t), anySettings(t)
		doc, err := parse(document{}.with(first))
		if err != nil {
			t.Fatal(err)
		}
		if got, problems := doc.settings(); len(problems) > 0 || !same(clone(got), clone(first)) {
			t.Fatalf("read %+v, %v\nwant %+v", got, problems, first)
		}
		if doc, err = parse(doc.with(second)); err != nil {
			t.Fatal(err)
		}
		if got, problems := doc.settings(); len(problems) > 0 || !same(clone(got), clone(second)) {
			t.Fatalf("read %+v, %v\nwant %+v", got, problems, second)
		}
	})
}

const patience = 20 * time.Second

func (b *bed) await() core.Settings {
	b.Helper()
	select {
	case s := <-b.changed:
		return s
	case <-time.After(patience):
		b.Fatal("the edit was not noticed")
		panic("unreachable")
	}
}
