// Package icon draws the product's icon, which is kept once, as an SVG, in the
// forms that systems want: PNG for Linux, ICO for Windows, ICNS for macOS.
//
// It reads the few things that our icon is made of and refuses everything else:
// it must not become a renderer of SVG, and a shape that it would draw wrongly
// has to be an error.
package icon

import (
	"encoding/xml"
	"errors"
	"fmt"
	"image/color"
	"io"
	"math"
	"regexp"
	"strconv"
	"strings"
)

// A Picture is an icon that can be drawn at any size.
type Picture struct {
	side   float64 // of the square that shapes lie in
	shapes []shape
}

// A shape is a filled rectangle, or the outline of one. Icons with curves would
// need more; ours has none.
type shape struct {
	x, y, w, h float64
	radius     float64 // of filled corners
	// stroke is the width of an outline whose corners are round; zero for a filled
	// shape.
	stroke float64
	colour color.NRGBA
}

// Parse reads an SVG of rectangles: <rect> and <path> elements of the form
// "MX YhWvHh-Wz", with fill, stroke, stroke-width and rx.
func Parse(r io.Reader) (Picture, error) {
	var p Picture
	inherited := map[string]string{}
	for in := xml.NewDecoder(r); ; {
		token, err := in.Token()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return p, err
		}
		start, ok := token.(xml.StartElement)
		if !ok {
			continue
		}
		own := map[string]string{}
		for _, attr := range start.Attr {
			own[attr.Name.Local] = attr.Value
		}
		switch start.Name.Local {
		case "svg":
			inherited = own
			if _, err := fmt.Sscanf(own["viewBox"], "0 0 %g %g", &p.side, new(float64)); err != nil || p.side <= 0 {
				return p, fmt.Errorf("the view box %q is no square at the origin", own["viewBox"])
			}
		case "rect", "path":
			drawn, err := shapesOf(start.Name.Local, attributes{own, inherited})
			if err != nil {
				return p, err
			}
			p.shapes = append(p.shapes, drawn...)
		default:
			return p, fmt.Errorf("an icon cannot hold <%s>", start.Name.Local)
		}
	}
	if len(p.shapes) == 0 {
		return p, errors.New("the icon is empty")
	}
	return p, nil
}

// attributes are an element's own, and what it inherits.
type attributes struct{ own, inherited map[string]string }

func (a attributes) style(name string) string {
	if value, ok := a.own[name]; ok {
		return value
	}
	return a.inherited[name]
}

// number is zero when the attribute is missing, as SVG has it.
func (a attributes) number(name string) (float64, error) {
	text := a.style(name)
	if text == "" {
		return 0, nil
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, fmt.Errorf("%s=%q is no number", name, text)
	}
	return value, nil
}

// boxPattern is one rectangle of a path.
var boxPattern = regexp.MustCompile(`^M([\d.]+) ([\d.]+)h([\d.]+)v([\d.]+)h-([\d.]+)z$`)

// shapesOf returns what one element draws: the fill under the outline, a path
// once for each of its rectangles.
func shapesOf(element string, a attributes) ([]shape, error) {
	var boxes []shape
	if element == "rect" {
		var box shape
		for name, field := range map[string]*float64{"x": &box.x, "y": &box.y, "width": &box.w, "height": &box.h, "rx": &box.radius} {
			var err error
			if *field, err = (attributes{own: a.own}).number(name); err != nil {
				return nil, err
			}
		}
		boxes = append(boxes, box)
	} else {
		for part := range strings.SplitAfterSeq(a.own["d"], "z") {
			if part == "" {
				continue
			}
			box, err := parseBox(part)
			if err != nil {
				return nil, err
			}
			boxes = append(boxes, box)
		}
	}
	width, err := a.number("stroke-width")
	if err != nil {
		return nil, err
	}
	var drawn []shape
	for _, box := range boxes {
		for _, paint := range []struct {
			with  string
			width float64
		}{{a.style("fill"), 0}, {a.style("stroke"), width}} {
			if paint.with == "none" || paint.with == "" {
				continue
			}
			box.stroke = paint.width
			if box.colour, err = parseColour(paint.with); err != nil {
				return nil, err
			}
			drawn = append(drawn, box)
		}
	}
	return drawn, nil
}

func parseBox(text string) (shape, error) {
	match := boxPattern.FindStringSubmatch(text)
	if match == nil || match[3] != match[5] {
		return shape{}, fmt.Errorf("the path %q is no rectangle", text)
	}
	var numbers [4]float64
	for i := range numbers {
		var err error
		if numbers[i], err = strconv.ParseFloat(match[i+1], 64); err != nil {
			return shape{}, fmt.Errorf("the path %q: %w", text, err)
		}
	}
	return shape{x: numbers[0], y: numbers[1], w: numbers[2], h: numbers[3]}, nil
}

func parseColour(text string) (color.NRGBA, error) {
	digits, ok := strings.CutPrefix(text, "#")
	value, err := strconv.ParseUint(digits, 16, 24)
	if !ok || err != nil || len(digits) != 6 {
		return color.NRGBA{}, fmt.Errorf("%q is no colour of the form #rrggbb", text)
	}
	return color.NRGBA{uint8(value >> 16), uint8(value >> 8), uint8(value), 255}, nil
}

// distance is how far a point lies outside of what is painted; it is negative
// inside.
func (s shape) distance(x, y float64) float64 {
	// The same for the rectangle made larger on each side, with round corners.
	outside := func(grow, radius float64) float64 {
		dx := math.Abs(x-s.x-s.w/2) - s.w/2 - grow + radius
		dy := math.Abs(y-s.y-s.h/2) - s.h/2 - grow + radius
		return math.Hypot(max(dx, 0), max(dy, 0)) + min(max(dx, dy), 0) - radius
	}
	if s.stroke == 0 {
		return outside(0, s.radius)
	}
	half := s.stroke / 2
	return max(outside(half, half), -outside(-half, 0))
}
