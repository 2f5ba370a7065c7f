package app

import (
	"io/fs"
	"strings"
)

// findCard looks for what the kernel says of graphics; system is the root folder.
func findCard(system fs.FS) card {
	// Displays alone have no render node, and drawing in software needs none.
	nodes, _ := fs.Glob(system, "dev/dri/renderD*") // fails for a malformed pattern alone
	return card{present: len(nodes) > 0, nvidia: nvidiaDriver(system)}
}

// nvidiaDriver is the version of NVIDIA's kernel module that is loaded, or empty. Its
// open variant has the same name and the same fault; nouveau is another driver.
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
