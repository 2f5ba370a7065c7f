package owner

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"net"

	"github.com/Microsoft/go-winio"
	"golang.org/x/sys/windows"
)

// listen makes a named pipe that only our user can open. Its name is random and
// stands in the record: a name that could be guessed could be taken by another
// user's process before us.
func listen(place) (net.Listener, string, error) {
	user, err := windows.GetCurrentProcessToken().GetTokenUser()
	if err != nil {
		return nil, "", err
	}
	var suffix [16]byte
	rand.Read(suffix[:])
	name := `\\.\pipe\clanker-grid-` + hex.EncodeToString(suffix[:])
	listener, err := winio.ListenPipe(name, &winio.PipeConfig{
		// Protected from inheritance, all access for the user and nobody else.
		SecurityDescriptor: "D:P(A;;GA;;;" + user.User.Sid.String() + ")",
	})
	if err != nil {
		return nil, "", err
	}
	return listener, name, nil
}

func dial(ctx context.Context, endpoint string) (net.Conn, error) {
	return winio.DialPipeContext(ctx, endpoint)
}

// samePeer is true on Windows: the pipe's access list admits our user alone.
func samePeer(net.Conn) bool { return true }
