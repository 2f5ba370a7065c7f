package icon

import (
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math"
)

// Draw returns the icon as a square of so many pixels.
func (p Picture) Draw(size int) *image.NRGBA {
	out := image.NewNRGBA(image.Rect(0, 0, size, size))
	pixel := p.side / float64(size)
	for _, s := range p.shapes {
		around := s.stroke/2 + pixel
		first, last := func(at float64) int { return max(int((at-around)/pixel), 0) }, func(at float64) int { return min(int((at+around)/pixel)+1, size) }
		for y := first(s.y); y < last(s.y+s.h); y++ {
			for x := first(s.x); x < last(s.x+s.w); x++ {
				// How much of a pixel a shape covers follows from the distance of its middle
				// to the edge. For edges along the pixels, which most of ours are, that is exact.
				cover := 0.5 - s.distance((float64(x)+0.5)*pixel, (float64(y)+0.5)*pixel)/pixel
				if cover > 0 {
					out.SetNRGBA(x, y, over(out.NRGBAAt(x, y), s.colour, min(cover, 1)))
				}
			}
		}
	}
	return out
}

// over paints a colour over another one; cover is 1 when nothing shines through.
func over(below, above color.NRGBA, cover float64) color.NRGBA {
	if cover == 1 {
		return above
	}
	rest := float64(below.A) / 255 * (1 - cover)
	mix := func(below, above uint8) uint8 {
		return uint8(math.Round((float64(below)*rest + float64(above)*cover) / (rest + cover)))
	}
	return color.NRGBA{mix(below.R, above.R), mix(below.G, above.G), mix(below.B, above.B), uint8(math.Round((rest + cover) * 255))}
}

// PNG returns the icon as a PNG of so many pixels.
func (p Picture) PNG(size int) []byte {
	var b bytes.Buffer
	// Neither a buffer nor a picture of this kind can fail.
	png.Encode(&b, p.Draw(size))
	return b.Bytes()
}

// icoSizes are what Windows shows: title bars, lists, the task bar and tiles, at
// 100 to 200 percent.
var icoSizes = []int{16, 20, 24, 32, 40, 48, 64, 256}

// ICOSizes returns the icon at each size that Windows shows, as PNG.
func (p Picture) ICOSizes() (out []Sized) {
	for _, size := range icoSizes {
		out = append(out, Sized{size, p.PNG(size)})
	}
	return out
}

// Sized is a picture and how many pixels its side has.
type Sized struct {
	Size int
	PNG  []byte
}

// ICO returns the icon as a file of Windows. Pictures in it are PNG, which every
// Windows that runs the application reads.
func (p Picture) ICO() []byte {
	pictures := p.ICOSizes()
	var head, body bytes.Buffer
	little := func(fields ...any) {
		for _, field := range fields {
			binary.Write(&head, binary.LittleEndian, field) // a buffer takes everything
		}
	}
	const reserved, icons, headSize, entrySize = uint16(0), uint16(1), 6, 16
	little(reserved, icons, uint16(len(pictures)))
	for _, picture := range pictures {
		side := uint8(picture.Size) // 256 is written as 0
		little(side, side, uint8(0), uint8(0), uint16(1), uint16(32), uint32(len(picture.PNG)), uint32(headSize+entrySize*len(pictures)+body.Len()))
		body.Write(picture.PNG)
	}
	return append(head.Bytes(), body.Bytes()...)
}

// icnsKinds are macOS's names for sizes; some sizes have a second name, for
// screens with two pixels per point.
var icnsKinds = []struct {
	name string
	size int
}{
	{"icp4", 16}, {"icp5", 32}, {"ic07", 128}, {"ic08", 256}, {"ic09", 512}, {"ic10", 1024},
	{"ic11", 32}, {"ic12", 64}, {"ic13", 256}, {"ic14", 512},
}

// ICNS returns the icon as a file of macOS.
func (p Picture) ICNS() []byte {
	drawn := map[int][]byte{}
	var body bytes.Buffer
	for _, kind := range icnsKinds {
		if drawn[kind.size] == nil {
			drawn[kind.size] = p.PNG(kind.size)
		}
		writeICNS(&body, kind.name, drawn[kind.size])
	}
	var out bytes.Buffer
	writeICNS(&out, "icns", body.Bytes())
	return out.Bytes()
}

// writeICNS writes one element: a name, its length with these eight bytes, and
// what it holds.
func writeICNS(out *bytes.Buffer, name string, data []byte) {
	out.WriteString(name)
	binary.Write(out, binary.BigEndian, uint32(8+len(data)))
	out.Write(data)
}
