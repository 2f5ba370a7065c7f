package winres

import (
	"fmt"
	"slices"
)

// machines are the processors that Windows runs on: their number in an object
// file, and the kind of relocation that stands for "address in the image".
var machines = map[string]struct{ number, relocation uint16 }{
	"amd64": {0x8664, 3},
	"arm64": {0xaa64, 2},
}

// Sizes of the records in an object file,
// https://learn.microsoft.com/windows/win32/debug/pe-format.
const (
	fileHeaderSize    = 20
	sectionHeaderSize = 40
	relocationSize    = 10
	directorySize     = 16
	directoryItemSize = 8
	dataEntrySize     = 16
)

// Object returns the object file for a processor in Go's names.
func Object(p Program, goarch string) ([]byte, error) {
	machine, known := machines[goarch]
	if !known {
		return nil, fmt.Errorf("no Windows is known for the processor %s", goarch)
	}
	section, places := resourceSection(p.resources())
	const sections, symbols = 1, 1
	relocationsAt := fileHeaderSize + sectionHeaderSize + len(section)
	symbolsAt := relocationsAt + relocationSize*len(places)
	const initialized, readable = 0x40, 0x40000000
	out := littleEndian(machine.number, uint16(sections), uint32(0), uint32(symbolsAt), uint32(symbols), uint16(0), uint16(0))
	out = append(out, littleEndian(
		sectionName, uint32(0), uint32(0), uint32(len(section)), uint32(fileHeaderSize+sectionHeaderSize),
		uint32(relocationsAt), uint32(0), uint16(len(places)), uint16(0), uint32(initialized|readable))...)
	out = append(out, section...)
	for _, at := range places {
		out = append(out, littleEndian(uint32(at), uint32(0), machine.relocation)...)
	}
	// The one symbol is the section itself, which relocations are relative to; the
	// table of long names after it is empty and has its own four bytes.
	const static = 3
	return append(out, littleEndian(sectionName, uint32(0), uint16(1), uint16(0), uint8(static), uint8(0), uint32(4))...), nil
}

var sectionName = [8]byte{'.', 'r', 's', 'r', 'c'}

// resourceSection is the directory of resources, in three levels: kind, number, language.
// After it come the entries of the data and the data itself. places are where
// addresses of data stand, which only the linker knows.
func resourceSection(resources []resource) (out []byte, places []int) {
	var kinds []uint16
	ids := map[uint16][]resource{}
	for _, r := range resources {
		if !slices.Contains(kinds, r.kind) {
			kinds = append(kinds, r.kind)
		}
		ids[r.kind] = append(ids[r.kind], r)
	}
	// Where each level begins follows from how many there are of each.
	numbersAt := directorySize + directoryItemSize*len(kinds)
	languagesAt := numbersAt + directorySize*len(kinds) + directoryItemSize*len(resources)
	entriesAt := languagesAt + (directorySize+directoryItemSize)*len(resources)
	dataAt := entriesAt + dataEntrySize*len(resources)

	const folder = 1 << 31 // set in the offset of another directory
	top, numbers, languages, entries, data := directory(len(kinds)), []byte(nil), []byte(nil), []byte(nil), []byte(nil)
	for _, kind := range kinds {
		top = append(top, littleEndian(uint32(kind), uint32(folder|(numbersAt+len(numbers))))...)
		numbers = append(numbers, directory(len(ids[kind]))...)
		for _, r := range ids[kind] {
			numbers = append(numbers, littleEndian(uint32(r.id), uint32(folder|(languagesAt+len(languages))))...)
			languages = append(languages, directory(1)...)
			languages = append(languages, littleEndian(uint32(language), uint32(entriesAt+len(entries)))...)
			places = append(places, entriesAt+len(entries))
			data = aligned(data)
			entries = append(entries, littleEndian(uint32(dataAt+len(data)), uint32(len(r.data)), uint32(0), uint32(0))...)
			data = append(data, r.data...)
		}
	}
	return aligned(slices.Concat(top, numbers, languages, entries, data)), places
}

// directory is the head of a directory whose items have numbers and no names.
func directory(items int) []byte {
	return littleEndian(uint32(0), uint32(0), uint16(0), uint16(0), uint16(0), uint16(items))
}
