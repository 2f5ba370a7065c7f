package app

import (
	"log/slog"

	"github.com/wailsapp/wails/v2/pkg/options/linux"

	"clankergrid/backend/core"
)

// noSharedBuffers is the webview's variable that keeps it from sharing buffers of
// the graphics card (DMABUF) with the window; any value but "0" does.
const noSharedBuffers = "WEBKIT_DISABLE_DMABUF_RENDERER"

// card is what is known of the machine's graphics.
type card struct {
	// present is set when a device to draw with exists.
	present bool
	// nvidia is the version of NVIDIA's kernel driver, empty without one. With it
	// the webview often shares buffers that the window cannot show, and the window
	// stays blank without an error: https://bugs.webkit.org/show_bug.cgi?id=261874.
	nvidia string
}

// graphics is how the window is drawn. It is decided once per start, before the
// webview is made, because a webview cannot be told later.
type graphics struct {
	policy linux.WebviewGpuPolicy
	// sharesNothing keeps the webview from sharing buffers.
	sharesNothing bool
	// drawsLate is set where what WebGL draws may reach the window only with the
	// next change, as is reported of webviews that share no buffers.
	drawsLate bool
	// because says why, for the log.
	because string
}

// decideGraphics follows the setting and the machine. What the environment says of
// the buffers (environment, empty when it says nothing) was said for this start and
// wins over both.
func decideGraphics(chosen core.Graphics, has card, environment string) graphics {
	var g graphics
	switch {
	case chosen == core.GraphicsAlways:
		g = graphics{policy: linux.WebviewGpuPolicyAlways, because: "chosen"}
	case chosen == core.GraphicsNever:
		g = graphics{policy: linux.WebviewGpuPolicyNever, sharesNothing: true, because: "chosen"}
	case has.nvidia != "":
		g = graphics{policy: linux.WebviewGpuPolicyNever, sharesNothing: true, because: "the NVIDIA driver " + has.nvidia + " is known for blank windows"}
	case has.present:
		g = graphics{policy: linux.WebviewGpuPolicyOnDemand, because: "there is a graphics card"}
	default:
		g = graphics{policy: linux.WebviewGpuPolicyNever, because: "there is no graphics card"}
	}
	g.drawsLate = g.sharesNothing || environment != "" && environment != "0"
	if environment != "" {
		g.sharesNothing = false
		g.because += "; " + noSharedBuffers + " is set and was left alone"
	}
	return g
}

// apply brings the decision into the environment of the webview's processes and
// says what was decided: a window that stays blank cannot show a setting.
func (g graphics) apply(setenv func(key, value string) error, log *slog.Logger) {
	if g.sharesNothing {
		if err := setenv(noSharedBuffers, "1"); err != nil {
			log.Warn("the webview may share buffers with the window", "err", err)
		}
	}
	log.Info("graphics of the window", "acceleration", policyNames[g.policy], "sharedBuffers", !g.sharesNothing, "because", g.because, "setting", "appearance.graphics")
}

var policyNames = map[linux.WebviewGpuPolicy]string{
	linux.WebviewGpuPolicyAlways:   "always",
	linux.WebviewGpuPolicyOnDemand: "on demand",
	linux.WebviewGpuPolicyNever:    "never",
}
