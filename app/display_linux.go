package app

// displayPresent reports whether a window can be tried at all. Without this the
// toolkit ends the program with a trace.
func displayPresent(getenv func(string) string) bool {
	return getenv("DISPLAY") != "" || getenv("WAYLAND_DISPLAY") != ""
}
