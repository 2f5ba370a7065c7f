package logfile

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"pgregory.net/rapid"

	"clankergrid/backend/errs"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

func opened(t *testing.T, dir string, limit int64) *Log {
	t.Helper()
	log, err := openAt(filepath.Join(dir, fileName), limit, false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { log.Close() })
	return log
}

func content(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestALineIsJSONInAPrivateFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	log, err := Open(Options{Dir: dir})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	log.Logger.Debug("not kept")
	log.Logger.Info("started", "pid", 7, "at", time.Second, "err", errors.New("no"), slog.Group("g", "x", true))
	if want := filepath.Join(dir, "logs", "clanker-grid.log"); log.Path != want {
		t.Errorf("Path = %q, want %q", log.Path, want)
	}
	var line map[string]any
	if err := json.Unmarshal([]byte(content(t, log.Path)), &line); err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{"level": "INFO", "msg": "started", "pid": "7", "err": "no", "g": "map[x:true]"} {
		if got := fmt.Sprint(line[key]); got != want {
			t.Errorf("%s = %s, want %s", key, got, want)
		}
	}
	if runtime.GOOS == "windows" {
		return
	}
	for path, want := range map[string]os.FileMode{log.Path: 0o600, filepath.Dir(log.Path): 0o700} {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", path, info.Mode(), err)
		}
	}
}

func TestDebugLinesAreKeptWhenAskedFor(t *testing.T) {
	log, err := Open(Options{Dir: t.TempDir(), Debug: true})
	if err != nil {
		t.Fatal(err)
	}
	defer log.Close()
	log.Logger.Debug("detail")
	if !strings.Contains(content(t, log.Path), "detail") {
		t.Error("the line is missing")
	}
}

func TestALogThatCannotBeOpenedIsAnError(t *testing.T) {
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "logs"), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(Options{Dir: dir}); err == nil || errs.PublicOf(err).Hint == "" {
		t.Errorf("Open = %v", err)
	}
	if err := os.MkdirAll(filepath.Join(dir, fileName), 0o700); err != nil {
		t.Fatal(err)
	}
	_, err := openAt(filepath.Join(dir, fileName), maxBytes, false)
	if errs.KindOf(err) != errs.Storage {
		t.Errorf("openAt a folder = %v", err)
	}
}

