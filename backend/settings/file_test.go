package settings

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func TestEachWrongValueIsReplacedByItsDefaultAndNamed(t *testing.T) {
	b := open(t, `{
  "version": 1,
  "general": 7,
  "appearance": {
    "theme": "pink",
    "uiScale": 301, "fontSize": "12",
    "lineHeight": null, "uiFont": "Inter"
  },
  "terminal": {"scrollback": 1.5},
  "keyboard": {"bindings": {
    "find": ["F3"],
    "palette": "F1",
    "copy": []}}
}`)
	want := Default()
	want.General.RestoreScreens = false // nobody can tell what was meant
	want.Appearance.UIFont = "Inter"
	want.Keyboard.Bindings = map[string][]string{"find": {"F3"}, "copy": {}}
	if got := b.Get(); !same(got, want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
	message := b.notice(noticeValues)
	for _, part := range []string{"general (line 3) must be an object", `appearance.theme (line 5) must be "system"`, "appearance.uiScale (line 6) must be a whole number from 50 to 300", "2 more"} {
		if !strings.Contains(message, part) {
			t.Errorf("%q is not in %q", part, message)
		}
	}
}

func TestTheNoticeNamesTheLineOfABinding(t *testing.T) {
	b := open(t, "{\"keyboard\": {\n \"bindings\": {\n  \"find\": [\"F3\"],\n  \"palette\": [7]}}}")
	if got, want := b.notice(noticeValues), `keyboard.bindings."palette" (line 4) must be a list of at most 8 chords`; !strings.Contains(got, want) {
		t.Errorf("%q", got)
	}
}

func TestANameInTheFileCannotForgeTheNotice(t *testing.T) {
	b := open(t, `{"keyboard": {"bindings": {"x\n\u202eall is well": 7}}}`)
	if got, want := b.notice(noticeValues), `keyboard.bindings."x<U+000A><U+202E>all is well" (line 1)`; !strings.Contains(got, want) {
		t.Errorf("%q", got)
	}
}

func TestWhatThisVersionDoesNotKnowIsKept(t *testing.T) {
	b := open(t, `{"later": {"a": [1, 2.50]}, "appearance": {"sparkle": "<yes>", "theme": "light"}, "version": 1}`)
	b.set(func(s *core.Settings) { s.Appearance.UIScale = 125 })
	text := b.content()
	for _, part := range []string{`"sparkle": "<yes>"`, "2.50", `"uiScale": 125`, `"theme": "light"`} {
		if !strings.Contains(text, part) {
			t.Errorf("%s is not in\n%s", part, text)
		}
	}
	if strings.Index(text, "later") > strings.Index(text, "appearance") {
		t.Errorf("the order has changed:\n%s", text)
	}
}

func TestADamagedFileIsKeptAside(t *testing.T) {
	for name, text := range map[string]string{
		"text": "hello", "cut": `{"appearance": {"theme": "dark"`, "array": "[]", "empty": " ", "two": "{}{}", "zeros": strings.Repeat("\x00", 100),
		"deep": strings.Repeat(`{"a":`, 20_000), "large": `{"a":"` + strings.Repeat("x", maxFile) + `"}`,
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, text)
			if !same(b.Get(), private()) {
				t.Errorf("got %+v", b.Get())
			}
			if b.content() != text || len(b.aside()) != 0 {
				t.Errorf("before a change: %d bytes, beside it %d", len(b.content()), len(b.aside()))
			}
			b.set(dark)
			if kept := b.aside(); len(kept) != 1 || kept[0] != text {
				t.Fatalf("kept: %d", len(kept))
			}
			if !strings.Contains(b.notice(noticeFile), FileName+".corrupt-") {
				t.Errorf("notice %q", b.notice(noticeFile))
			}
			if again := openIn(t, filepath.Dir(b.Path())); again.Get().Appearance.Theme != core.ThemeDark || len(again.notices) > 0 {
				t.Errorf("after a change: %+v, %v", again.Get(), again.notices)
			}
		})
	}
}

