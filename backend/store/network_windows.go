package store

import (
	"path/filepath"
	"strings"

	"golang.org/x/sys/windows"
)

// onNetwork reports whether dir is a share or a mapped drive. When the system
// does not tell, it is taken for one: the rollback journal works everywhere.
func onNetwork(dir string) bool {
	volume := filepath.VolumeName(dir)
	if strings.HasPrefix(volume, `\\`) {
		return true
	}
	root, err := windows.UTF16PtrFromString(volume + `\`)
	if err != nil {
		return true
	}
	switch windows.GetDriveType(root) {
	case windows.DRIVE_FIXED, windows.DRIVE_REMOVABLE, windows.DRIVE_RAMDISK:
		return false
	default:
		return true
	}
}
