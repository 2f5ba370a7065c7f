package app

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	"github.com/wailsapp/wails/v2/pkg/options/linux"

	"clankergrid/backend/core"
	"clankergrid/backend/settings"
)

func TestWhetherTheWebviewSharesBuffers(t *testing.T) {
	for name, test := range map[string]struct {
		chosen              core.SharedBuffers
		environment, driver string
		buffers, because    string
	}{
		"nothing is known":               {core.SharedBuffersAuto, "", "", "", "the webview"},
		"a driver that shows blank":      {core.SharedBuffersAuto, "", "550.54.14", "1", "NVIDIA driver 550.54.14"},
		"off in the settings":            {core.SharedBuffersOff, "", "", "1", "the settings"},
		"on in spite of the driver":      {core.SharedBuffersOn, "", "550.54.14", "0", "the settings"},
		"the environment over the rest":  {core.SharedBuffersOff, "0", "550.54.14", "", "the environment"},
		"the environment over a setting": {core.SharedBuffersOn, "1", "", "", "the environment"},
	} {
		t.Run(name, func(t *testing.T) {
			g := decideGraphics(core.GraphicsSettings{SharedBuffers: test.chosen}, test.environment, test.driver)
			if g.buffers != test.buffers || g.because != test.because {
				t.Errorf("%q because of %s, want %q because of %s", g.buffers, g.because, test.buffers, test.because)
			}
		})
	}
}

func TestAccelerationIsOffUnlessItIsChosen(t *testing.T) {
	for chosen, policy := range map[core.Acceleration]linux.WebviewGpuPolicy{
		settings.Default().Graphics.Acceleration: linux.WebviewGpuPolicyNever,
		core.AccelerationOff:                     linux.WebviewGpuPolicyNever,
		core.AccelerationDemand:                  linux.WebviewGpuPolicyOnDemand,
		core.AccelerationOn:                      linux.WebviewGpuPolicyAlways,
	} {
		if g := decideGraphics(core.GraphicsSettings{Acceleration: chosen}, "", ""); g.policy != policy {
			t.Errorf("%q is policy %v, want %v", chosen, g.policy, policy)
		}
	}
}

// A window that stays blank shows no settings: the log alone says what to change.
func TestTheLogSaysWhoDecidedAndWhatChangesIt(t *testing.T) {
	var said bytes.Buffer
	environment := map[string]string{}
	chosen := settings.Default().Graphics
	decideGraphics(chosen, "", "550.54.14").apply(chosen, func(key, value string) error {
		environment[key] = value
		return nil
	}, slog.New(slog.NewTextHandler(&said, nil)))
	if environment["WEBKIT_DISABLE_DMABUF_RENDERER"] != "1" {
		t.Errorf("the webview's environment is %v", environment)
	}
	for _, word := range []string{"NVIDIA driver 550.54.14", "sharedBuffers=off", "graphics.sharedBuffers"} {
		if !strings.Contains(said.String(), word) {
			t.Errorf("the log lacks %q:\n%s", word, said.String())
		}
	}
}
