//go:build linux

package desktop

import (
	"image"
	"image/color"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"
)

// A letter that is typed is drawn because of itself. A webview that draws one frame
// late shows it when something else changes, which may be never: so nothing else
// happens here, the cursor does not blink, and the pixels are looked at.
func TestEveryTypedLetterIsDrawnAtOnce(t *testing.T) {
	for _, renderer := range []string{"dom", "webgl"} {
		t.Run(renderer, func(t *testing.T) {
			w := newWorld(t)
			w.settings(t, `{"version":1,"appearance":{"theme":"dark"},"terminal":{"renderer":"`+renderer+`"}}`)
			app := w.start(t)
			window := app.openFolder(t, w.project(t))
			typist := newTypist(t, window, firstRow)
			var before []byte
			waitFor(t, "a prompt", func() bool {
				before = typist.untilStill(settled)
				return cursorAt(before) >= someCells
			})
			start := cursorAt(before)

			const letters = 30
			var times []time.Duration
			for i := range letters {
				typist.press('x')
				_, took, err := typist.untilChanged(before, patience)
				if err != nil {
					app.screenshot(t, "late-"+renderer)
					t.Fatalf("letter %d is not drawn: %v", i+1, err)
				}
				times = append(times, took)
				before = typist.untilStill(settled)
			}
			slices.Sort(times)
			t.Logf("%s: from a key to its pixels %v in the median, %v at most", renderer, times[letters/2], times[letters-1])
			if slowest := times[letters-1]; slowest > lateFrame {
				t.Errorf("a letter was drawn after %v", slowest)
			}
			// Cells are seven pixels wide, or a fraction more.
			if wide := cursorAt(before) - start; wide < letters*7 || wide > letters*7+letters/2 {
				t.Errorf("after %d letters the cursor is %d pixels further: not all of them are drawn", letters, wide)
			}
			if byWebgl := app.drawsByWebgl(t, window); byWebgl != (renderer == "webgl") {
				t.Errorf("with the renderer %q, drawn by WebGL: %v", renderer, byWebgl)
			}
		})
	}
}

const (
	// lateFrame is less than a frame that waits for the next one takes: reports say
	// 600 ms, the time in which a cursor blinks.
	lateFrame = 500 * time.Millisecond
	// settled is longer than a frame, so that a letter and its cursor are both there.
	settled = 60 * time.Millisecond
	// someCells is less than any prompt is wide.
	someCells = 14
)

// firstRow is where the first pane's first row is, below the title bar, the toolbar
// and the pane's header, with the padding at its left.
var firstRow = image.Rect(16, 112, 616, 136)

// cursorAt is the left edge of the cursor, a block in the accent of the dark theme;
// -1 when there is none.
func cursorAt(pixels []byte) int {
	width := firstRow.Dx()
	for x := range width {
		column := 0
		for y := range firstRow.Dy() {
			at := 4 * (y*width + x)
			if pixels[at] == 0x7c && pixels[at+1] == 0xe5 && pixels[at+2] == 0x6e {
				column++
			}
		}
		if column >= 12 { // of the 16 of a cell; letters have less in one column
			return x
		}
	}
	return -1
}

// drawsByWebgl looks at full blocks: the page takes them from the font, whose blocks are
// as tall as its letters and leave the rest of a row empty, while WebGL fills the cells.
func (a *application) drawsByWebgl(t *testing.T, window string) bool {
	t.Helper()
	a.keys(t, window, "key", "ctrl+u")
	a.typeLine(t, window, `clear; for i in {1..9}; do printf '\e[38;2;200;30;90m%s\e[m\n' $'\u2588\u2588\u2588'; done`)
	var blocks int
	waitFor(t, "the blocks", func() bool {
		last := blocks
		blocks = a.screenshot(t, "blocks")[color.RGBA{R: 200, G: 30, B: 90, A: 255}]
		return blocks > 0 && blocks == last
	})
	const cells, width, height = 27, 7, 16
	return blocks >= cells*width*height
}

// settings writes the settings file, before the application starts.
func (w *world) settings(t *testing.T, text string) {
	t.Helper()
	folder := filepath.Join(w.root, "config", "clanker-grid")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "settings.json"), []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}
