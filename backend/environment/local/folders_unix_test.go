//go:build unix

package local

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"clankergrid/backend/errs"
)

func testHome(t *testing.T) (*Environment, string) {
	t.Helper()
	home, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	e, err := New(Options{Home: home, DataDir: home + "/data", Environ: []string{"SHELL=/bin/sh"}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { e.Close() })
	return e, home
}

func mkdir(t *testing.T, parts ...string) string {
	t.Helper()
	dir := filepath.Join(parts...)
	if err := os.MkdirAll(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	return dir
}

func TestFoldersAreResolvedWhateverTheyAreCalled(t *testing.T) {
	e, home := testHome(t)
	for _, name := range []string{"plain", "a b", "quo'te\"s", "new\nline", "🦊", "-rf", "~", "x\xff"} {
		dir := mkdir(t, home, name)
		if got, err := e.ResolveFolder(t.Context(), dir+"/./"); err != nil || got != dir {
			t.Errorf("%q: got %q, %v", name, got, err)
		}
	}
	if err := os.Symlink("plain", home+"/link"); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"~": home, "~/": home, "~/link": home + "/plain", "~/~": home + "/~", home + "/link/..": home, "/": "/"} {
		if got, err := e.ResolveFolder(t.Context(), path); err != nil || got != want {
			t.Errorf("%q: got %q, %v", path, got, err)
		}
	}
}

func TestWhatIsNoFolderIsRefused(t *testing.T) {
	e, home := testHome(t)
	file := filepath.Join(home, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	loop := filepath.Join(home, "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	for path, kind := range map[string]errs.Kind{
		"":                                     errs.Invalid,
		"relative":                             errs.Invalid,
		"./x":                                  errs.Invalid,
		"~other":                               errs.Invalid,
		home + "\x00/x":                        errs.Invalid,
		"/" + strings.Repeat("x/", pathLimit):  errs.Invalid,
		"/" + strings.Repeat("x", pathLimit-1): errs.Invalid, // a name longer than any can be
		file:                                   errs.Invalid,
		file + "/below":                        errs.Invalid,
		loop:                                   errs.Invalid,
		home + "/none":                         errs.NotFound,
		"~/none":                               errs.NotFound,
	} {
		got, err := e.ResolveFolder(t.Context(), path)
		if p := errs.PublicOf(err); err == nil || p.Kind != kind || len(p.Message) > 400 {
			t.Errorf("%.80q: got %q, %+v", path, got, p)
		}
		if path != "" {
			if _, err := e.ListFolder(t.Context(), path, 10); errs.KindOf(err) != kind {
				t.Errorf("listing %.80q: %v", path, err)
			}
		}
	}
	if os.Getuid() == 0 {
		t.Log("permissions are not tested: the superuser may enter everything")
		return
	}
	closed := mkdir(t, home, "closed")
	if err := os.Chmod(closed, 0); err != nil {
		t.Fatal(err)
	}
	if _, err := e.ResolveFolder(t.Context(), closed); errs.KindOf(err) != errs.Permission {
		t.Errorf("got %v", err)
	}
}

func TestFoldersAreListedInTheOrderAPersonExpects(t *testing.T) {
	e, home := testHome(t)
	for _, name := range []string{"run 10", "Run 9", "run 9b", ".hidden", "apple", "Banana", "repo/.git"} {
		mkdir(t, home, "list", name)
	}
	for link, target := range map[string]string{"to-folder": "apple", "to-nothing": "gone", "to-file": "file", "to-itself": "to-itself"} {
		if err := os.Symlink(target, filepath.Join(home, "list", link)); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.WriteFile(home+"/list/file", nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got, err := e.ListFolder(t.Context(), "~/list", 100)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range got.Entries {
		names = append(names, entry.Name)
		if entry.Hidden != (entry.Name == ".hidden") || entry.Repository != (entry.Name == "repo") || entry.Path != home+"/list/"+entry.Name {
			t.Errorf("got %+v", entry)
		}
	}
	if want := []string{".hidden", "apple", "Banana", "repo", "Run 9", "run 9b", "run 10", "to-folder"}; !slices.Equal(names, want) {
		t.Errorf("got %q", names)
	}
	if got.Truncated || got.Path != home+"/list" || got.Parent != home {
		t.Errorf("got %+v", got)
	}
	if got, err := e.ListFolder(t.Context(), home+"/list", 2); err != nil || !got.Truncated || len(got.Entries) != 2 || got.Entries[1].Name != "apple" {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := e.ListFolder(t.Context(), "", 100); err != nil || got.Path != home {
		t.Errorf("got %+v, %v", got, err)
	}
	if got, err := e.ListFolder(t.Context(), "/", 1); err != nil || got.Parent != "" {
		t.Errorf("got %+v, %v", got, err)
	}
}

func TestHugeFolderIsReadInPart(t *testing.T) {
	e, home := testHome(t)
	dir := mkdir(t, home, "huge")
	for i := range readLimit + readBatch {
		if err := os.WriteFile(fmt.Sprintf("%s/%d", dir, i), nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := e.ListFolder(t.Context(), dir, 100); err != nil || !got.Truncated || len(got.Entries) != 0 {
		t.Fatalf("got %+v, %v", got, err)
	}
}

func TestNaturalOrderIsTotal(t *testing.T) {
	name := rapid.StringOfN(rapid.RuneFrom([]rune("aAbB019. é")), 0, 6, -1)
	sign := func(n int) int { return max(-1, min(1, n)) }
	rapid.Check(t, func(t *rapid.T) {
		a, b, c := name.Draw(t, "a"), name.Draw(t, "b"), name.Draw(t, "c")
		if sign(naturally(a, b)) != -sign(naturally(b, a)) || (naturally(a, b) == 0) != (a == b) {
			t.Fatalf("%q and %q", a, b)
		}
		if naturally(a, b) <= 0 && naturally(b, c) <= 0 && naturally(a, c) > 0 {
			t.Fatalf("%q, %q, %q", a, b, c)
		}
	})
}
