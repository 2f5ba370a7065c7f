package installed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
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
func install(t *testing.T, data, text string) *Copy {
	t.Helper()
	source := filepath.Join(t.TempDir(), "clanker")
	write(t, source, 0o755, text)
	c, err := Install(t.Context(), data, Source{Path: source, SHA256: hexSum([]byte(text))})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func content(t *testing.T, c *Copy, want string) {
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
	long := time.Now().Add(-48 * time.Hour)
	if err := os.Chtimes(c.Path, long, long); err != nil {
		t.Fatal(err)
	}
	install(t, data, "program")
	after, err := os.Lstat(c.Path)
	if err != nil || !os.SameFile(before, after) {
		t.Errorf("it was written again: %v", err)
	}
	if err == nil && time.Since(after.ModTime()) > time.Hour {
		t.Errorf("its time is %v, which is not when it was last used", after.ModTime())
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

func TestACopyHasTheProductsNameWhateverTheSourceIsCalled(t *testing.T) {
	source := filepath.Join(t.TempDir(), "evil")
	write(t, source, 0o755, "program")
	c, err := Install(t.Context(), t.TempDir(), Source{Path: source})
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if name := filepath.Base(c.Path); name != programName(runtime.GOOS) {
		t.Errorf("it is called %s", name)
	}
}

func TestACopyThatIsGoneIsMissing(t *testing.T) {
	c := install(t, t.TempDir(), "program")
	if c.Missing() {
		t.Error("it is there")
	}
	if err := os.Remove(c.Path); err != nil {
		t.Fatal(err)
	}
	if !c.Missing() {
		t.Error("it is not there")
	}
}

func TestACanceledInstallationLeavesNothing(t *testing.T) {
	source := filepath.Join(t.TempDir(), "clanker")
	write(t, source, 0o755, "program")
	data := t.TempDir()
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Install(ctx, data, Source{Path: source}); errs.KindOf(err) != errs.Canceled {
		t.Errorf("%v", err)
	}
	if entries, _ := os.ReadDir(data); len(entries) != 0 {
		t.Errorf("something was installed: %v", entries)
	}
}
