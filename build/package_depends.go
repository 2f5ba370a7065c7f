package main

import (
	"bytes"
	"debug/elf"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// linked is what a program wants from the system's libraries: their names, and
// the newest version of each that it was linked against.
type linked struct {
	libraries []string
	versions  map[string][]string // such as GLIBC_2.34 of libc.so.6
}

func linkedBy(program []byte) (linked, error) {
	file, err := elf.NewFile(bytes.NewReader(program))
	if err != nil {
		return linked{}, err
	}
	l := linked{versions: map[string][]string{}}
	if l.libraries, err = file.ImportedLibraries(); err != nil {
		return linked{}, err
	}
	symbols, err := file.ImportedSymbols()
	for _, s := range symbols {
		if s.Version != "" && !slices.Contains(l.versions[s.Library], s.Version) {
			l.versions[s.Library] = append(l.versions[s.Library], s.Version)
		}
	}
	return l, err
}

// debianPackages hold the libraries that the window links. The names with t64 are
// those since times have 64 bits everywhere (Debian 13, Ubuntu 24.04); apt takes
// the first that there is. The versions are the oldest that have what we call.
var debianPackages = map[string]string{
	"libgtk-3.so.0":                 "libgtk-3-0t64 (>= 3.22) | libgtk-3-0 (>= 3.22)",
	"libgdk-3.so.0":                 "libgtk-3-0t64 (>= 3.22) | libgtk-3-0 (>= 3.22)",
	"libgdk_pixbuf-2.0.so.0":        "libgdk-pixbuf-2.0-0 (>= 2.22)",
	"libwebkit2gtk-4.1.so.0":        "libwebkit2gtk-4.1-0 (>= 2.40)",
	"libjavascriptcoregtk-4.1.so.0": "libjavascriptcoregtk-4.1-0 (>= 2.40)",
	"libsoup-3.0.so.0":              "libsoup-3.0-0",
	"libglib-2.0.so.0":              "libglib2.0-0t64 (>= 2.56) | libglib2.0-0 (>= 2.56)",
	"libgobject-2.0.so.0":           "libglib2.0-0t64 (>= 2.56) | libglib2.0-0 (>= 2.56)",
	"libgio-2.0.so.0":               "libglib2.0-0t64 (>= 2.56) | libglib2.0-0 (>= 2.56)",
	"libX11.so.6":                   "libx11-6",
	"libpango-1.0.so.0":             "libpango-1.0-0",
	"libcairo.so.2":                 "libcairo2",
	"libatk-1.0.so.0":               "libatk1.0-0t64 | libatk1.0-0",
	"libharfbuzz.so.0":              "libharfbuzz0b",
	"libz.so.1":                     "zlib1g",
	"libpangocairo-1.0.so.0":        "libpangocairo-1.0-0",
	"libcairo-gobject.so.2":         "libcairo-gobject2",
}

// debian returns Depends. libc's version is the newest one that a symbol names.
func (l linked) debian() ([]string, error) {
	depends := map[string]bool{}
	for _, library := range l.libraries {
		if isLibC(library) {
			continue
		}
		name, known := debianPackages[library]
		if !known {
			return nil, fmt.Errorf("the window links %s, and build/package_depends.go does not say which package has it", library)
		}
		depends[name] = true
	}
	var newest version
	for library, versions := range l.versions {
		for _, text := range versions {
			number, ok := strings.CutPrefix(text, "GLIBC_")
			if !ok || !isLibC(library) {
				continue
			}
			if v, ok := parseVersion(number + ".0"); ok && newest.less(v) {
				newest = v
			}
		}
	}
	depends[fmt.Sprintf("libc6 (>= %d.%d)", newest[0], newest[1])] = true
	return slices.Sorted(maps.Keys(depends)), nil
}

// isLibC reports whether libc6 has a library.
func isLibC(library string) bool {
	return slices.Contains([]string{"libc.so.6", "libpthread.so.0", "libdl.so.2", "libm.so.6", "librt.so.1", "libresolv.so.2"}, library) || strings.HasPrefix(library, "ld-linux")
}

// rpm returns Requires. RPM names libraries themselves, so one list serves every
// distribution.
func (l linked) rpm() (requires []string) {
	const wide = "(64bit)"
	for _, library := range l.libraries {
		requires = append(requires, library+"()"+wide)
		for _, v := range l.versions[library] {
			requires = append(requires, library+"("+v+")"+wide)
		}
	}
	slices.Sort(requires)
	return requires
}
