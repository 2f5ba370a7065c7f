//go:build linux

package desktop

import (
	"os/exec"
	"syscall"
	"testing"
)

func TestTheWindowComesBackWhereItWas(t *testing.T) {
	const place = "X=30\nY=40\nWIDTH=900\nHEIGHT=600\n"
	first := start(t)
	window := first.window(t)
	waitFor(t, "the launcher to be drawn", func() bool { return len(first.screenshot(t, "launcher")) >= minimumColours })
	first.keys(t, window, "windowmove", window, "30", "40")
	first.keys(t, window, "windowsize", window, "900", "600")
	waitFor(t, "the window to be there", func() bool { return geometry(t, window) == place })
	first.signal(t, syscall.SIGTERM)
	waitFor(t, "the application to end", first.ended)

	second := first.world.start(t)
	window = second.window(t)
	waitFor(t, "the window to be there again", func() bool { return geometry(t, window) == place })
}

// geometry is where a window is, without its name and screen.
func geometry(t *testing.T, window string) string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "sh", "-c", "xdotool getwindowgeometry --shell "+window+" | grep -E '^(X|Y|WIDTH|HEIGHT)='").Output()
	if err != nil {
		return err.Error()
	}
	return string(out)
}
