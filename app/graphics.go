package app

import (
	"log/slog"

	"github.com/wailsapp/wails/v2/pkg/options/linux"

	"clankergrid/backend/core"
)

// noSharedBuffers is the webview's variable that keeps it from sharing buffers of
// the graphics card (DMABUF) with the window; any value but "0" does.
const noSharedBuffers = "WEBKIT_DISABLE_DMABUF_RENDERER"

// graphics is how the window is drawn. It is decided once per start, before the
// webview is made, because a webview cannot be told later.
type graphics struct {
	policy linux.WebviewGpuPolicy
	// buffers is the value that noSharedBuffers gets; empty leaves it as it is.
	buffers string
	// because says where the decision about the buffers comes from.
	because string
}

// decideGraphics follows the settings and the machine. What the environment says of
// the buffers was said for this start, so it wins over the settings. driver is the
// version of the NVIDIA kernel driver, empty without one: with it the webview often
// shares buffers that the window cannot show, and the window stays blank without an
// error: https://bugs.webkit.org/show_bug.cgi?id=261874.
func decideGraphics(chosen core.GraphicsSettings, environment, driver string) graphics {
	g := graphics{policy: gpuPolicy(chosen.Acceleration)}
	switch {
	case environment != "":
		g.because = "the environment"
	case chosen.SharedBuffers == core.SharedBuffersOff:
		g.buffers, g.because = "1", "the settings"
	case chosen.SharedBuffers == core.SharedBuffersOn:
		g.buffers, g.because = "0", "the settings"
	case driver != "":
		g.buffers, g.because = "1", "NVIDIA driver "+driver
	default:
		g.because = "the webview"
	}
	return g
}

// gpuPolicy is said in any case: without it the toolkit means Always.
func gpuPolicy(chosen core.Acceleration) linux.WebviewGpuPolicy {
	switch chosen {
	case core.AccelerationOn:
		return linux.WebviewGpuPolicyAlways
	case core.AccelerationDemand:
		return linux.WebviewGpuPolicyOnDemand
	default:
		return linux.WebviewGpuPolicyNever
	}
}

// apply brings the decision into the environment of the webview's processes and
// says what was decided, because a window that stays blank says nothing itself.
func (g graphics) apply(chosen core.GraphicsSettings, setenv func(key, value string) error, log *slog.Logger) {
	if g.buffers != "" {
		if err := setenv(noSharedBuffers, g.buffers); err != nil {
			log.Warn("the webview's buffers are left as they are", "err", err)
		}
	}
	log.Info("graphics of the window",
		"acceleration", chosen.Acceleration,
		"sharedBuffers", shared(g.buffers),
		"decidedBy", g.because,
		"changedBy", "graphics.acceleration and graphics.sharedBuffers in the settings file",
	)
}

func shared(buffers string) string {
	switch buffers {
	case "":
		return "as usual"
	case "0":
		return "on"
	default:
		return "off"
	}
}
