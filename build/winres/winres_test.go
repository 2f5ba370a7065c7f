package winres

import (
	"bytes"
	"debug/pe"
	"encoding/binary"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"unicode/utf16"

	"clankergrid/build/icon"
)

func sample() Program {
	return Program{
		Icon: []icon.Sized{{Size: 16, PNG: []byte("small")}, {Size: 256, PNG: []byte("large picture")}}, IconID: 3,
		Manifest: []byte("<assembly/>"), Version: [4]uint16{1, 2, 3, 14},
		Texts: []Text{{"ProductName", "Ünïcode"}, {"FileVersion", "1.2.3+14"}},
	}
}

// found is what a directory of resources holds: data by kind and number.
type found map[[2]uint32][]byte

// read walks a directory as Windows does. base is the address of the section.
func read(t *testing.T, section []byte, base uint32) found {
	t.Helper()
	out := found{}
	little := binary.LittleEndian
	items := func(at uint32, each func(id, value uint32)) {
		named, numbered := little.Uint16(section[at+12:]), little.Uint16(section[at+14:])
		if named != 0 {
			t.Fatal("a name where only numbers are written")
		}
		before := -1
		for i := range uint32(numbered) {
			item := section[at+16+8*i:]
			id := little.Uint32(item)
			if int(id) <= before {
				t.Errorf("%d comes after %d", id, before)
			}
			before = int(id)
			each(id, little.Uint32(item[4:]))
		}
	}
	const folder = 1 << 31
	items(0, func(kind, numbers uint32) {
		items(numbers&^folder, func(id, languages uint32) {
			items(languages&^folder, func(lang, entry uint32) {
				if lang != language {
					t.Errorf("the language is %#x", lang)
				}
				at, size := little.Uint32(section[entry:])-base, little.Uint32(section[entry+4:])
				out[[2]uint32{kind, id}] = section[at : at+size]
			})
		})
	})
	return out
}

// linked builds a program that does nothing with the object in its folder.
func linked(t *testing.T, object []byte, goarch string) *pe.File {
	t.Helper()
	folder := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module sample\n\ngo 1.26\n", "main.go": "package main\n\nfunc main() {}\n", "sample.syso": string(object),
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	build := exec.CommandContext(t.Context(), "go", "build", "-o", "sample.exe", ".")
	build.Dir = folder
	build.Env = append(os.Environ(), "GOOS=windows", "GOARCH="+goarch, "CGO_ENABLED=0", "GOFLAGS=", "GOWORK=off")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	program, err := pe.Open(filepath.Join(folder, "sample.exe"))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { program.Close() })
	return program
}

func TestALinkedProgramCarriesItsResources(t *testing.T) {
	for goarch := range machines {
		t.Run(goarch, func(t *testing.T) {
			object, err := Object(sample(), goarch)
			if err != nil {
				t.Fatal(err)
			}
			section := linked(t, object, goarch).Section(".rsrc")
			if section == nil {
				t.Fatal("the program has no resources")
			}
			data, err := section.Data()
			if err != nil {
				t.Fatal(err)
			}
			resources := read(t, data, section.VirtualAddress)
			if len(resources) != 5 {
				t.Errorf("it has %d resources", len(resources))
			}
			for key, want := range map[[2]uint32]string{{kindIcon, 1}: "small", {kindIcon, 2}: "large picture", {kindManifest, 1}: "<assembly/>"} {
				if got := string(resources[key]); got != want {
					t.Errorf("%v is %q, want %q", key, got, want)
				}
			}
			group := resources[[2]uint32{kindIconGroup, 3}]
			if len(group) != 6+2*14 || group[6+14] != 0 || binary.LittleEndian.Uint16(group[6+14+12:]) != 2 {
				t.Errorf("the group of icons is % x", group)
			}
			version := resources[[2]uint32{kindVersion, 1}]
			for _, text := range []string{"VS_VERSION_INFO", "StringFileInfo", "040904b0", "ProductName", "Ünïcode", "1.2.3+14", "Translation"} {
				if !bytes.Contains(version, littleEndian(utf16.Encode([]rune(text)))) {
					t.Errorf("the version does not hold %s", text)
				}
			}
		})
	}
}

// Windows reads the tree by its lengths: a wrong one hides everything after it.
func TestTheLengthsOfAVersionAreThoseOfItsBlocks(t *testing.T) {
	version := sample().version()
	var walk func(b []byte, depth int) int
	blocks := 0
	walk = func(b []byte, depth int) int {
		blocks++
		length, value, text := int(binary.LittleEndian.Uint16(b)), int(binary.LittleEndian.Uint16(b[2:])), b[4] == 1
		at := 6
		for b[at] != 0 || b[at+1] != 0 {
			at += 2
		}
		at = (at + 2 + 3) &^ 3
		if text {
			value *= 2
		}
		at += value
		for at = (at + 3) &^ 3; at < length; at = (at + 3) &^ 3 {
			at += walk(b[at:], depth+1)
		}
		return length
	}
	if length := walk(version, 0); length != len(version) {
		t.Errorf("it says %d bytes and has %d", length, len(version))
	}
	if blocks != 7 {
		t.Errorf("%d blocks, want 7", blocks)
	}
}

func TestAnUnknownProcessorIsRefused(t *testing.T) {
	if _, err := Object(sample(), "mips"); err == nil {
		t.Error("an object for an unknown processor was written")
	}
}
