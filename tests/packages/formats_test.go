//go:build linux

package packages

import (
	"archive/zip"
	"crypto/sha256"
	"debug/pe"
	"encoding/hex"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// tool runs a program of this machine.
func tool(t *testing.T, argv ...string) string {
	t.Helper()
	needs(t, argv[0])
	cmd := exec.CommandContext(t.Context(), argv[0], argv[1:]...)
	cmd.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}

// content is what every Linux package has below its prefix.
var content = []string{
	"bin/clanker", "bin/clanker-grid", "lib/clanker-grid/helpers/helpers.json", "lib/clanker-grid/helpers/darwin-arm64/clanker",
	"share/applications/clanker-grid.desktop", "share/bash-completion/completions/clanker", "share/fish/vendor_completions.d/clanker.fish",
	"share/icons/hicolor/16x16/apps/clanker-grid.png", "share/icons/hicolor/scalable/apps/clanker-grid.svg", "share/man/man1/clanker.1.gz",
}

// helpersAreTheirHashes checks a folder of helpers, and the clanker beside the
// window, against the manifest.
func helpersAreTheirHashes(t *testing.T, folder, beside string) {
	t.Helper()
	var manifest struct {
		Version string
		Helpers []struct {
			OS, Arch, SHA256 string
			Beside           bool
		}
	}
	data, err := os.ReadFile(filepath.Join(folder, "helpers.json"))
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &manifest); err != nil {
		t.Fatal(err)
	}
	if len(manifest.Helpers) < 4 || manifest.Version == "" {
		t.Errorf("the manifest is %+v", manifest)
	}
	for _, h := range manifest.Helpers {
		path := filepath.Join(folder, h.OS+"-"+h.Arch, "clanker")
		if h.Beside {
			path = beside
		}
		program, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
			continue
		}
		if sum := sha256.Sum256(program); hex.EncodeToString(sum[:]) != h.SHA256 {
			t.Errorf("%s for %s is not what the manifest says", path, h.OS)
		}
	}
}

func TestATarballWorksWhereItIsUnpacked(t *testing.T) {
	folder := t.TempDir()
	tool(t, "tar", "--extract", "--file", made(t, "CLANKER_PACKAGES", "*.tar.gz"), "--directory", folder, "--strip-components=1")
	for _, name := range content {
		if _, err := os.Stat(filepath.Join(folder, name)); err != nil {
			t.Error(err)
		}
	}
	if out := tool(t, filepath.Join(folder, "bin", "clanker"), "--version"); !strings.HasPrefix(out, "clanker ") {
		t.Errorf("it says %q", out)
	}
	helpersAreTheirHashes(t, filepath.Join(folder, "lib", "clanker-grid", "helpers"), filepath.Join(folder, "bin", "clanker"))
}

func TestAnRPMIsWholeAndInstalls(t *testing.T) {
	path := made(t, "CLANKER_PACKAGES", "*.rpm")
	database := t.TempDir()
	if out := tool(t, "rpm", "--dbpath", database, "--checksig", path); !strings.Contains(out, "digests OK") {
		t.Errorf("rpm says %s", out)
	}
	files := tool(t, "rpm", "--dbpath", database, "-qpl", path)
	for _, name := range content {
		if !strings.Contains(files, "/usr/"+name+"\n") {
			t.Errorf("%s is missing", name)
		}
	}
	for _, foreign := range []string{"/usr/bin\n", "/usr/share\n"} {
		if strings.Contains(files, foreign) {
			t.Errorf("it owns the system's %s", foreign)
		}
	}
	if requires := tool(t, "rpm", "--dbpath", database, "-qpR", path); !strings.Contains(requires, "libwebkit2gtk-4.1.so.0()(64bit)") {
		t.Errorf("it requires\n%s", requires)
	}
	if os.Geteuid() != 0 {
		t.Skip("installing needs root")
	}
	root := t.TempDir()
	in := []string{"rpm", "--root", root, "--dbpath", "/db", "--nodeps", "--noscripts", "--force-debian"}
	tool(t, append(in, "--install", path)...)
	tool(t, filepath.Join(root, "usr", "bin", "clanker"), "--version")
	tool(t, append(in, "--verify", "clanker-grid")...)
	tool(t, append(in, "--erase", "clanker-grid")...)
	if _, err := os.Stat(filepath.Join(root, "usr", "lib", "clanker-grid")); err == nil {
		t.Error("the removal left its folder")
	}
}

func TestTheZipForWindowsHoldsBothPrograms(t *testing.T) {
	folder := t.TempDir()
	archive, err := zip.OpenReader(made(t, "CLANKER_PACKAGES", "*-windows-amd64.zip"))
	if err != nil {
		t.Fatal(err)
	}
	defer archive.Close()
	for _, file := range archive.File {
		_, name, _ := strings.Cut(file.Name, "/")
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		in, err := file.Open()
		if err != nil {
			t.Fatal(err)
		}
		out, err := os.Create(path)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := out.ReadFrom(in); err != nil {
			t.Fatal(err)
		}
		in.Close()
		out.Close()
	}
	const withoutConsole, withConsole = 2, 3
	for name, subsystem := range map[string]uint16{"clanker-grid.exe": withoutConsole, "clanker.exe": withConsole} {
		program, err := pe.Open(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		header := program.OptionalHeader.(*pe.OptionalHeader64)
		if header.Subsystem != subsystem {
			t.Errorf("%s is of subsystem %d", name, header.Subsystem)
		}
		if name == "clanker-grid.exe" && program.Section(".rsrc") == nil {
			t.Error("the window has no icon and no manifest")
		}
		program.Close()
	}
	helpersAreTheirHashes(t, filepath.Join(folder, "helpers"), filepath.Join(folder, "clanker.exe"))
}

func TestTheInstallerForWindowsIsAnInstaller(t *testing.T) {
	setup := made(t, "CLANKER_PACKAGES", "*-setup.exe")
	program, err := pe.Open(setup)
	if err != nil {
		t.Fatal(err)
	}
	program.Close()
	data, err := os.ReadFile(setup)
	if err != nil {
		t.Fatal(err)
	}
	// The mark by which the installer finds what it was given.
	if !strings.Contains(string(data), "\xef\xbe\xad\xdeNullsoftInst") {
		t.Error("it carries no files")
	}
}

func TestTheSumsAreOfWhatLiesThere(t *testing.T) {
	folder := filepath.Dir(made(t, "CLANKER_PACKAGES", "SHA256SUMS"))
	cmd := exec.CommandContext(t.Context(), "sha256sum", "--check", "--strict", "SHA256SUMS")
	cmd.Dir = folder
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
