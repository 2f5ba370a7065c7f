package owner

import (
	"io"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"testing"
	"time"
)

// TestAnotherUserIsClosedWithoutAWord connects from a thread that is another
// user, past modes that were loosened on purpose.
func TestAnotherUserIsClosedWithoutAWord(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can become another user")
	}
	config, run := folders(t)
	own := acquire(t, config, run)
	serve(t, own, &answers{})
	endpoint := own.listener.Addr().String()
	for path, mode := range map[string]os.FileMode{filepath.Dir(config): 0o755, config: 0o755, endpoint: 0o666} {
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	type outcome struct {
		said []byte
		err  error
	}
	got := make(chan outcome, 1)
	go func() {
		// The thread is not unlocked, so it ends with this goroutine and its
		// user with it. The credentials of a Unix socket are those of the
		// connecting thread.
		runtime.LockOSThread()
		const nobody = 65534
		if _, _, errno := syscall.RawSyscall(syscall.SYS_SETRESUID, nobody, nobody, nobody); errno != 0 {
			got <- outcome{err: errno}
			return
		}
		fd, err := syscall.Socket(syscall.AF_UNIX, syscall.SOCK_STREAM|syscall.SOCK_CLOEXEC, 0)
		if err == nil {
			err = syscall.Connect(fd, &syscall.SockaddrUnix{Name: endpoint})
		}
		if err != nil {
			got <- outcome{err: err}
			return
		}
		conn := os.NewFile(uintptr(fd), endpoint)
		defer conn.Close()
		io.WriteString(conn, `{"protocol":1}`+"\n")
		said, err := io.ReadAll(conn)
		got <- outcome{said: said, err: err}
	}()
	select {
	case o := <-got:
		// A reset is the kernel's word for data that was not read.
		if len(o.said) != 0 || (o.err != nil && !isReset(o.err)) {
			t.Errorf("said %q, %v", o.said, o.err)
		}
	case <-time.After(soon):
		t.Error("the connection stays open")
	}
}

func isReset(err error) bool {
	pathErr, ok := err.(*os.PathError)
	return ok && pathErr.Err == syscall.ECONNRESET
}
