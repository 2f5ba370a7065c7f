package app

import (
	"io/fs"
	"strings"
)

// nvidiaDriver is the version of the NVIDIA kernel module that is loaded, or empty.
// The open module has the same name and the same fault; nouveau is another driver.
func nvidiaDriver(system fs.FS) string {
	version, err := fs.ReadFile(system, "sys/module/nvidia/version")
	if err == nil {
		return strings.TrimSpace(string(version))
	}
	// A module that is part of the kernel has no version of its own.
	if _, err := fs.Stat(system, "proc/driver/nvidia/version"); err == nil {
		return "of unknown version"
	}
	return ""
}
