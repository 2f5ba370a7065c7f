package owner

import "golang.org/x/sys/unix"

// peerUID returns the user that connected, as the kernel noted at connect(2).
func peerUID(fd int) (int, error) {
	credentials, err := unix.GetsockoptXucred(fd, unix.SOL_LOCAL, unix.LOCAL_PEERCRED)
	if err != nil {
		return -1, err
	}
	return int(credentials.Uid), nil
}
