//go:build linux

package desktop

import (
	"bytes"
	"image/color"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is longer than a window may take on a busy machine with two cores.
const patience = 30 * time.Second

// waitFor polls with a deadline; real windows and processes send no event.
func waitFor(t *testing.T, what string, holds func() bool) {
	t.Helper()
	tick := time.NewTicker(50 * time.Millisecond)
	defer tick.Stop()
	deadline := time.After(patience)
	for !holds() {
		select {
		case <-tick.C:
		case <-deadline:
			t.Fatalf("waited in vain for %s", what)
		}
	}
}

func binaryFrom(t *testing.T, variable string) string {
	t.Helper()
	path := os.Getenv(variable)
	if path == "" {
		t.Skip("needs the built programs and a screen: run `go run ./build test --only desktop`")
	}
	return path
}

func desktopBinary(t *testing.T) string { return binaryFrom(t, "CLANKER_DESKTOP_BINARY") }
func cliBinary(t *testing.T) string     { return binaryFrom(t, "CLANKER_BINARY") }

// world is a throwaway home.
type world struct {
	root string
	home string
}

func newWorld(t *testing.T) *world {
	t.Helper()
	// t.TempDir would be too long for the path of a Unix socket below it.
	root, err := os.MkdirTemp("", "cgd-")
	if err != nil {
		t.Fatal(err)
	}
	w := &world{root: root, home: filepath.Join(root, "home")}
	t.Cleanup(func() {
		if err := os.RemoveAll(root); err != nil {
			t.Error(err)
		}
	})
	for _, dir := range []string{"home", "config", "data", "state", "cache", "run", "tmp"} {
		if err := os.MkdirAll(filepath.Join(root, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

func (w *world) project(t *testing.T) string {
	t.Helper()
	path := filepath.Join(w.home, "project")
	if err := os.MkdirAll(path, 0o700); err != nil {
		t.Fatal(err)
	}
	return path
}

func (w *world) environment() []string {
	return []string{
		"PATH=" + os.Getenv("PATH"), "HOME=" + w.home, "USER=root", "SHELL=/bin/bash", "LANG=C.UTF-8",
		"TMPDIR=" + filepath.Join(w.root, "tmp"),
		"XDG_CONFIG_HOME=" + filepath.Join(w.root, "config"), "XDG_DATA_HOME=" + filepath.Join(w.root, "data"),
		"XDG_STATE_HOME=" + filepath.Join(w.root, "state"), "XDG_CACHE_HOME=" + filepath.Join(w.root, "cache"),
		"XDG_RUNTIME_DIR=" + filepath.Join(w.root, "run"),
		"DISPLAY=" + os.Getenv("DISPLAY"), "XAUTHORITY=" + os.Getenv("XAUTHORITY"), "GDK_BACKEND=x11",
		// Without these GTK starts accessibility and session-bus daemons.
		"NO_AT_BRIDGE=1", "DBUS_SESSION_BUS_ADDRESS=disabled:",
	}
}

func (w *world) command(t *testing.T, name string, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Env = w.environment()
	cmd.Dir = w.home
	return cmd
}

// processes are those whose environment names this home.
func (w *world) processes() []int {
	var out []int
	entries, err := os.ReadDir("/proc")
	if err != nil {
		return nil
	}
	for _, entry := range entries {
		pid, err := strconv.Atoi(entry.Name())
		if err != nil || pid == os.Getpid() {
			continue
		}
		environment, err := os.ReadFile(filepath.Join("/proc", entry.Name(), "environ"))
		if err == nil && bytes.Contains(environment, []byte("HOME="+w.home+"\x00")) {
			out = append(out, pid)
		}
	}
	return out
}

// runs reports whether a program of this world has that command line.
func (w *world) runs(commandLine string) bool {
	for _, pid := range w.processes() {
		text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
		if err == nil && strings.TrimRight(string(text), "\x00") == commandLine {
			return true
		}
	}
	return false
}

// application is the running window.
type application struct {
	world   *world
	command *exec.Cmd
	done    chan struct{}
	output  bytes.Buffer
}

// start opens the window and, when the test is over, ends it and proves that
// nothing is left.
func start(t *testing.T, environment ...string) *application {
	t.Helper()
	return newWorld(t).start(t, environment...)
}

func (w *world) start(t *testing.T, environment ...string) *application {
	t.Helper()
	binary := desktopBinary(t)
	if os.Getenv("DISPLAY") == "" {
		t.Skip("there is no screen here")
	}
	app := &application{world: w, done: make(chan struct{})}
	app.command = exec.Command(binary)
	app.command.Env = append(app.world.environment(), environment...)
	app.command.Dir = app.world.home
	app.command.Stdout, app.command.Stderr = &app.output, &app.output
	app.command.WaitDelay = time.Second // a page that hangs holds the output open
	if err := app.command.Start(); err != nil {
		t.Fatal(err)
	}
	go func() {
		defer close(app.done)
		app.command.Wait() // how it ended is judged by each test
	}()
	t.Cleanup(func() {
		if t.Failed() && !app.ended() {
			app.screenshot(t, "failed-"+strings.ReplaceAll(t.Name(), "/", "-"))
		}
		app.command.Process.Signal(syscall.SIGTERM)
		select {
		case <-app.done:
		case <-time.After(patience):
			t.Error("the application did not end after TERM")
			app.command.Process.Kill()
			<-app.done
		}
		waitFor(t, "everything that it started to end", func() bool { return len(app.world.processes()) == 0 })
		if t.Failed() {
			t.Logf("the application said:\n%s", app.output.String())
		}
	})
	return app
}

func (a *application) ended() bool {
	select {
	case <-a.done:
		return true
	default:
		return false
	}
}

func (a *application) signal(t *testing.T, signal syscall.Signal) {
	t.Helper()
	if err := a.command.Process.Signal(signal); err != nil {
		t.Fatal(err)
	}
}

// window waits for the window and returns its X identifier.
func (a *application) window(t *testing.T) string {
	t.Helper()
	var id string
	waitFor(t, "the window", func() bool {
		if a.ended() {
			t.Fatalf("the application ended:\n%s", a.output.String())
		}
		out, err := exec.CommandContext(t.Context(), "xdotool", "search", "--onlyvisible", "--pid", strconv.Itoa(a.command.Process.Pid)).Output()
		fields := strings.Fields(string(out))
		if err != nil || len(fields) == 0 {
			return false
		}
		id = fields[len(fields)-1]
		return true
	})
	return id
}

// keys sends keys to the window that has the focus; a virtual screen has no
// window manager, so the focus is given first.
func (a *application) keys(t *testing.T, window string, args ...string) {
	t.Helper()
	for _, command := range [][]string{{"windowfocus", window}, args} {
		if out, err := exec.CommandContext(t.Context(), "xdotool", command...).CombinedOutput(); err != nil {
			t.Fatalf("xdotool %v: %v\n%s", command, err, out)
		}
	}
}

func (a *application) typeLine(t *testing.T, window, text string) {
	t.Helper()
	a.keys(t, window, "type", "--delay", "15", text)
	a.keys(t, window, "key", "Return")
}

// openFolder opens a folder by keyboard and waits for its shell.
func (a *application) openFolder(t *testing.T, folder string) (window string) {
	t.Helper()
	window = a.window(t)
	waitFor(t, "the launcher to be drawn", func() bool { return len(a.screenshot(t, "launcher")) >= minimumColours })
	a.keys(t, window, "key", "ctrl+a")
	a.typeLine(t, window, folder)
	waitFor(t, "a shell in the folder", func() bool {
		data, err := a.world.command(t, cliBinary(t), "status", "--json").Output()
		return err == nil && strings.Contains(string(data), folder) && strings.Contains(string(data), `"running"`)
	})
	return window
}

// clickClose presses the window's own close button, in its top right corner:
// without a window manager there is no other.
func (a *application) clickClose(t *testing.T, window string) {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "xdotool", "getwindowgeometry", "--shell", window).Output()
	if err != nil {
		t.Fatal(err)
	}
	width := 0
	for line := range strings.Lines(string(out)) {
		if text, ok := strings.CutPrefix(strings.TrimSpace(line), "WIDTH="); ok {
			width, _ = strconv.Atoi(text)
		}
	}
	// The bar is 36 high and its buttons are 44 wide.
	a.keys(t, window, "mousemove", "--window", window, strconv.Itoa(width-22), "18", "click", "1")
}

// dominant is the colour that most of a picture has.
func dominant(colours map[color.RGBA]int) (most color.RGBA) {
	for colour, count := range colours {
		if count > colours[most] {
			most = colour
		}
	}
	return most
}

// screenshot keeps a picture of the whole screen and returns its colours.
func (a *application) screenshot(t *testing.T, name string) map[color.RGBA]int {
	t.Helper()
	data, err := exec.Command("import", "-window", "root", "png:-").Output()
	if err != nil {
		t.Fatalf("import: %v", err)
	}
	folder := filepath.Join("..", "artifacts", "desktop")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, name+".png"), data, 0o644); err != nil {
		t.Fatal(err)
	}
	picture, err := png.Decode(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	colours := map[color.RGBA]int{}
	bounds := picture.Bounds()
	for y := bounds.Min.Y; y < bounds.Max.Y; y++ {
		for x := bounds.Min.X; x < bounds.Max.X; x++ {
			r, g, b, _ := picture.At(x, y).RGBA()
			colours[color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}]++
		}
	}
	return colours
}