func TestAFileOfANewerVersionIsUsedAndNeverWritten(t *testing.T) {
	text := `{"version": 2, "appearance": {"theme": "dark", "uiScale": "auto"}}`
	b := open(t, text)
	if got := b.Get().Appearance; got.Theme != core.ThemeDark || got.UIScale != 100 {
		t.Errorf("got %+v", got)
	}
	if !strings.Contains(b.notice(noticeFile), "newer version (2, known is 1)") || b.notice(noticeValues) != "" {
		t.Errorf("notices %v", b.notices)
	}
	s := b.Get()
	s.Appearance.Theme = core.ThemeLight
	got, err := b.Set(t.Context(), s)
	if errs.KindOf(err) != errs.Storage || got.Appearance.Theme != core.ThemeLight {
		t.Errorf("%+v, %v", got, err)
	}
	if b.content() != text {
		t.Errorf("the file is now %s", b.content())
	}
}

func TestAFileThatCannotBeReadIsLeftAlone(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, FileName), 0o700); err != nil {
		t.Fatal(err)
	}
	b := openIn(t, dir)
	if message := b.notice(noticeFile); !strings.Contains(message, "cannot be read") || !strings.Contains(message, "no screens are kept") || !same(b.Get(), private()) {
		t.Errorf("notices %v, in force %+v", b.notices, b.Get())
	}
	s := b.Get()
	dark(&s)
	if _, err := b.Set(t.Context(), s); errs.KindOf(err) != errs.Storage {
		t.Errorf("%v", err)
	}
	if info, err := os.Stat(b.Path()); err != nil || !info.IsDir() {
		t.Errorf("%v, %v", info, err)
	}
}

// edit replaces the file as an editor does.
func (b *bed) edit(text string) {
	b.Helper()
	temp := b.Path() + "~"
	if err := os.WriteFile(temp, []byte(text), 0o600); err != nil {
		b.Fatal(err)
	}
	if err := os.Rename(temp, b.Path()); err != nil {
		b.Fatal(err)
	}
}

// aside returns the contents of what is kept beside the file.
func (b *bed) aside() []string {
	b.Helper()
	paths, err := filepath.Glob(b.Path() + ".corrupt-*")
	if err != nil {
		b.Fatal(err)
	}
	var all []string
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, string(text))
	}
	return all
}

func (b *bed) awaitNotice(id string, wanted bool) {
	b.Helper()
	deadline := time.Now().Add(patience)
	for (b.notice(id) != "") != wanted {
		if time.Now().After(deadline) {
			b.Fatalf("notices %v", b.notices)
		}
		<-time.After(10 * time.Millisecond)
	}
}

func TestAnEditOfTheFileIsInForceAtOnce(t *testing.T) {
	b := open(t, "")
	b.edit(`{"appearance": {"theme": "slate"}, "mine": 1}`)
	if got := b.await(); got.Appearance.Theme != core.ThemeSlate || got.Revision != 2 {
		t.Errorf("told %+v", got)
	}
	if err := os.WriteFile(b.Path(), []byte(`{"appearance": {"theme": "light"}, "mine": 1}`), 0o600); err != nil {
		t.Fatal(err)
	}
	if got := b.await(); got.Appearance.Theme != core.ThemeLight {
		t.Errorf("told %+v", got)
	}
	b.set(func(s *core.Settings) { s.Appearance.UIScale = 90 })
	if !strings.Contains(b.content(), `"mine": 1`) {
		t.Errorf("the edit is gone:\n%s", b.content())
	}
}

func TestAnEditWithAMistakeChangesNothingAndNamesItsLine(t *testing.T) {
	b := open(t, `{"appearance": {"theme": "dark"}}`)
	b.edit("{\n \"appearance\": {\n  \"theme\": \"light\",\n }\n}")
	b.awaitNotice(noticeFile, true)
	if message := b.notice(noticeFile); !strings.Contains(message, "line 4") {
		t.Errorf("notice %q", message)
	}
	if b.Get().Appearance.Theme != core.ThemeDark {
		t.Error("the edit is in force")
	}
	b.edit(`{"appearance": {"theme": "light"}}`)
	if got := b.await(); got.Appearance.Theme != core.ThemeLight || b.notice(noticeFile) != "" {
		t.Errorf("told %+v; notices %v", got, b.notices)
	}
}

