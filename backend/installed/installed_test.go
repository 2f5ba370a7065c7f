package installed

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/errs"
)

func write(t *testing.T, path string, mode fs.FileMode, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), mode); err != nil {
		t.Fatal(err)
	}
}

func hexSum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// install installs a program with some content into a new data folder.
func install(t *testing.T, data, text string) Copy {
	t.Helper()
	source := filepath.Join(t.TempDir(), "clanker")
	write(t, source, 0o755, text)
	c, err := Install(t.Context(), data, Source{Path: source, SHA256: hexSum([]byte(text))})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func content(t *testing.T, c Copy, want string) {
	t.Helper()
	data, err := os.ReadFile(c.Path)
	if err != nil || string(data) != want {
		t.Errorf("the copy is %q: %v", data, err)
	}
	if info, err := os.Lstat(c.Path); err != nil || !info.Mode().IsRegular() || runtime.GOOS != "windows" && info.Mode().Perm() != 0o700 {
		t.Errorf("the copy is %v: %v", info.Mode(), err)
	}
}

func TestACopyLiesUnderItsHash(t *testing.T) {
	data := t.TempDir()
	c := install(t, data, "program")
	if want := filepath.Join(data, "bin", hexSum([]byte("program")), "clanker"); c.Path != want {
		t.Errorf("it lies at %s, want %s", c.Path, want)
	}
	content(t, c, "program")
}

func TestARightCopyIsLeftAlone(t *testing.T) {
	data := t.TempDir()
	c := install(t, data, "program")
	before, _ := os.Lstat(c.Path)
	install(t, data, "program")
	if after, err := os.Lstat(c.Path); err != nil || !os.SameFile(before, after) || !after.ModTime().Equal(before.ModTime()) {
		t.Errorf("it was written again: %v", err)
	}
}

func TestAWrongCopyIsReplaced(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links and modes of Unix")
	}
	elsewhere := filepath.Join(t.TempDir(), "elsewhere")
	for name, spoil := range map[string]func(path string) error{
		"other content": func(path string) error { return os.WriteFile(path, []byte("evil"), 0o700) },
		"cut short":     func(path string) error { return os.Truncate(path, 3) },
		"open to all":   func(path string) error { return os.Chmod(path, 0o755) },
		"gone":          os.Remove,
		"a link": func(path string) error {
			write(t, elsewhere, 0o700, "program")
			os.Remove(path)
			return os.Symlink(elsewhere, path)
		},
	} {
		t.Run(name, func(t *testing.T) {
			data := t.TempDir()
			c := install(t, data, "program")
			if err := spoil(c.Path); err != nil {
				t.Fatal(err)
			}
			content(t, install(t, data, "program"), "program")
		})
	}
}

func TestALinkInPlaceOfAFolderIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("links need rights there")
	}
	data := t.TempDir()
	if err := os.Symlink(t.TempDir(), filepath.Join(data, "bin")); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(t.TempDir(), "clanker")
	write(t, source, 0o755, "program")
	if _, err := Install(t.Context(), data, Source{Path: source}); errs.KindOf(err) != errs.Permission {
		t.Errorf("%v", err)
	}
}

func TestAProgramThatIsNotTheManifestsIsRefused(t *testing.T) {
	source := filepath.Join(t.TempDir(), "clanker")
	write(t, source, 0o755, "another")
	data := t.TempDir()
	_, err := Install(t.Context(), data, Source{Path: source, SHA256: hexSum([]byte("program"))})
	if errs.KindOf(err) != errs.Corrupt {
		t.Errorf("%v", err)
	}
	if entries, _ := os.ReadDir(data); len(entries) != 0 {
		t.Errorf("something was installed: %v", entries)
	}
}

func TestADataFolderThatCannotBeWrittenIsTold(t *testing.T) {
	source := filepath.Join(t.TempDir(), "clanker")
	write(t, source, 0o755, "program")
	data := filepath.Join(t.TempDir(), "file")
	write(t, data, 0o600, "")
	if _, err := Install(t.Context(), data, Source{Path: source}); errs.PublicOf(err).Message == "" || err == nil {
		t.Errorf("%v", err)
	}
}

