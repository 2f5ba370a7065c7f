package installed

// inUse cannot be told without a library of Apple's, but macOS keeps the content
// of a removed program for those that run it.
func inUse(string) bool { return false }
