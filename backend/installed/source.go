package installed

import (
	"encoding/json"
	"os"
	"path/filepath"

	"clankergrid/backend/errs"
)

// Source is a clanker that came with the application.
type Source struct {
	Path string
	// SHA256 is what the manifest says of it; empty where there is none, as in a
	// tree that was built and not packaged.
	SHA256 string
	// Version is the manifest's.
	Version string
}

// manifestFile names every clanker of a package by its hash; the build writes it.
const manifestFile = "helpers.json"

// manifestPlaces are where packages have the folder of helpers, relative to the
// folder of the programs: Linux, Windows, macOS.
var manifestPlaces = []string{"../lib/clanker-grid/helpers", "helpers", "../Resources/helpers"}

// maxManifest is far above the few hundred bytes that a manifest has.
const maxManifest = 1 << 20

type manifest struct {
	Version string `json:"version"`
	Helpers []struct {
		OS     string `json:"os"`
		Arch   string `json:"arch"`
		SHA256 string `json:"sha256"`
		File   string `json:"file"`
	} `json:"helpers"`
}

// Find returns the clanker for a machine. program is the application's own
// executable with every link resolved, and goos and goarch are Go's names. What
// the package's manifest names is taken; without a manifest, and only for the
// machine that this program is for, the clanker beside it.
//
// Kind NotFound when there is none.
func Find(program, goos, goarch string, own bool) (Source, error) {
	const op = "installed.Find"
	dir := filepath.Dir(program)
	for _, place := range manifestPlaces {
		folder := filepath.Join(dir, filepath.FromSlash(place))
		m, err := readManifest(filepath.Join(folder, manifestFile))
		if err != nil {
			continue // another system's place
		}
		for _, h := range m.Helpers {
			if h.OS == goos && h.Arch == goarch && hashPattern.MatchString(h.SHA256) {
				return Source{Path: filepath.Join(folder, filepath.FromSlash(h.File)), SHA256: h.SHA256, Version: m.Version}, nil
			}
		}
	}
	if beside := filepath.Join(dir, programName(goos)); own {
		if info, err := os.Stat(beside); err == nil && info.Mode().IsRegular() {
			return Source{Path: beside}, nil
		}
	}
	return Source{}, errs.New(op, errs.NotFound, "This installation has no clanker for "+goos+" on "+goarch+".", "Install the application again.")
}

func readManifest(path string) (manifest, error) {
	var m manifest
	info, err := os.Stat(path)
	if err != nil {
		return m, err
	}
	if info.Size() > maxManifest {
		return m, errs.New("installed.readManifest", errs.Corrupt, "", "")
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return m, err
	}
	return m, json.Unmarshal(data, &m)
}

func programName(goos string) string {
	if goos == "windows" {
		return "clanker.exe"
	}
	return "clanker"
}
