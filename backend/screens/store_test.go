package screens

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func newStore(t *testing.T) *Store {
	t.Helper()
	return New(filepath.Join(t.TempDir(), "state", "screens"))
}

func screen(tail string) Screen {
	return Screen{Size: core.Size{Cols: 80, Rows: 24}, Saved: time.Date(2026, 11, 30, 15, 0, 0, 0, time.UTC), Tail: []byte(tail)}
}

func (s *Store) mustSave(t *testing.T, pane core.PaneID, kept Screen) {
	t.Helper()
	if err := s.Save(pane, kept, true); err != nil {
		t.Fatal(err)
	}
}

func TestAScreenIsKeptPrivatelyAndReplaced(t *testing.T) {
	s, pane := newStore(t), core.NewPaneID()
	s.mustSave(t, pane, screen("first"))
	want := screen("second\n\x00\xff")
	want.Alternate = true
	s.mustSave(t, pane, want)
	got, err := s.Load(pane)
	if err != nil || got.Size != want.Size || !got.Saved.Equal(want.Saved) || !got.Alternate || !bytes.Equal(got.Tail, want.Tail) {
		t.Errorf("got %+v, %v", got, err)
	}
	if runtime.GOOS != "windows" {
		for path, mode := range map[string]os.FileMode{s.Dir(): 0o700, filepath.Join(s.Dir(), string(pane)+suffix): 0o600} {
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != mode {
				t.Errorf("%s: %v, %v", path, info.Mode(), err)
			}
		}
	}
}

