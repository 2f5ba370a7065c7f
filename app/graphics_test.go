package app

import (
	"bytes"
	"log/slog"
	"maps"
	"strings"
	"testing"

	"github.com/wailsapp/wails/v2/pkg/options/linux"

	"clankergrid/backend/core"
)

func TestTheGraphicsOfTheWindow(t *testing.T) {
	const (
		always = linux.WebviewGpuPolicyAlways
		demand = linux.WebviewGpuPolicyOnDemand
		never  = linux.WebviewGpuPolicyNever
	)
	nvidia := card{present: true, nvidia: "550.54.14"}
	for name, test := range map[string]struct {
		chosen      core.Graphics
		has         card
		environment string

		policy        linux.WebviewGpuPolicy
		sharesNothing bool
		drawsLate     bool
	}{
		"a card":                             {core.GraphicsAuto, card{present: true}, "", demand, false, false},
		"no card":                            {core.GraphicsAuto, card{}, "", never, false, false},
		"a driver known for blank windows":   {core.GraphicsAuto, nvidia, "", never, true, true},
		"always, in spite of the driver":     {core.GraphicsAlways, nvidia, "", always, false, false},
		"always, without a card":             {core.GraphicsAlways, card{}, "", always, false, false},
		"never, in spite of a card":          {core.GraphicsNever, card{present: true}, "", never, true, true},
		"buffers that the user allowed":      {core.GraphicsAuto, nvidia, "0", never, false, true},
		"buffers that the user switched off": {core.GraphicsAlways, card{present: true}, "1", always, false, true},
	} {
		t.Run(name, func(t *testing.T) {
			g := decideGraphics(test.chosen, test.has, test.environment)
			if g.policy != test.policy || g.sharesNothing != test.sharesNothing || g.drawsLate != test.drawsLate {
				t.Errorf("%+v, want %+v", g, test)
			}
			if g.because == "" {
				t.Error("no reason is given")
			}
		})
	}
}

func TestTheWebviewsEnvironmentIsSetOnlyWhereItHelps(t *testing.T) {
	for name, test := range map[string]struct {
		has         card
		environment string
		set         map[string]string
		said        []string
	}{
		"with NVIDIA's driver": {card{nvidia: "550.54.14"}, "", map[string]string{"WEBKIT_DISABLE_DMABUF_RENDERER": "1"}, []string{"NVIDIA driver 550.54.14", "sharedBuffers=false", "setting=appearance.graphics"}},
		"with another one":     {card{present: true}, "", nil, []string{"acceleration=\"on demand\"", "sharedBuffers=true", "setting=appearance.graphics"}},
		"when the user has":    {card{nvidia: "550.54.14"}, "0", nil, []string{"WEBKIT_DISABLE_DMABUF_RENDERER is set and was left alone"}},
	} {
		t.Run(name, func(t *testing.T) {
			var said bytes.Buffer
			set := map[string]string{}
			decideGraphics(core.GraphicsAuto, test.has, test.environment).apply(func(key, value string) error {
				set[key] = value
				return nil
			}, slog.New(slog.NewTextHandler(&said, nil)))
			if !maps.Equal(set, test.set) {
				t.Errorf("the environment gets %v, want %v", set, test.set)
			}
			for _, words := range test.said {
				if !strings.Contains(said.String(), words) {
					t.Errorf("the log lacks %q:\n%s", words, said.String())
				}
			}
			if lines := strings.Count(said.String(), "\n"); lines != 1 {
				t.Errorf("the log has %d lines", lines)
			}
		})
	}
}