func TestOnlyOldCopiesThatNobodyRunsAreRemoved(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("which programs run is known on Linux")
	}
	data := t.TempDir()
	now := time.Now()
	age := func(c Copy, by time.Duration) Copy {
		if err := os.Chtimes(c.Path, now.Add(-by), now.Add(-by)); err != nil {
			t.Fatal(err)
		}
		return c
	}
	cat, err := exec.LookPath("cat")
	if err != nil {
		t.Skip("cat is not here")
	}
	binary, err := os.ReadFile(cat)
	if err != nil {
		t.Fatal(err)
	}
	running := age(install(t, data, string(binary)), 48*time.Hour)
	unused := age(install(t, data, "unused"), 48*time.Hour)
	recent := age(install(t, data, "recent"), time.Hour)
	keep := age(install(t, data, "kept"), time.Minute)
	newer := install(t, data, "newer")
	foreign := filepath.Join(data, "bin", "notes", "clanker")
	write(t, foreign, 0o700, "")

	program := exec.CommandContext(t.Context(), running.Path)
	input, err := program.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	var said bytes.Buffer
	out, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	io.WriteString(input, "ready") // what it answers proves that it was executed
	io.CopyN(&said, out, 5)

	removed, err := RemoveUnused(data, keep, now)
	if err != nil || removed != 1 {
		t.Errorf("%d were removed: %v", removed, err)
	}
	if _, err := os.Lstat(filepath.Dir(unused.Path)); err == nil {
		t.Error("the unused one is left")
	}
	for name, path := range map[string]string{"running": running.Path, "recent": recent.Path, "kept": keep.Path, "newer": newer.Path, "foreign": foreign} {
		if _, err := os.Lstat(path); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
	input.Close()
	program.Wait()
	if removed, err := RemoveUnused(data, keep, now); err != nil || removed != 1 {
		t.Errorf("once it has ended, %d were removed: %v", removed, err)
	}
}

func TestTheManifestSaysWhichClankerBelongsToAMachine(t *testing.T) {
	sum := strings.Repeat("ab", 32)
	for name, place := range map[string]string{"Linux": "lib/clanker-grid/helpers", "Windows": "bin/helpers", "macOS": "Resources/helpers"} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			program := filepath.Join(root, "bin", "clanker-grid")
			write(t, program, 0o755, "")
			write(t, filepath.Join(root, "bin", "clanker"), 0o755, "")
			data, _ := json.Marshal(map[string]any{"version": "1.2.3", "helpers": []map[string]any{
				{"os": "linux", "arch": "arm64", "sha256": sum, "file": "linux-arm64/clanker"},
				{"os": "linux", "arch": "s390x", "sha256": "short", "file": "x"},
			}})
			write(t, filepath.Join(root, filepath.FromSlash(place), "helpers.json"), 0o644, string(data))
			found, err := Find(program, "linux", "arm64", false)
			want := Source{Path: filepath.Join(root, filepath.FromSlash(place), "linux-arm64", "clanker"), SHA256: sum, Version: "1.2.3"}
			if err != nil || found != want {
				t.Errorf("found %+v, want %+v: %v", found, want, err)
			}
			if _, err := Find(program, "linux", "s390x", false); errs.KindOf(err) != errs.NotFound {
				t.Errorf("an entry without a hash was taken: %v", err)
			}
		})
	}
}

func TestWithoutAManifestTheClankerBesideIsTaken(t *testing.T) {
	root := t.TempDir()
	program := filepath.Join(root, "clanker-grid")
	if _, err := Find(program, "linux", "amd64", true); errs.KindOf(err) != errs.NotFound {
		t.Errorf("without one: %v", err)
	}
	write(t, filepath.Join(root, "clanker"), 0o755, "")
	if found, err := Find(program, "linux", "amd64", true); err != nil || found.Path != filepath.Join(root, "clanker") || found.SHA256 != "" {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := Find(program, "linux", "amd64", false); errs.KindOf(err) != errs.NotFound {
		t.Errorf("it was taken for another machine: %v", err)
	}
}