func TestWhatIsNotFinalIsKeptAsPrivately(t *testing.T) {
	s, pane := newStore(t), core.NewPaneID()
	for _, text := range []string{"first", "second"} {
		if err := s.Save(pane, screen(text), false); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := s.Load(pane); err != nil || string(got.Tail) != "second" || names(t, s.Dir()) != string(pane)+suffix {
		t.Errorf("got %+v, %v; files %s", got, err, names(t, s.Dir()))
	}
	if info, err := os.Stat(filepath.Join(s.Dir(), string(pane)+suffix)); runtime.GOOS != "windows" && (err != nil || info.Mode().Perm() != 0o600) {
		t.Errorf("%v, %v", info, err)
	}
}

func TestWhatIsSetAsideIsReplacedByNothingAndForgottenWithItsPane(t *testing.T) {
	s, pane, other := newStore(t), core.NewPaneID(), core.NewPaneID()
	for range 2 { // the second time nothing is left to put away
		if err := s.SetAside(pane); err != nil {
			t.Fatal(err)
		}
		s.mustSave(t, pane, screen("old"))
		s.mustSave(t, other, screen("other"))
		if err := errors.Join(s.SetAside(pane), s.SetAside(other)); err != nil {
			t.Fatal(err)
		}
	}
	s.mustSave(t, pane, screen("new"))
	if text, err := os.ReadFile(filepath.Join(s.Dir(), string(pane)+suffix+aside)); err != nil || !bytes.HasSuffix(text, []byte("old")) {
		t.Errorf("%q, %v", text, err)
	}
	if err := s.Remove(pane); err != nil || names(t, s.Dir()) != string(other)+suffix+aside {
		t.Errorf("%v, left %s", err, names(t, s.Dir()))
	}
	if err := s.RemoveAll(); err != nil || names(t, s.Dir()) != "" {
		t.Errorf("%v, left %s", err, names(t, s.Dir()))
	}
}

func TestOfALongTailTheEndIsKept(t *testing.T) {
	s, pane := newStore(t), core.NewPaneID()
	s.mustSave(t, pane, screen("beginning"+strings.Repeat("x", MaxTail-3)+"end"))
	got, err := s.Load(pane)
	if err != nil || len(got.Tail) != MaxTail || !bytes.HasSuffix(got.Tail, []byte("end")) {
		t.Errorf("%d bytes, %v", len(got.Tail), err)
	}
}

func TestOnlyPaneIDsBecomeNamesOfFiles(t *testing.T) {
	s := newStore(t)
	for _, pane := range []core.PaneID{"", "x", "../../../../etc/passwd", core.PaneID(strings.Repeat("A", 32)), core.PaneID(strings.Repeat("a", 33)), core.PaneID("/" + strings.Repeat("a", 31)), "\x00"} {
		_, loadErr := s.Load(pane)
		for what, err := range map[string]error{"save": s.Save(pane, screen(""), false), "load": loadErr, "remove": s.Remove(pane)} {
			if errs.KindOf(err) != errs.Invalid {
				t.Errorf("%s %q: %v", what, pane, err)
			}
		}
	}
	if _, err := os.Stat(s.Dir()); !os.IsNotExist(err) {
		t.Errorf("a folder was made: %v", err)
	}
}

func TestWhatIsNotKeptIsNotFound(t *testing.T) {
	s := newStore(t)
	if _, err := s.Load(core.NewPaneID()); errs.KindOf(err) != errs.NotFound {
		t.Error(err)
	}
	if err := s.Remove(core.NewPaneID()); err != nil {
		t.Error(err)
	}
	if err := s.RemoveAll(); err != nil {
		t.Error(err)
	}
}

func TestWhatIsNoScreenIsCorrupt(t *testing.T) {
	s, pane := newStore(t), core.NewPaneID()
	s.mustSave(t, pane, screen("x"))
	for name, text := range map[string]string{
		"empty": "", "no header": "hello", "text": "hello\nworld", "other version": `{"version":2,"cols":80,"rows":24}` + "\n",
		"huge": `{"version":1}` + "\n" + strings.Repeat("x", 2*MaxTail), "long header": `{"version":1,"x":"` + strings.Repeat("x", maxHeader) + "\"}\n",
	} {
		if err := os.WriteFile(filepath.Join(s.Dir(), string(pane)+suffix), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := s.Load(pane); errs.KindOf(err) != errs.Corrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWhatIsNoFileIsRefused(t *testing.T) {
	s, pane := newStore(t), core.NewPaneID()
	if err := os.MkdirAll(filepath.Join(s.Dir(), string(pane)+suffix), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Load(pane); errs.KindOf(err) != errs.Denied {
		t.Error(err)
	}
	for _, final := range []bool{false, true} {
		if err := s.Save(pane, screen("x"), final); err == nil || names(t, s.Dir()) != string(pane)+suffix {
			t.Errorf("final %v: %v, left %s", final, err, names(t, s.Dir()))
		}
	}
}

func TestAnImpossibleSizeIsReplaced(t *testing.T) {
	s, pane := newStore(t), core.NewPaneID()
	s.mustSave(t, pane, Screen{Size: core.Size{Cols: 65535, Rows: 65535}, Tail: []byte("x")})
	if got, err := s.Load(pane); err != nil || got.Size != core.DefaultSize {
		t.Errorf("%+v, %v", got.Size, err)
	}
}

func TestSweepingKeepsWhatIsWantedAndWhatIsNotOurs(t *testing.T) {
	s := newStore(t)
	wanted, gone := core.NewPaneID(), core.NewPaneID()
	s.mustSave(t, wanted, screen("x"))
	s.mustSave(t, gone, screen("x"))
	for _, name := range []string{"notes.txt", "." + string(gone) + suffix + ".123.tmp", "short" + suffix} {
		if err := os.WriteFile(filepath.Join(s.Dir(), name), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.Sweep(func(p core.PaneID, _ time.Time) bool { return p == wanted }); err != nil {
		t.Fatal(err)
	}
	left := names(t, s.Dir())
	if want := string(wanted) + suffix + " notes.txt short" + suffix; left != want && left != "notes.txt short"+suffix+" "+string(wanted)+suffix {
		t.Errorf("left: %s", left)
	}
	if err := s.RemoveAll(); err != nil {
		t.Fatal(err)
	}
	if left := names(t, s.Dir()); left != "notes.txt short"+suffix {
		t.Errorf("left: %s", left)
	}
}

func names(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, e := range entries {
		all = append(all, e.Name())
	}
	return strings.Join(all, " ")
}

func TestLinksAreRefused(t *testing.T) {
	secret := filepath.Join(t.TempDir(), "secret")
	text := `{"version":1,"cols":80,"rows":24}` + "\nsecret"
	if err := os.WriteFile(secret, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	s, pane := newStore(t), core.NewPaneID()
	s.mustSave(t, core.NewPaneID(), screen("x"))
	if err := os.Symlink(secret, filepath.Join(s.Dir(), string(pane)+suffix)); err != nil {
		if runtime.GOOS == "windows" {
			t.Skip("this account may not make links: ", err)
		}
		t.Fatal(err)
	}
	if _, err := s.Load(pane); errs.KindOf(err) != errs.Denied {
		t.Errorf("a linked file: %v", err)
	}
	s.mustSave(t, pane, screen("mine"))
	if now, _ := os.ReadFile(secret); string(now) != text {
		t.Errorf("the link was followed: %q", now)
	}
	if err := s.Remove(pane); err != nil {
		t.Error(err)
	}

	other := New(filepath.Join(t.TempDir(), "link"))
	if err := os.Symlink(s.Dir(), other.Dir()); err != nil {
		t.Fatal(err)
	}
	if err := other.Save(pane, screen("x"), true); errs.KindOf(err) != errs.Denied {
		t.Errorf("a linked folder: %v", err)
	}
	if err := other.RemoveAll(); errs.KindOf(err) != errs.Denied || names(t, s.Dir()) == "" {
		t.Errorf("a linked folder was emptied: %v", err)
	}
}
