package all

import (
	"slices"
	"strings"
	"testing"

	"clankergrid/backend/harness"
	"clankergrid/backend/harness/harnesstest"
)

func TestEveryProviderPassesTheSuite(t *testing.T) {
	for _, p := range Registry().All() {
		t.Run(string(p.Descriptor.ID), func(t *testing.T) { harnesstest.Provider(t, p) })
	}
}

// What each CLI understands was seen in its own help, but for agy's.
func TestAModelIsNamedAsEachCLIUnderstandsIt(t *testing.T) {
	want := map[harness.ID][]string{
		"codex": {"-m", "x/y"}, "claude": {"--model", "x/y"}, "opencode": {"--model", "x/y"},
		"pi": {"--model", "x/y"}, "omp": {"--model=x/y"}, "hermes": {"-m", "x/y", "--tui"}, "agy": {"--model=x/y"},
	}
	plainly := map[harness.ID][]string{"hermes": {"--tui"}}
	for _, p := range Registry().All() {
		got, err := p.Launch.Invocation(harness.Choice{Model: "x/y"})
		if err != nil || !slices.Equal(got.Args, want[p.Descriptor.ID]) {
			t.Errorf("%s: %q, %v", p.Descriptor.ID, got.Args, err)
		}
		if plain, err := p.Launch.Invocation(harness.Choice{}); err != nil || !slices.Equal(plain.Args, plainly[p.Descriptor.ID]) {
			t.Errorf("%s without a model: %q, %v", p.Descriptor.ID, plain.Args, err)
		}
	}
}

// A user who sets one of these wants every launch to have it.
func TestWhatAUserSetsIsNoMarker(t *testing.T) {
	markers := Registry().Markers()
	for _, name := range []string{"ANTHROPIC_API_KEY", "CLAUDE_CONFIG_DIR", "CLAUDE_CODE_USE_BEDROCK", "CODEX_HOME", "OPENAI_API_KEY", "OPENCODE_CONFIG", "HERMES_HOME", "HERMES_PYTHON"} {
		for _, marker := range markers {
			if prefix, isPrefix := strings.CutSuffix(marker, "*"); name == marker || isPrefix && strings.HasPrefix(name, prefix) {
				t.Errorf("%s is dropped as %s", name, marker)
			}
		}
	}
	if len(markers) < 8 {
		t.Errorf("there are only %q", markers)
	}
}