func TestTheGoodValuesOfAnEditAreInForceAndTheOthersNamed(t *testing.T) {
	b := open(t, `{"appearance": {"uiScale": 150}}`)
	b.edit("{\n \"appearance\": {\n  \"theme\": \"light\",\n  \"uiScale\": 1000, \"fontSize\": 1\n }\n}")
	got := b.await().Appearance
	if got.Theme != core.ThemeLight || got.UIScale != 100 {
		t.Errorf("told %+v", got)
	}
	message := b.notice(noticeValues)
	for _, part := range []string{"appearance.uiScale (line 4) must be a whole number from 50 to 300", "appearance.fontSize (line 4)"} {
		if !strings.Contains(message, part) {
			t.Errorf("%q is not in %q", part, message)
		}
	}
	b.edit(`{"appearance": {"theme": "light", "uiScale": 110}}`)
	if got := b.await(); got.Appearance.UIScale != 110 || b.notice(noticeValues) != "" {
		t.Errorf("told %+v; notices %v", got, b.notices)
	}
}

// What is written holds what is in force alone, so that everything else must have
// another place before.
func TestWhatWasTypedIsNeverLost(t *testing.T) {
	for name, text := range map[string]string{
		"a wrong value":     `{"appearance": {"theme": "slate", "uiScale": "big"}}`,
		"a wrong section":   `{"appearance": {"theme": "slate"}, "terminal": "zsh"}`,
		"a wrong binding":   `{"appearance": {"theme": "slate"}, "keyboard": {"bindings": {"find": "F3"}}}`,
		"a part twice":      `{"appearance": {"mine": 1}, "appearance": {"theme": "slate"}}`,
		"a value twice":     `{"appearance": {"theme": "light", "theme": "slate"}}`,
		"a binding twice":   `{"appearance": {"theme": "slate"}, "keyboard": {"bindings": {"find": ["F3"], "find": ["F4"]}}}`,
		"an unknown twice":  `{"mine": 1, "appearance": {"theme": "slate"}, "mine": 2}`,
		"a wrong version":   `{"version": "mine", "appearance": {"theme": "slate"}}`,
		"a trailing comma,": `{"appearance": {"theme": "slate"},}`,
	} {
		for _, running := range []bool{false, true} {
			t.Run(fmt.Sprint(name, " running ", running), func(t *testing.T) {
				b := open(t, text)
				if running {
					b = open(t, "")
					b.edit(text)
					b.edited()
				}
				b.set(func(s *core.Settings) { s.Appearance.FontSize = 20 })
				if kept := b.aside(); len(kept) != 1 || kept[0] != text {
					t.Errorf("kept %q", kept)
				}
				if message := b.notice(noticeFile); !strings.Contains(message, FileName+".corrupt-") {
					t.Errorf("notice %q", message)
				}
				b.set(func(s *core.Settings) { s.Appearance.FontSize = 21 })
				if kept := b.aside(); len(kept) != 1 {
					t.Errorf("a good file was kept too: %q", kept)
				}
			})
		}
	}
}

// The defaults keep screens and let programs set the clipboard, which a file that
// cannot be used may have been there to prevent.
func TestAFileThatCannotBeUsedIsReadAsPrivate(t *testing.T) {
	for name, text := range map[string]string{
		"damaged":      `{"general": {"restoreScreens": false}, "terminal": {"clipboardWrites": "off"},}`,
		"wrong values": `{"general": {"restoreScreens": "false"}, "terminal": {"clipboardWrites": "Off"}}`,
		"wrong parts":  `{"general": [false], "terminal": null}`,
		"newer":        `{"version": 2, "general": {"restoreScreens": "some"}, "terminal": {"clipboardWrites": "ask"}}`,
	} {
		t.Run(name, func(t *testing.T) {
			b := open(t, text)
			for range 2 { // the second start too
				if got := b.Get(); got.General.RestoreScreens || got.Terminal.ClipboardWrites != core.ClipboardOff {
					t.Errorf("in force: %+v", got)
				}
				if b.Certain() {
					t.Error("taken for a choice")
				}
				b = openIn(t, filepath.Dir(b.Path()))
			}
			if name == "damaged" && !strings.Contains(b.notice(noticeFile), "no screens are kept and no program may set the clipboard") {
				t.Errorf("notices %v", b.notices)
			}
			b.edit(`{"appearance": {"theme": "dark"}}`)
			if got := b.await(); !got.General.RestoreScreens || got.Terminal.ClipboardWrites != core.ClipboardFocused || len(b.aside()) != 0 || !b.Certain() {
				t.Errorf("corrected: %+v, aside %v", got, b.aside())
			}
		})
	}
}

