package shell

import (
	"log/slog"
	"runtime"
	"slices"
	"strings"
)

// System opens targets with the desktop's own means.
type System struct {
	// Environ is the environment the application was started with.
	Environ []string
	Log     *slog.Logger
}

var _ Opener = (*System)(nil)

// desktopVariables are what a desktop's programs need to find the user's session
// and settings. Everything else stays here: the program that opens a link
// outlives us and must carry neither our markers nor a terminal's.
var desktopVariables = []string{
	"BROWSER", "DBUS_SESSION_BUS_ADDRESS", "DESKTOP_SESSION", "DISPLAY", "HOME", "HTTPS_PROXY", "HTTP_PROXY", "LANG", "LANGUAGE", "LOGNAME",
	"NO_PROXY", "PATH", "SHELL", "TMPDIR", "TZ", "USER", "WAYLAND_DISPLAY", "XAUTHORITY", "https_proxy", "http_proxy", "no_proxy",
}

// desktopPrefixes are families of such variables.
var desktopPrefixes = []string{"GNOME_", "GTK_IM_", "KDE_", "LC_", "QT_IM_", "XDG_", "XMODIFIERS"}

// windowsVariables are kept there: without them a program does not even start.
var windowsVariables = []string{
	"APPDATA", "LOCALAPPDATA", "PATHEXT", "PROGRAMDATA", "PROGRAMFILES", "PROGRAMFILES(X86)", "SYSTEMDRIVE", "SYSTEMROOT", "TEMP", "TMP", "USERNAME", "USERPROFILE", "WINDIR",
}

// cleanEnviron keeps what desktopVariables and desktopPrefixes name.
func cleanEnviron(environ []string) []string {
	var kept []string
	for _, entry := range environ {
		name, _, _ := strings.Cut(entry, "=")
		if wanted(name) {
			kept = append(kept, entry)
		}
	}
	return kept
}

func wanted(name string) bool {
	if runtime.GOOS == "windows" {
		name = strings.ToUpper(name)
		if slices.Contains(windowsVariables, name) {
			return true
		}
	}
	return slices.Contains(desktopVariables, name) ||
		slices.ContainsFunc(desktopPrefixes, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
}
