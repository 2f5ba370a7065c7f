//go:build linux

package desktop

import (
	"image/color"
	"testing"
)

func TestTheWindowIsNeverOfTheOtherTheme(t *testing.T) {
	dark, light := color.RGBA{0x07, 0x08, 0x08, 255}, color.RGBA{0xdf, 0xe2, 0xe0, 255}
	for name, other := range map[string]color.RGBA{"Adwaita": dark, "Adwaita:dark": light} {
		t.Run(name, func(t *testing.T) {
			app := start(t, "GTK_THEME="+name)
			waitFor(t, "the launcher", func() bool {
				colours := app.screenshot(t, "start")
				if colours[other] > 100_000 { // of 1,296,000
					t.Fatal("the window is of the other theme")
				}
				return len(colours) >= minimumColours
			})
		})
	}
}
