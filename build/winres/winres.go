// Package winres writes what a Windows program carries beside its code: its
// icon, its version and the manifest that makes it sharp on every screen. The
// result is an object file, which the Go linker takes along when it lies in a
// package's folder under a name that ends in .syso.
//
// It decides the format alone. What the program says about itself is the
// caller's.
package winres

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"unicode/utf16"

	"clankergrid/build/icon"
)

// Program is what Windows shows of a program.
type Program struct {
	// Icon is shown for the file, in the task bar and in the window.
	Icon []icon.Sized
	// IconID is the number by which the program asks for its own icon.
	IconID uint16
	// Manifest is an application manifest,
	// https://learn.microsoft.com/windows/win32/sbscs/application-manifests.
	Manifest []byte
	Version  [4]uint16
	// Texts are shown in the file's properties, by Microsoft's names.
	Texts []Text
}

// Text is one line of a file's properties, such as ProductName.
type Text struct{ Name, Value string }

// Kinds of resources, by Microsoft's numbers.
const (
	kindIcon      = 3
	kindIconGroup = 14
	kindVersion   = 16
	kindManifest  = 24
)

// language is US English, under which Windows looks when it has nothing in the
// user's own.
const language = 0x0409

// A resource is one block of data under a kind and a number.
type resource struct {
	kind, id uint16
	data     []byte
}

// resources lists them by kind and number, as a directory of Windows has to.
func (p Program) resources() []resource {
	var out []resource
	for i, sized := range p.Icon {
		out = append(out, resource{kindIcon, uint16(i + 1), sized.PNG})
	}
	return append(out,
		resource{kindIconGroup, p.IconID, p.iconGroup()},
		resource{kindVersion, 1, p.version()},
		resource{kindManifest, 1, p.Manifest})
}

// iconGroup lists the sizes of an icon and the number of each one's picture.
func (p Program) iconGroup() []byte {
	const reserved, icons = uint16(0), uint16(1)
	b := littleEndian(reserved, icons, uint16(len(p.Icon)))
	for i, sized := range p.Icon {
		side := uint8(sized.Size) // 256 is written as 0
		b = append(b, littleEndian(side, side, uint8(0), uint8(0), uint16(1), uint16(32), uint32(len(sized.PNG)), uint16(i+1))...)
	}
	return b
}

// version is the tree of blocks that VS_VERSIONINFO describes.
func (p Program) version() []byte {
	const unicode = 1200
	high, low := uint32(p.Version[0])<<16|uint32(p.Version[1]), uint32(p.Version[2])<<16|uint32(p.Version[3])
	const magic, structure, windowsNT, application = uint32(0xfeef04bd), uint32(0x10000), uint32(0x40004), uint32(1)
	fixed := littleEndian(magic, structure, high, low, high, low, uint32(0x3f), uint32(0), windowsNT, application, uint32(0), uint32(0), uint32(0))
	var texts [][]byte
	for _, text := range p.Texts {
		value := utf16Text(text.Value)
		texts = append(texts, block(text.Name, true, len(value)/2, value))
	}
	table := block(fmt.Sprintf("%04x%04x", language, unicode), true, 0, nil, texts...)
	translation := littleEndian(uint16(language), uint16(unicode))
	return block("VS_VERSION_INFO", false, len(fixed), fixed,
		block("StringFileInfo", true, 0, nil, table),
		block("VarFileInfo", true, 0, nil, block("Translation", false, len(translation), translation)))
}

// block is one node: lengths, a name, a value and nodes below it, each at a
// multiple of four bytes. length counts characters of a text, bytes otherwise.
func block(name string, text bool, length int, value []byte, below ...[]byte) []byte {
	kind := uint16(0)
	if text {
		kind = 1
	}
	b := littleEndian(uint16(0), uint16(length), kind)
	b = aligned(append(b, utf16Text(name)...))
	b = append(b, value...)
	for _, child := range below {
		b = append(aligned(b), child...)
	}
	binary.LittleEndian.PutUint16(b, uint16(len(b)))
	return b
}

func utf16Text(text string) []byte { return littleEndian(append(utf16.Encode([]rune(text)), 0)) }

func aligned(b []byte) []byte { return append(b, make([]byte, (4-len(b)%4)%4)...) }

// littleEndian encodes fields of a fixed size, which cannot fail.
func littleEndian(fields ...any) []byte {
	var b bytes.Buffer
	for _, field := range fields {
		binary.Write(&b, binary.LittleEndian, field)
	}
	return b.Bytes()
}
