package installed

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"clankergrid/backend/errs"
)

// helper is an entry of a manifest.
type helper struct {
	OS     string `json:"os"`
	Arch   string `json:"arch"`
	SHA256 string `json:"sha256"`
	Beside bool   `json:"beside,omitempty"`
	File   string `json:"file,omitempty"`
}

var someSum = strings.Repeat("ab", 32)

// packaged makes a package with programs in bin and a manifest at a place.
func packaged(t *testing.T, place string, helpers ...helper) (root, program string) {
	t.Helper()
	root = t.TempDir()
	program = filepath.Join(root, "bin", "clanker-grid")
	write(t, program, 0o755, "")
	write(t, filepath.Join(root, "bin", "clanker"), 0o755, "own")
	data, err := json.Marshal(map[string]any{"version": "1.2.3", "helpers": helpers})
	if err != nil {
		t.Fatal(err)
	}
	write(t, filepath.Join(root, "bin", filepath.FromSlash(place), manifestFile), 0o644, string(data))
	return root, program
}

func TestTheManifestSaysWhichClankerBelongsToAMachine(t *testing.T) {
	for host, place := range manifestPlaces {
		t.Run(host, func(t *testing.T) {
			root, program := packaged(t, place,
				helper{OS: "linux", Arch: "arm64", SHA256: someSum}, helper{OS: "linux", Arch: "s390x", SHA256: "short"},
				helper{OS: "linux", Arch: "amd64", SHA256: someSum, Beside: true}, helper{OS: "darwin", Arch: "amd64", SHA256: someSum})
			helpers := filepath.Join(root, "bin", filepath.FromSlash(place))
			write(t, filepath.Join(helpers, "linux-arm64", "clanker"), 0o755, "")
			for arch, path := range map[string]string{"arm64": filepath.Join(helpers, "linux-arm64", "clanker"), "amd64": filepath.Join(root, "bin", "clanker")} {
				found, err := find(host, program, "linux", arch)
				if want := (Source{Path: path, SHA256: someSum, Version: "1.2.3"}); err != nil || found != want {
					t.Errorf("found %+v, want %+v: %v", found, want, err)
				}
			}
			if _, err := find(host, program, "linux", "s390x"); errs.KindOf(err) != errs.NotFound {
				t.Errorf("an entry without a hash was taken: %v", err)
			}
			if _, err := find(host, program, "darwin", "amd64"); errs.KindOf(err) != errs.NotFound {
				t.Errorf("a program that is not there was found: %v", err)
			}
		})
	}
}

func TestAnotherSystemsPlaceHoldsNoManifest(t *testing.T) {
	for host := range manifestPlaces {
		for other, place := range manifestPlaces {
			if other == host {
				continue
			}
			root, program := packaged(t, place, helper{OS: runtime.GOOS, Arch: runtime.GOARCH, SHA256: someSum})
			write(t, filepath.Join(root, "bin", filepath.FromSlash(place), runtime.GOOS+"-"+runtime.GOARCH, "clanker"), 0o755, "evil")
			found, err := find(host, program, runtime.GOOS, runtime.GOARCH)
			if err != nil || found.Path != filepath.Join(root, "bin", "clanker") || found.SHA256 != "" {
				t.Errorf("on %s a manifest at %s was taken: %+v, %v", host, place, found, err)
			}
		}
	}
}

func TestAManifestCannotNameAFile(t *testing.T) {
	root, program := packaged(t, manifestPlaces["linux"], helper{OS: "linux", Arch: "amd64", SHA256: someSum, File: "../evil"})
	write(t, filepath.Join(root, "lib", "clanker-grid", "evil"), 0o755, "evil")
	if found, err := find("linux", program, "linux", "amd64"); errs.KindOf(err) != errs.NotFound {
		t.Errorf("it named %+v, %v", found, err)
	}
}

func TestWhatAnotherUserCanChangeIsRefused(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("modes of Unix")
	}
	const helpers = "lib/clanker-grid/helpers"
	open := func(mode fs.FileMode) func(string) error {
		return func(path string) error { return os.Chmod(path, mode) }
	}
	foreign := func(path string) error { return os.Lchown(path, 12345, 12345) }
	linked := func(path string) error {
		if err := os.Rename(path, path+".moved"); err != nil {
			return err
		}
		return os.Symlink(path+".moved", path)
	}
	for name, c := range map[string]struct {
		spoil  func(path string) error
		path   string
		asRoot bool
	}{
		"a folder that all can write":   {open(0o777), helpers, false},
		"its parent that all can write": {open(0o1777), "lib", false},
		"a manifest that all can write": {open(0o666), helpers + "/helpers.json", false},
		"a program that all can write":  {open(0o757), helpers + "/linux-arm64/clanker", false},
		"a link for a folder":           {linked, helpers, false},
		"a link for a manifest":         {linked, helpers + "/helpers.json", false},
		"a link for a program":          {linked, helpers + "/linux-arm64/clanker", false},
		"another user's folder":         {foreign, helpers + "/linux-arm64", true},
		"another user's program":        {foreign, helpers + "/linux-arm64/clanker", true},
		"another user's manifest":       {foreign, helpers + "/helpers.json", true},
	} {
		t.Run(name, func(t *testing.T) {
			if c.asRoot && os.Geteuid() != 0 {
				t.Skip("only root can give a file away")
			}
			root, program := packaged(t, manifestPlaces["linux"], helper{OS: "linux", Arch: "arm64", SHA256: someSum})
			write(t, filepath.Join(root, helpers, "linux-arm64", "clanker"), 0o755, "")
			if _, err := find("linux", program, "linux", "arm64"); err != nil {
				t.Fatalf("as it should be: %v", err)
			}
			if err := c.spoil(filepath.Join(root, c.path)); err != nil {
				t.Fatal(err)
			}
			if found, err := find("linux", program, "linux", "arm64"); errs.KindOf(err) != errs.Permission || errs.PublicOf(err).Hint == "" {
				t.Errorf("it was trusted: %+v, %v", found, err)
			}
		})
	}
}

func TestAManifestThatCannotBeReadIsTold(t *testing.T) {
	root, program := packaged(t, manifestPlaces["linux"])
	path := filepath.Join(root, "lib", "clanker-grid", "helpers", manifestFile)
	for name, text := range map[string]string{"no JSON": "{", "too long": strings.Repeat(" ", maxManifest+1) + "{}"} {
		write(t, path, 0o644, text)
		if _, err := find("linux", program, "linux", "amd64"); errs.KindOf(err) != errs.Corrupt {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestWithoutAManifestTheClankerBesideIsTaken(t *testing.T) {
	root := t.TempDir()
	program := filepath.Join(root, "clanker-grid")
	find := func(goarch string) (Source, error) { return Find(program, runtime.GOOS, goarch) }
	if _, err := find(runtime.GOARCH); errs.KindOf(err) != errs.NotFound {
		t.Errorf("without one: %v", err)
	}
	beside := filepath.Join(root, programName(runtime.GOOS))
	write(t, beside, 0o755, "")
	if found, err := find(runtime.GOARCH); err != nil || found.Path != beside || found.SHA256 != "" {
		t.Errorf("%+v, %v", found, err)
	}
	if _, err := find("mips"); errs.KindOf(err) != errs.NotFound {
		t.Errorf("it was taken for another machine: %v", err)
	}
}
