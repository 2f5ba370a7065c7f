package main

import (
	"context"
	"crypto/sha256"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"clankergrid/build/archive"
)

// A format is one kind of package.
type format struct {
	name  string
	about string
	needs []need
	// impossible says why it cannot be made here; empty when it can.
	impossible func(on system) string
	write      func(ctx context.Context, p *packing) error
}

// formats are all of them. Linux packages hold a window, which links that
// system's libraries, so they are made on Linux for its own processor; Windows'
// are made anywhere.
func formats() []format {
	linux := func(on system) string {
		if on.goos != "linux" {
			return "a Linux package is made on Linux"
		}
		return ""
	}
	anywhere := func(system) string { return "" }
	return []format{
		{"deb", "for Debian and Ubuntu", nil, linux, writeDeb},
		{"rpm", "for Fedora and openSUSE", nil, linux, writeRPM},
		{"tar", "for every Linux", nil, linux, writeTarball},
		{"windows", "a zip and an installer, for amd64", installerNeeds, anywhere, writeWindows},
		{"macos", "an application and a disk image", nil, func(on system) string {
			if on.goos != "darwin" {
				return "its window is compiled by Apple's own tools, on macOS"
			}
			return ""
		}, writeMac},
	}
}

func formatNames() (names []string) {
	for _, f := range formats() {
		names = append(names, f.name)
	}
	return names
}

// packing is one run that makes packages.
type packing struct {
	*workshop
	release release
	out     string // absolute
	// programs by name and system: every format takes the same bytes.
	programs map[string][]byte
}

func packageVerb(ctx context.Context, w *workshop, args []string) error {
	var version, out, only string
	err := parse("package", args, func(f *flag.FlagSet) {
		f.StringVar(&version, "version", "", "use this version instead of git's")
		f.StringVar(&out, "out", "dist", "write to this folder")
		f.StringVar(&only, "only", "", "make only these formats, separated by commas")
	})
	if err != nil {
		return err
	}
	chosen, err := chosenFormats(only)
	if err != nil {
		return err
	}
	r, ok := w.release(ctx)
	if version != "" {
		named, understood := parseRelease(version)
		if !understood {
			return usageError("package: %q is not a version such as 1.2.3", version)
		}
		named.at, r, ok = r.at, named, true
	}
	if !ok {
		return usageError("package: this is no git repository, so --version is needed")
	}
	m := inspect(ctx)
	if err := w.prepareBuild(ctx, m); err != nil {
		return err
	}
	for _, f := range chosen {
		if f.impossible(here()) == "" {
			if err := w.ensure(ctx, m, f.needs); err != nil {
				return err
			}
		}
	}
	if !filepath.IsAbs(out) {
		out = w.path(out)
	}
	return w.makePackages(ctx, r, out, chosen)
}

// chosenFormats reads a list of names; an empty one is all of them.
func chosenFormats(list string) ([]format, error) {
	if list == "" {
		return formats(), nil
	}
	var chosen []format
	for name := range strings.SplitSeq(list, ",") {
		i := slices.Index(formatNames(), name)
		if i < 0 {
			return nil, usageError("package: there is no format %q; the formats are %s", name, strings.Join(formatNames(), ", "))
		}
		chosen = append(chosen, formats()[i])
	}
	return chosen, nil
}

// makePackages writes every format that can be made here, and the sums of what
// it wrote.
func (w *workshop) makePackages(ctx context.Context, r release, out string, chosen []format) error {
	if err := w.buildFrontend(ctx); err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil {
		return err
	}
	w.say("packages of version %s in %s", r, out)
	p := &packing{workshop: w, release: r, out: out, programs: map[string][]byte{}}
	for _, f := range chosen {
		if why := f.impossible(here()); why != "" {
			w.say("%s: not made, %s", f.name, why)
			continue
		}
		if err := f.write(ctx, p); err != nil {
			return fmt.Errorf("%s: %w", f.name, err)
		}
	}
	return writeSums(out)
}

// program returns a program's bytes, compiled once per system.
func (p *packing) program(ctx context.Context, name string, on system) ([]byte, error) {
	key := name + " for " + on.String()
	if data, known := p.programs[key]; known {
		return data, nil
	}
	folder, err := os.MkdirTemp("", "clanker-grid-package-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, on.executable(name))
	p.say("%s: building", key)
	from := p.workshop
	if name == windowBinary && on == windowsSystem {
		if from, err = p.withResources(ctx, filepath.Join(folder, "source")); err != nil {
			return nil, err
		}
	}
	if err := from.compile(ctx, compilation{name, on, p.release.String(), path}); err != nil {
		return nil, err
	}
	data, err := os.ReadFile(path)
	p.programs[key] = data
	return data, err
}

// asset reads a file of build/packaging, with our two placeholders filled in.
func (p *packing) asset(name string) ([]byte, error) {
	data, err := os.ReadFile(p.path("build", "packaging", filepath.FromSlash(name)))
	text := strings.NewReplacer("@VERSION@", p.release.String(), "@DATE@", p.release.at.Format("January 2, 2006"),
		"@DAY@", p.release.at.Format("2006-01-02"), "@NUMERIC@", p.release.numeric(), "@CORE@", p.release.core.String()).Replace(string(data))
	return []byte(text), err
}

// assets adds files of build/packaging to a tree, by the name that each gets.
func (p *packing) assets(tree *archive.Tree, names map[string]string) error {
	for name, source := range names {
		data, err := p.asset(source)
		if err != nil {
			return err
		}
		tree.File(name, data)
	}
	return nil
}

// create writes one package.
func (p *packing) create(name string, write func(*os.File) error) error {
	file, err := os.Create(filepath.Join(p.out, name))
	if err != nil {
		return err
	}
	defer file.Close()
	if err := write(file); err != nil {
		return err
	}
	p.say("wrote %s", name)
	return file.Close()
}

// sumsFile is named and written as sha256sum(1) reads it.
const sumsFile = "SHA256SUMS"

func writeSums(folder string) error {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return err
	}
	var text strings.Builder
	for _, entry := range entries {
		if !entry.Type().IsRegular() || entry.Name() == sumsFile {
			continue
		}
		data, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return err
		}
		fmt.Fprintf(&text, "%x  %s\n", sha256.Sum256(data), entry.Name())
	}
	return os.WriteFile(filepath.Join(folder, sumsFile), []byte(text.String()), 0o644)
}
