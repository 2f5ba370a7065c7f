package settings

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"clankergrid/backend/core"
)

func TestALinkedFileIsWrittenWhereItStands(t *testing.T) {
	elsewhere := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(elsewhere, []byte("{}"), 0o600); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	link(t, elsewhere, filepath.Join(dir, FileName))
	b := openIn(t, dir)
	b.set(dark)
	if text, _ := os.ReadFile(elsewhere); !strings.Contains(string(text), `"theme": "dark"`) {
		t.Errorf("the linked file is %s", text)
	}
	if info, _ := os.Lstat(filepath.Join(dir, FileName)); info.Mode()&os.ModeSymlink == 0 {
		t.Error("the link is gone")
	}
}

// link makes the file a link to target, as a person does who replaces it by one.
func (b *bed) link(dir, target string) {
	b.Helper()
	path := filepath.Join(dir, FileName)
	if err := os.Symlink(target, path+"~"); err != nil {
		b.Skip(err)
	}
	if err := os.Rename(path+"~", path); err != nil {
		b.Fatal(err)
	}
}

func holding(t *testing.T, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "mine.json")
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

func TestALinkThatIsMadeOrTurnedWhileRunningIsFollowed(t *testing.T) {
	dir := t.TempDir()
	b := openIn(t, dir)
	b.set(dark)
	b.await()
	for _, theme := range []core.Theme{core.ThemeLight, core.ThemeSlate} {
		target := holding(t, `{"appearance": {"theme": "`+string(theme)+`"}}`)
		b.link(dir, target)
		if got := b.await(); got.Appearance.Theme != theme {
			t.Errorf("told %+v", got)
		}
		b.edit(`{"appearance": {"fontSize": 15}}`) // where the link leads
		if got := b.await(); got.Appearance.FontSize != 15 {
			t.Errorf("told %+v", got)
		}
		b.set(func(s *core.Settings) { s.Appearance.FontSize = 16 })
		b.await()
		if text, _ := os.ReadFile(target); !strings.Contains(string(text), `"fontSize": 16`) {
			t.Errorf("the linked file is %s", text)
		}
		if info, err := os.Lstat(filepath.Join(dir, FileName)); err != nil || info.Mode()&os.ModeSymlink == 0 {
			t.Error("the link is gone", err)
		}
	}
}

func TestALinkIsFollowedWithoutAWordOfTheChange(t *testing.T) {
	dir := t.TempDir()
	b := openIn(t, dir)
	b.watch.close() // as where the system tells of no changes
	target := holding(t, "{}")
	b.link(dir, target)
	b.set(dark)
	if text, _ := os.ReadFile(target); !strings.Contains(string(text), `"theme": "dark"`) {
		t.Errorf("the linked file is %s", text)
	}
}

func TestTheFileOfALinkNeedNotExist(t *testing.T) {
	dir, elsewhere := t.TempDir(), t.TempDir()
	target := filepath.Join(elsewhere, "mine.json")
	link(t, target, filepath.Join(dir, FileName))
	b := openIn(t, dir)
	b.set(dark)
	if text, _ := os.ReadFile(target); !strings.Contains(string(text), `"theme": "dark"`) {
		t.Errorf("the linked file is %s", text)
	}
}

func TestLinksAreFollowedToTheEndOrRefused(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	at := func(name string) string { return filepath.Join(root, filepath.FromSlash(name)) }
	for _, folder := range []string{"config", "repo/deep"} {
		if err := os.MkdirAll(at(folder), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	for name, target := range map[string]string{
		"config/first": "../second", "second": at("repo/file"), // a chain
		"shortcut": "repo/deep", "config/up": "../shortcut/../file", // ".." leads from where a link points to
		"loop": "pool", "pool": "loop",
	} {
		link(t, filepath.FromSlash(target), at(name))
	}
	for from, want := range map[string][]string{
		"config/first": {at("config/first"), at("second"), at("repo/file")},
		"config/up":    {at("config/up"), at("repo/file")},
		"config/none":  {at("config/none")},
		"gone/none":    {at("gone/none")},
		"shortcut/x":   {at("repo/deep/x")},
	} {
		got, err := followLinks(at(from))
		if err != nil || strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("%s: %q, %v", from, got, err)
		}
	}
	if got, err := followLinks(at("loop")); !errors.Is(err, errLinks) {
		t.Errorf("a loop leads to %q, %v", got, err)
	}
}

// link makes a symbolic link, which Windows lets only some accounts do.
func link(t *testing.T, target, name string) {
	t.Helper()
	err := os.Symlink(target, name)
	if err != nil && runtime.GOOS == "windows" {
		t.Skip("this account may not make links: ", err)
	}
	if err != nil {
		t.Fatal(err)
	}
}
