package atomicfile

// syncFolder does nothing: a folder handle cannot be flushed on Windows, and
// NTFS journals the rename.
func syncFolder(string) error { return nil }
