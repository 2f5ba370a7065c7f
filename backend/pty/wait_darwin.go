package pty

// ends is unknown: macOS offers no waitid without cgo. Members of the session that
// were listed while its leader lived are provable nevertheless.
func ends(int) bool { return false }
