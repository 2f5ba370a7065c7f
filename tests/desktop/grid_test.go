//go:build linux

package desktop

import (
	"image/color"
	"strings"
	"testing"
)

// The engine of the window skips what it takes for out of sight, and has to be made to
// look again when a pane gets another place.
func TestAPaneThatMakesRoomIsStillDrawn(t *testing.T) {
	a := start(t)
	window := a.openFolder(t, a.world.project(t))
	const much = 5000 // pixels
	first, second := color.RGBA{R: 200, G: 30, B: 90, A: 255}, color.RGBA{R: 30, G: 90, B: 200, A: 255}
	a.typeLine(t, window, `printf '\033[48;2;200;30;90m%2000s\033[0m\n'`)
	waitFor(t, "the colour in the first pane", func() bool { return a.screenshot(t, "split")[first] > much })
	running := func() int {
		out, err := a.world.command(t, cliBinary(t), "status", "--json").Output()
		if err != nil {
			return 0
		}
		return strings.Count(strings.ReplaceAll(string(out), " ", ""), `"state":"running"`)
	}
	const opened = 4 // as the launcher proposes
	waitFor(t, "every shell", func() bool { return running() == opened })
	a.keys(t, window, "key", "ctrl+shift+d")
	waitFor(t, "a shell beside it", func() bool { return running() == opened+1 })
	a.typeLine(t, window, `printf '\033[48;2;30;90;200m%2000s\033[0m\n'`)
	var colours map[color.RGBA]int
	waitFor(t, "the colour in the second pane", func() bool {
		colours = a.screenshot(t, "split")
		return colours[second] > much
	})
	if colours[first] <= much {
		t.Errorf("%d pixels are left of the first pane's colour", colours[first])
	}
}
