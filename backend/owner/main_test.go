package owner

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"go.uber.org/goleak"

	"clankergrid/backend/errs"
)

// childRole makes the test binary play another start of the product.
const childRole = "OWNER_TEST_CHILD"

func TestMain(m *testing.M) {
	if os.Getenv(childRole) == "" {
		goleak.VerifyTestMain(m)
		return
	}
	own, err := Acquire(context.Background(), Options{ConfigDir: os.Args[1], RuntimeDir: os.Args[2], Kind: "browser", Version: "1"})
	if err != nil {
		fmt.Println(errs.KindOf(err))
		os.Exit(1)
	}
	fmt.Println("owning")
	own.Serve(context.Background(), &answers{})
}

// answers is a handler with prepared answers; it notes what it was asked.
type answers struct {
	url    string
	status string
	err    error
	block  chan struct{} // when not nil, URL waits for it or for its context

	mu    sync.Mutex // guards asked
	asked []string
}

var _ Handler = (*answers)(nil)

func (a *answers) note(format string, args ...any) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.asked = append(a.asked, fmt.Sprintf(format, args...))
}

func (a *answers) Focus(_ context.Context, path string) error {
	a.note("focus %s", path)
	return a.err
}

func (a *answers) URL(ctx context.Context) (string, error) {
	a.note("url")
	if a.block != nil {
		select {
		case <-a.block:
		case <-ctx.Done():
		}
	}
	return a.url, a.err
}

func (a *answers) Status(context.Context) (json.RawMessage, error) {
	a.note("status")
	return json.RawMessage(a.status), a.err
}

func (a *answers) Quit(_ context.Context, force bool) error {
	a.note("quit %v", force)
	return a.err
}

// folders returns a configuration and a runtime folder whose paths are short
// enough for a socket.
func folders(t *testing.T) (config, run string) {
	t.Helper()
	root, err := os.MkdirTemp("", "own")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(root) })
	return filepath.Join(root, "c"), filepath.Join(root, "r")
}

func acquire(t *testing.T, config, run string) *Owner {
	t.Helper()
	own, err := Acquire(t.Context(), Options{ConfigDir: config, RuntimeDir: run, Kind: "desktop", Version: "1.2.3"})
	if err != nil {
		t.Fatalf("Acquire: %v", err)
	}
	t.Cleanup(func() {
		if err := own.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return own
}

// serve runs the owner's loop until the end of the test.
func serve(t *testing.T, own *Owner, handler Handler) {
	t.Helper()
	done := make(chan error, 1)
	ctx, cancel := context.WithCancel(context.Background())
	go func() { done <- own.Serve(ctx, handler) }()
	t.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			t.Errorf("Serve: %v", err)
		}
	})
}

func dialed(t *testing.T, config, run string) *Client {
	t.Helper()
	client, err := Dial(t.Context(), config, run)
	if err != nil {
		t.Fatalf("Dial: %v", err)
	}
	t.Cleanup(func() { client.Close() })
	return client
}

// startChild starts another owner and waits until it owns.
func startChild(t *testing.T, config, run string) *exec.Cmd {
	t.Helper()
	cmd := exec.Command(os.Args[0], config, run)
	cmd.Env = []string{childRole + "=own", "HOME=" + t.TempDir()}
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		cmd.Process.Kill()
		cmd.Wait()
	})
	lines := bufio.NewScanner(out)
	if !lines.Scan() || lines.Text() != "owning" {
		t.Fatalf("child said %q", lines.Text())
	}
	return cmd
}

func wantKind(t *testing.T, err error, kind errs.Kind) {
	t.Helper()
	if errs.KindOf(err) != kind {
		t.Errorf("error = %v, want kind %q", err, kind)
	}
}

// soon is a deadline for things that happen at once on an idle machine.
const soon = 10 * time.Second
