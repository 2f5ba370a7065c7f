package installed

import (
	"encoding/json"
	"io"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strings"

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

// manifestPlaces are where packages have the folder of helpers, by the system that
// the application runs on, relative to the folder of its programs. Each system has
// one: what lies at another's place was put there by somebody else.
var manifestPlaces = map[string]string{
	"linux":   "../lib/clanker-grid/helpers",
	"windows": "helpers",
	"darwin":  "../Resources/helpers",
}

// maxManifest is far above the few hundred bytes that a manifest has.
const maxManifest = 1 << 20

// manifest names no files: where a clanker lies follows from its machine.
type manifest struct {
	Version string `json:"version"`
	Helpers []struct {
		OS     string `json:"os"`
		Arch   string `json:"arch"`
		SHA256 string `json:"sha256"`
		// Beside says that it lies beside the application's own programs and not
		// among the helpers, which would hold it twice.
		Beside bool `json:"beside"`
	} `json:"helpers"`
}

// Find returns the clanker for a machine. program is the application's own
// executable with every link resolved, and goos and goarch are Go's names. What
// the package's manifest names is taken; without a manifest, and only for the
// machine that this program is for, the clanker beside it.
//
// Kinds: NotFound (there is none), Permission (another user could have put it
// there), Corrupt (the manifest cannot be read).
func Find(program, goos, goarch string) (Source, error) {
	return find(runtime.GOOS, program, goos, goarch)
}

// find is Find for an application on some system.
func find(host, program, goos, goarch string) (Source, error) {
	dir := filepath.Dir(program)
	none := errs.New("installed.Find", errs.NotFound, "This installation has no clanker for "+goos+" on "+goarch+".", "Install the application again.")
	place, known := manifestPlaces[host]
	if !known {
		return Source{}, none
	}
	if _, err := os.Lstat(filepath.Join(dir, filepath.FromSlash(place), manifestFile)); err == nil {
		m, err := readManifest(dir, place)
		if err != nil {
			return Source{}, err
		}
		for _, h := range m.Helpers {
			if h.OS != goos || h.Arch != goarch || !hashPattern.MatchString(h.SHA256) {
				continue
			}
			name := path.Join(place, goos+"-"+goarch, programName(goos))
			if h.Beside {
				name = programName(goos)
			}
			source := Source{Path: filepath.Join(dir, filepath.FromSlash(name)), SHA256: h.SHA256, Version: m.Version}
			return source, trust(dir, name)
		}
		return Source{}, none
	}
	beside := programName(goos)
	if _, err := os.Lstat(filepath.Join(dir, beside)); err != nil || goos != runtime.GOOS || goarch != runtime.GOARCH {
		return Source{}, none
	}
	return Source{Path: filepath.Join(dir, beside)}, trust(dir, beside)
}

// readManifest reads the manifest below the folder of the programs.
func readManifest(dir, place string) (m manifest, err error) {
	const op = "installed.readManifest"
	name := path.Join(place, manifestFile)
	if err := trust(dir, name); err != nil {
		return m, err
	}
	file, err := open(filepath.Join(dir, filepath.FromSlash(name)), maxManifest)
	if err == nil {
		defer file.Close()
		err = json.NewDecoder(io.LimitReader(file, maxManifest)).Decode(&m)
	}
	if err != nil {
		return m, errs.Wrap(op, errs.Corrupt, "The list of this installation's programs cannot be read.", "Install the application again.", err)
	}
	return m, nil
}

// trust refuses a file, or a folder on the way to it, that another user could have
// made or can change, and every link. The folder of the programs is where the way
// begins, and its owner is trusted with root and this user: the program that runs
// is theirs already, as where one user of a Mac has installed it for all.
func trust(dir, name string) error {
	const op = "installed.trust"
	programs, err := os.Stat(dir)
	if err != nil {
		return errs.Wrap(op, errs.NotFound, errs.Quote(dir)+" is missing.", "Install the application again.", err)
	}
	at := dir
	for element := range strings.SplitSeq(name, "/") {
		at = filepath.Join(at, element)
		if element == ".." {
			continue // above the programs: who can write there has them, too
		}
		info, err := os.Lstat(at)
		switch {
		case err != nil:
			return errs.Wrap(op, errs.NotFound, errs.Quote(at)+" is missing.", "Install the application again.", err)
		case !info.IsDir() && !info.Mode().IsRegular():
			return errs.New(op, errs.Permission, errs.Quote(at)+" is neither a file nor a folder and cannot be trusted.", "Install the application again.")
		case !trusted(info, programs):
			return errs.New(op, errs.Permission, errs.Quote(at)+" can be changed by other users and cannot be trusted.", "Take the right to write from them, or install the application again.")
		}
	}
	return nil
}

func programName(goos string) string {
	if goos == "windows" {
		return "clanker.exe"
	}
	return "clanker"
}