func TestAFullFileIsPutAsideAndThreeOlderOnesAreKept(t *testing.T) {
	dir := t.TempDir()
	const limit = 2000
	log := opened(t, dir, limit)
	for n := range 200 {
		log.Logger.Info("line", "n", n)
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	if len(entries) != 1+olderFiles {
		t.Errorf("files: %v", entries)
	}
	var newestFirst []string
	for _, entry := range entries {
		info, _ := entry.Info()
		if info.Size() > limit {
			t.Errorf("%s has %d bytes", entry.Name(), info.Size())
		}
		newestFirst = append(newestFirst, entry.Name())
	}
	// Read from the oldest on, the lines are in order and end with the last.
	var all string
	for _, name := range []string{"clanker-grid.3.log", "clanker-grid.2.log", "clanker-grid.1.log", "clanker-grid.log"} {
		all += content(t, filepath.Join(dir, name))
	}
	lines := strings.Split(strings.TrimSpace(all), "\n")
	for i, line := range lines {
		if want := fmt.Sprintf(`"n":%d}`, 200-len(lines)+i); !strings.HasSuffix(line, want) {
			t.Fatalf("line %d is %s, want %s (files %v)", i, line, want, newestFirst)
		}
	}
}

func TestAFileGoesOnWhereItWasAtTheNextStart(t *testing.T) {
	dir := t.TempDir()
	for _, word := range []string{"first", "second"} {
		log := opened(t, dir, maxBytes)
		log.Logger.Info(word)
		if err := log.Close(); err != nil {
			t.Fatal(err)
		}
		log.Logger.Info("lost")
		if log.Lost() != 1 {
			t.Errorf("lost %d", log.Lost())
		}
		if err := log.Close(); err != nil {
			t.Errorf("second Close: %v", err)
		}
	}
	if got := content(t, filepath.Join(dir, fileName)); strings.Count(got, "\n") != 2 || strings.Contains(got, "lost") {
		t.Errorf("log = %s", got)
	}
}

func TestAFileThatCannotBePutAsideDoesNotGrowForEver(t *testing.T) {
	dir := t.TempDir()
	const limit = 1000
	log := opened(t, dir, limit)
	// A folder that is not empty takes the place of the older file.
	if err := os.MkdirAll(filepath.Join(dir, "clanker-grid.1.log", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "clanker-grid.2.log", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Join(dir, "clanker-grid.3.log", "x"), 0o700); err != nil {
		t.Fatal(err)
	}
	for range 100 {
		log.Logger.Info("line")
	}
	if size := len(content(t, log.Path)); size > 2*limit || size < limit {
		t.Errorf("%d bytes", size)
	}
	if log.Lost() == 0 {
		t.Error("no line was counted as lost")
	}
}

const secret = `s3cr/t"<&>token\value`

func TestARegisteredSecretIsTakenOutWhereverItStands(t *testing.T) {
	var out bytes.Buffer
	known := &secrets{}
	log := newLogger(&out, known, true)
	before := log.With("early", "x"+secret)
	known.add(secret)
	type inner struct {
		Name string
		Map  map[string]any
	}
	before.Info("the "+secret+" in a message", "text", secret, "err", fmt.Errorf("wrapped: %w", errors.New(secret)),
		"struct", inner{Name: secret, Map: map[string]any{secret: []string{secret}}},
		"bytes", []byte(secret), "pointer", &inner{Name: secret}, "valuer", valuer{}, "stringer", stringer{}, secret, 1)
	log.WithGroup(secret).With(slog.Group("g", slog.Group("h", "k", secret))).Warn("x", "y", secret)
	text := out.String()
	for _, form := range *known.forms.Load() {
		if strings.Contains(text, form) {
			t.Errorf("%q is in %s", form, text)
		}
	}
	for line := range strings.Lines(text) {
		if !json.Valid([]byte(line)) {
			t.Errorf("not JSON: %s", line)
		}
	}
	if !strings.Contains(text, "the *** in a message") {
		t.Errorf("what is around a secret is gone too: %s", text)
	}
}

func TestASecretThatItsOwnReplacementWouldFormIsTakenOutToo(t *testing.T) {
	known := &secrets{}
	const odd = "ab" + hidden + "cdef"
	known.add(odd)
	if got := known.clean("ab" + odd + "cdef"); strings.Contains(got, odd) {
		t.Errorf("clean = %q", got)
	}
}

type valuer struct{}

func (valuer) LogValue() slog.Value { return slog.GroupValue(slog.String("v", secret)) }

type stringer struct{}

func (stringer) String() string { return secret }

func TestAnAttributeNamedLikeASecretIsNeverWritten(t *testing.T) {
	type account struct {
		Name     string `json:"name"`
		APIKey   string `json:"api_key"`
		Password []string
	}
	cases := map[string]slog.Attr{
		"token":       slog.String("token", "value-of-it"),
		"upper case":  slog.String("Authorization", "value-of-it"),
		"camel case":  slog.String("accessToken", "value-of-it"),
		"dashes":      slog.String("x-api-key", "value-of-it"),
		"any":         slog.Any("client_secret", []string{"value-of-it"}),
		"group":       slog.Group("credentials", slog.Group("a", slog.String("b", "value-of-it"))),
		"struct":      slog.Any("account", account{"me", "value-of-it", []string{"value-of-it"}}),
		"in address":  slog.String("url", "http://127.0.0.1:1/#token=value-of-it"),
		"in a header": slog.String("header", "Bearer value-of-it"),
		"in an error": slog.Any("err", errors.New("GET /?password=value-of-it&x=1 failed")),
	}
	for name, attr := range cases {
		t.Run(name, func(t *testing.T) {
			var out bytes.Buffer
			newLogger(&out, &secrets{}, true).Info("x", attr)
			if strings.Contains(out.String(), "value-of-it") || !strings.Contains(out.String(), hidden) {
				t.Error(out.String())
			}
		})
	}
}

func TestWhatIsNoSecretIsWrittenAsItIs(t *testing.T) {
	var out bytes.Buffer
	known := &secrets{}
	known.add("12345678")
	known.add("short")
	at := time.Date(2030, 1, 2, 3, 4, 5, 0, time.UTC)
	newLogger(&out, known, true).Info("a short word", "outputTokens", 512, "at", at, "big", uint64(1<<63), "nil", nil,
		"err", (*errs.Error)(nil), "number", 12345678, "deep", map[string]any{"n": uint64(1<<63 + 1)})
	text := out.String()
	for _, want := range []string{
		`"msg":"a short word"`, `"outputTokens":512`, `"at":"2030-01-02T03:04:05Z"`, `"big":9223372036854775808`, `"nil":null`,
		`"number":"***"`, `"n":9223372036854775809`,
	} {
		if !strings.Contains(text, want) {
			t.Errorf("%s is not in %s", want, text)
		}
	}
}

// TestNoShapeOfAttributeCarriesASecretOut builds attributes of any shape around
// a secret of any letters.
func TestNoShapeOfAttributeCarriesASecretOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		secret := rapid.StringN(shortestSecret, 40, -1).Draw(t, "secret")
		around := rapid.SampledFrom([]string{"", "x", secret[:3], secret[len(secret)-3:], hidden, `"`, "token="})
		text := rapid.Custom(func(t *rapid.T) string {
			return around.Draw(t, "before") + secret + around.Draw(t, "after")
		})
		var value func(t *rapid.T, depth int) any
		value = func(t *rapid.T, depth int) any {
			shape := rapid.IntRange(0, 9).Draw(t, "shape")
			said := text.Draw(t, "text")
			if depth <= 0 && shape > 4 {
				shape -= 5
			}
			switch shape {
			case 0:
				return said
			case 1:
				return errors.New(said)
			case 2:
				return []byte(said)
			case 3:
				return struct{ Name string }{said}
			case 4:
				return slog.StringValue(said)
			case 5:
				return []any{value(t, depth-1)}
			case 6:
				return map[string]any{said: value(t, depth-1)}
			case 7:
				inner := value(t, depth-1)
				return &inner
			case 8:
				return slog.GroupValue(slog.Any(said, value(t, depth-1)), slog.Any("k", value(t, depth-1)))
			default:
				return fmt.Errorf("wrapped: %w", errors.Join(errors.New(said), errors.New("y")))
			}
		}
		var out bytes.Buffer
		known := &secrets{}
		known.add(secret)
		log := newLogger(&out, known, true)
		if rapid.Bool().Draw(t, "group") {
			log = log.WithGroup(text.Draw(t, "group name"))
		}
		log.With("with", value(t, 2)).Info(text.Draw(t, "message"), text.Draw(t, "key"), value(t, 3))
		if strings.Contains(out.String(), secret) {
			t.Fatalf("%q is in %s", secret, out.String())
		}
	})
}
