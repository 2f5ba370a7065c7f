//go:build unix

package owner

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"net"
	"os"
	"path/filepath"

	"clankergrid/backend/paths"
)

// longestSocket bounds a socket's path in bytes. The system's bound is 104 on
// macOS and 108 on Linux, with a zero byte at the end.
const longestSocket = 100

// listen makes the endpoint in the configuration folder, or in the runtime
// folder when the path is too long or that filesystem holds no sockets. The
// caller has the lock, so a socket that is there already is a dead owner's.
func listen(p place) (net.Listener, string, error) {
	var trouble error
	for i, stem := range []string{p.stem, p.spare} {
		path := stem + ".sock"
		if i > 0 {
			if path == p.stem+".sock" {
				break
			}
			if err := paths.PrivateRuntime(filepath.Dir(path)); err != nil {
				trouble = errors.Join(trouble, err)
				continue
			}
		}
		listener, err := listenAt(path)
		if err == nil {
			return listener, path, nil
		}
		trouble = errors.Join(trouble, err)
	}
	return nil, "", trouble
}

func listenAt(path string) (net.Listener, error) {
	if len(path) > longestSocket {
		return nil, fmt.Errorf("socket path %q is longer than %d bytes", path, longestSocket)
	}
	if info, err := os.Lstat(path); err == nil {
		if info.Mode()&fs.ModeSocket == 0 {
			return nil, fmt.Errorf("%q is not a socket", path)
		}
		if err := os.Remove(path); err != nil {
			return nil, err
		}
	}
	listener, err := net.Listen("unix", path)
	if err != nil {
		return nil, err
	}
	// Until here the folder's own mode, 0700, has kept others out.
	if err := os.Chmod(path, 0o600); err != nil {
		return nil, errors.Join(err, listener.Close())
	}
	return listener, nil
}

func dial(ctx context.Context, endpoint string) (net.Conn, error) {
	var dialer net.Dialer
	return dialer.DialContext(ctx, "unix", endpoint)
}

// samePeer reports whether the other end runs as our user. The modes of file
// and folder say so already; this holds when somebody loosens them.
func samePeer(conn net.Conn) bool {
	socket, ok := conn.(*net.UnixConn)
	if !ok {
		return false
	}
	raw, err := socket.SyscallConn()
	if err != nil {
		return false
	}
	uid, uidErr := -1, error(nil)
	if err := raw.Control(func(fd uintptr) { uid, uidErr = peerUID(int(fd)) }); err != nil || uidErr != nil {
		return false
	}
	return uid == os.Getuid()
}