func TestAnEditOfANewerVersionIsUsedAsFarAsItIsUnderstood(t *testing.T) {
	b := open(t, "")
	text := `{"version": 2, "appearance": {"theme": "dark"}}`
	b.edit(text)
	if got := b.await(); got.Appearance.Theme != core.ThemeDark {
		t.Errorf("told %+v", got)
	}
	for _, theme := range []core.Theme{core.ThemeLight, core.ThemeSlate} { // it is no conflict with itself
		s := b.Get()
		s.Appearance.Theme = theme
		if got, err := b.Set(t.Context(), s); errs.KindOf(err) != errs.Storage || got.Appearance.Theme != theme {
			t.Errorf("%+v, %v", got, err)
		}
	}
	if b.content() != text {
		t.Errorf("the file is now %s", b.content())
	}
}

func TestAChangeOverAMistakenEditKeepsTheEditAside(t *testing.T) {
	b := open(t, "")
	b.edit("{ mistake")
	b.awaitNotice(noticeFile, true)
	b.set(dark)
	if kept := b.aside(); len(kept) != 1 || !strings.Contains(b.content(), `"theme": "dark"`) {
		t.Fatalf("kept %v, the file is\n%s", kept, b.content())
	}
}

func TestAChangeAfterAnUnheardEditIsAConflict(t *testing.T) {
	b := open(t, "")
	s := b.Get()
	dark(&s)
	b.edit(`{"appearance": {"theme": "slate"}}`)
	if got, err := b.Set(t.Context(), s); errs.KindOf(err) != errs.Conflict || got.Appearance.Theme != core.ThemeSlate {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestARemovedFileChangesNothing(t *testing.T) {
	b := open(t, `{"appearance": {"theme": "dark"}, "mine": 1}`)
	if err := os.Remove(b.Path()); err != nil {
		t.Fatal(err)
	}
	b.edited()
	if b.Get().Appearance.Theme != core.ThemeDark || len(b.notices) > 0 {
		t.Errorf("%+v, %v", b.Get(), b.notices)
	}
	b.set(func(s *core.Settings) { s.Appearance.UIScale = 90 })
	if text := b.content(); !strings.Contains(text, `"theme": "dark"`) {
		t.Errorf("the file is\n%s", text)
	}
}

func FuzzAnyFileYieldsValidSettings(f *testing.F) {
	for _, seed := range []string{"", "{}", "[]", "\xef\xbb\xbf{}", `{"version":9}`, `{"version":"x","appearance":{"theme":1,"theme":"dark"}}`, `{"keyboard":{"bindings":{"a":["b"],"":[]}}}`, `{"general":null,"terminal":{"shell":"/x"}}`} {
		f.Add([]byte(seed))
	}
	f.Add(document{}.with(Default()))
	f.Fuzz(func(t *testing.T, text []byte) {
		doc, err := parse(text)
		if err != nil {
			if line := err.(*damage).line; line < 1 || line > 1+strings.Count(string(text), "\n") {
				t.Fatalf("line %d", line)
			}
			return
		}
		s, problems := doc.settings()
		for _, field := range fields {
			if !field.valid(&s) {
				t.Fatalf("%s is not valid in %+v", field.path, s)
			}
		}
		for _, p := range problems {
			if p.line < 1 || p.line > 1+strings.Count(string(text), "\n") {
				t.Fatalf("%v", p)
			}
		}
		again, err := parse(doc.with(s))
		if err != nil {
			t.Fatalf("what is written cannot be read: %v", err)
		}
		if back, problems := again.settings(); len(problems) > 0 || !same(clone(back), clone(s)) {
			t.Fatalf("read back %+v, %v\nwant %+v", back, problems, s)
		}
		for _, m := range doc.members {
			if _, kept := again.find(m.name); !kept {
				t.Fatalf("%q is lost", m.name)
			}
		}
	})
}

// A file of a hundred thousand names must not hold up the start.
func TestAHostileFileIsReadQuickly(t *testing.T) {
	var text strings.Builder
	text.WriteString(`{"a":0`)
	for i := range 90_000 {
		fmt.Fprintf(&text, `,"%x":0`, i)
	}
	text.WriteString("}")
	started := time.Now()
	if _, err := parse([]byte(text.String())); err != nil {
		t.Fatal(err)
	}
	if took := time.Since(started); took > patience {
		t.Errorf("took %v", took)
	}
}
