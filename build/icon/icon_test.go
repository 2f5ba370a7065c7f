package icon

import (
	"bytes"
	"encoding/binary"
	"image/color"
	"image/png"
	"os"
	"strings"
	"testing"
)

func product(t *testing.T) Picture {
	t.Helper()
	file, err := os.Open("../../frontend/public/icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	picture, err := Parse(file)
	if err != nil {
		t.Fatal(err)
	}
	return picture
}

func TestTheProductsIconIsDrawnAsItLooks(t *testing.T) {
	const unit = 32
	drawn := product(t).Draw(16 * unit)
	for place, want := range map[[2]float64]color.NRGBA{
		{0.1, 0.1}:   {},                                  // outside of the round corner
		{1, 1}:       {R: 0x11, G: 0x13, B: 0x13, A: 255}, // the ground
		{3.25, 5}:    {R: 0x8d, G: 0x95, B: 0x92, A: 255}, // the first pane's edge
		{5, 5}:       {R: 0x11, G: 0x13, B: 0x13, A: 255}, // within it
		{11, 11}:     {R: 0x6e, G: 0xe5, B: 0x7c, A: 255}, // the pane in use
		{8, 8}:       {R: 0x11, G: 0x13, B: 0x13, A: 255}, // between the panes
		{2.55, 2.55}: {R: 0x11, G: 0x13, B: 0x13, A: 255}, // outside of an outline's round corner
		{15.9, 8}:    {R: 0x11, G: 0x13, B: 0x13, A: 255},
	} {
		if got := drawn.NRGBAAt(int(place[0]*unit), int(place[1]*unit)); got != want {
			t.Errorf("at %v it is %v, want %v", place, got, want)
		}
	}
}

func TestEdgesAreSmooth(t *testing.T) {
	partly := 0
	drawn := product(t).Draw(48)
	for i := 3; i < len(drawn.Pix); i += 4 {
		if a := drawn.Pix[i]; a > 0 && a < 255 {
			partly++
		}
	}
	if partly == 0 {
		t.Error("no pixel of the corners is translucent")
	}
}

func TestWhatCannotBeDrawnIsRefused(t *testing.T) {
	const frame = `<svg viewBox="0 0 16 16">%</svg>`
	for name, content := range map[string]string{
		"another shape":     `<circle r="3" fill="#ffffff"/>`,
		"a curve":           `<path d="M1 1c2 2 2 2 2 2z" fill="#ffffff"/>`,
		"a skewed box":      `<path d="M1 1h3v3h-2z" fill="#ffffff"/>`,
		"a colour by name":  `<rect width="3" height="3" fill="red"/>`,
		"a width in words":  `<rect width="wide" height="3" fill="#ffffff"/>`,
		"nothing":           ``,
		"something broken":  `<rect`,
		"only what is none": `<rect width="3" height="3" fill="none"/>`,
	} {
		if _, err := Parse(strings.NewReader(strings.Replace(frame, "%", content, 1))); err == nil {
			t.Errorf("%s was taken", name)
		}
	}
	if _, err := Parse(strings.NewReader(`<svg viewBox="5 5 16 16"><rect width="3" height="3" fill="#ffffff"/></svg>`)); err == nil {
		t.Error("a view box off the origin was taken")
	}
}

func TestAnICOHoldsEverySizeOfWindows(t *testing.T) {
	data := product(t).ICO()
	count := int(binary.LittleEndian.Uint16(data[4:]))
	if count != len(icoSizes) {
		t.Fatalf("it holds %d pictures", count)
	}
	for i, size := range icoSizes {
		entry := data[6+16*i:]
		length, at := binary.LittleEndian.Uint32(entry[8:]), binary.LittleEndian.Uint32(entry[12:])
		picture, err := png.Decode(bytes.NewReader(data[at : at+length]))
		if err != nil {
			t.Fatal(err)
		}
		if picture.Bounds().Dx() != size || entry[0] != uint8(size) {
			t.Errorf("the picture of %d is %v, and its entry says %d", size, picture.Bounds(), entry[0])
		}
	}
}

func TestAnICNSHoldsEverySizeOfMacOS(t *testing.T) {
	data := product(t).ICNS()
	if string(data[:4]) != "icns" || int(binary.BigEndian.Uint32(data[4:])) != len(data) {
		t.Fatalf("it begins with % x and has %d bytes", data[:8], len(data))
	}
	rest := data[8:]
	for _, kind := range icnsKinds {
		length := binary.BigEndian.Uint32(rest[4:])
		picture, err := png.Decode(bytes.NewReader(rest[8:length]))
		if err != nil {
			t.Fatal(err)
		}
		if string(rest[:4]) != kind.name || picture.Bounds().Dy() != kind.size {
			t.Errorf("%s holds %v", rest[:4], picture.Bounds())
		}
		rest = rest[length:]
	}
	if len(rest) != 0 {
		t.Errorf("%d bytes follow", len(rest))
	}
}

// The window has to carry its icon itself: it may be started without being
// installed.
func TestTheWindowsIconIsTheDrawnOne(t *testing.T) {
	have, err := os.ReadFile("../../app/icon.png")
	if err != nil {
		t.Fatal(err)
	}
	kept, err := png.Decode(bytes.NewReader(have))
	if err != nil {
		t.Fatal(err)
	}
	drawn := product(t).Draw(kept.Bounds().Dx())
	for y := range kept.Bounds().Dy() {
		for x := range kept.Bounds().Dx() {
			if got, want := color.NRGBAModel.Convert(kept.At(x, y)), drawn.NRGBAAt(x, y); got != want {
				t.Fatalf("at %d, %d it is %v, and drawn %v", x, y, got, want)
			}
		}
	}
}
