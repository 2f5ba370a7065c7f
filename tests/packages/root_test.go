//go:build linux

package packages

import (
	"bufio"
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// patience is longer than a window or dpkg may take on a busy machine with two
// cores.
const patience = 60 * time.Second

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

// made is the one package of a form that the build tool made.
func made(t *testing.T, variable, pattern string) string {
	t.Helper()
	folder := os.Getenv(variable)
	if folder == "" {
		t.Skip("needs packages: run `go run ./build test --only packages`")
	}
	found, err := filepath.Glob(filepath.Join(folder, pattern))
	if err != nil || len(found) != 1 {
		t.Fatalf("%s in %s: %v, %v", pattern, folder, found, err)
	}
	return found[0]
}

// needs skips where a program is missing.
func needs(t *testing.T, programs ...string) {
	t.Helper()
	for _, program := range programs {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("%s is not here", program)
		}
	}
}

// A root is this machine's file system as a process sees it that may change
// everything and changes nothing: what it writes lies in a layer above. Folders
// for the running system (/proc, /dev, /tmp, …) are the machine's.
type root struct {
	folder string // where the layered file system is mounted
	holder *exec.Cmd
	home   string
}

// newRoot makes one, with a user's folders. It needs rights to mount.
func newRoot(t *testing.T) *root {
	t.Helper()
	if os.Geteuid() != 0 {
		t.Skip("mounting a root of its own needs root")
	}
	needs(t, "unshare", "nsenter", "chroot")
	// t.TempDir would be too long for the path of a Unix socket below it.
	base, err := os.MkdirTemp("/tmp", "cgp-")
	if err != nil {
		t.Fatal(err)
	}
	r := &root{folder: filepath.Join(base, "merged"), home: filepath.Join(base, "home")}
	t.Cleanup(func() {
		if err := os.RemoveAll(base); err != nil {
			t.Error(err)
		}
	})
	for _, dir := range []string{"upper", "work", "merged", "home", "config", "data", "state", "cache", "run"} {
		if err := os.Mkdir(filepath.Join(base, dir), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	// The mounts live as long as this process, in which alone they are seen.
	const script = `set -e
chmod 755 "$1/upper"
mount -t overlay overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" "$1/merged"
for dir in proc sys dev tmp run; do mount --rbind "/$dir" "$1/merged/$dir"; done
echo ready
exec cat`
	r.holder = exec.Command("unshare", "--mount", "--propagation", "private", "sh", "-c", script, "sh", base)
	input, err := r.holder.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	output, err := r.holder.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var complaint bytes.Buffer
	r.holder.Stderr = &complaint
	if err := r.holder.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		input.Close()
		r.holder.Wait()
	})
	if line, _ := bufio.NewReader(output).ReadString('\n'); line != "ready\n" {
		t.Skipf("a root of its own cannot be mounted here: %s", complaint.String())
	}
	return r
}

func (r *root) base() string { return filepath.Dir(r.folder) }

// environment is a new user's, on the screen of the test.
func (r *root) environment() []string {
	in := func(dir string) string { return filepath.Join(r.base(), dir) }
	return []string{
		"PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin", "HOME=" + r.home, "USER=root", "SHELL=/bin/bash", "LANG=C.UTF-8",
		"XDG_CONFIG_HOME=" + in("config"), "XDG_DATA_HOME=" + in("data"), "XDG_STATE_HOME=" + in("state"),
		"XDG_CACHE_HOME=" + in("cache"), "XDG_RUNTIME_DIR=" + in("run"), "XDG_DATA_DIRS=/usr/local/share:/usr/share",
		"DISPLAY=" + os.Getenv("DISPLAY"), "XAUTHORITY=" + os.Getenv("XAUTHORITY"), "GDK_BACKEND=x11", "DEBIAN_FRONTEND=noninteractive",
		// Without these GTK starts accessibility and session-bus daemons.
		"NO_AT_BRIDGE=1", "DBUS_SESSION_BUS_ADDRESS=disabled:",
	}
}

func (r *root) command(t *testing.T, argv ...string) *exec.Cmd {
	t.Helper()
	enter := []string{"--mount", "--target", strconv.Itoa(r.holder.Process.Pid), "chroot", r.folder}
	cmd := exec.CommandContext(t.Context(), "nsenter", append(enter, argv...)...)
	cmd.Env = r.environment()
	cmd.Dir = "/"
	return cmd
}

// run runs a program to its end and returns what it printed.
func (r *root) run(t *testing.T, argv ...string) string {
	t.Helper()
	out, err := r.command(t, argv...).CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", strings.Join(argv, " "), err, out)
	}
	return string(out)
}

// fails runs a program that has to fail.
func (r *root) fails(t *testing.T, argv ...string) {
	t.Helper()
	if out, err := r.command(t, argv...).CombinedOutput(); err == nil {
		t.Errorf("%s did not fail:\n%s", strings.Join(argv, " "), out)
	}
}

// processes are those whose environment names this root's home.
func (r *root) processes() (out []int) {
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
		if err == nil && bytes.Contains(environment, []byte("HOME="+r.home+"\x00")) {
			out = append(out, pid)
		}
	}
	return out
}

// running finds a process of this root by its command line.
func (r *root) running(commandLine string) (pid int, found bool) {
	for _, pid := range r.processes() {
		text, err := os.ReadFile(filepath.Join("/proc", strconv.Itoa(pid), "cmdline"))
		if err == nil && strings.TrimRight(string(text), "\x00") == commandLine {
			return pid, true
		}
	}
	return 0, false
}

// endAll is the last resort, for a test that failed half-way.
func (r *root) endAll() {
	for _, pid := range r.processes() {
		syscall.Kill(pid, syscall.SIGKILL)
	}
}
