//go:build !linux || !production

package app

// watchWebProcess does nothing where the toolkit restarts the page itself, or
// gives no sign of its end.
func watchWebProcess(func(reason string)) {}

func reloadPage() {}

// dismissDialogs does nothing where a dialog of the system ends with its program.
func dismissDialogs() {}

// prefersLight is false where the window's first colour follows the system by
// other means, or is not known before the page is.
func prefersLight() bool { return false }
