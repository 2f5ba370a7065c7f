package shell

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// appBrowsers are the programs that can open a window without tabs, in the order
// they are tried: all are Chromium.
var appBrowsers = []string{
	"google-chrome-stable", "google-chrome", "chromium", "chromium-browser", "brave-browser", "brave", "microsoft-edge-stable", "microsoft-edge", "vivaldi-stable", "vivaldi",
}

// installedBrowsers are their places on systems that do not put them on PATH.
func installedBrowsers(environ []string) []string {
	switch runtime.GOOS {
	case "darwin":
		var found []string
		for _, name := range []string{"Google Chrome", "Chromium", "Brave Browser", "Microsoft Edge", "Vivaldi"} {
			found = append(found, filepath.Join("/Applications", name+".app", "Contents", "MacOS", name))
		}
		return found
	case "windows":
		var found []string
		for _, root := range []string{"ProgramFiles", "ProgramFiles(x86)", "LocalAppData"} {
			dir := lookup(environ, root)
			if dir == "" {
				continue
			}
			for _, rest := range []string{`Google\Chrome\Application\chrome.exe`, `Microsoft\Edge\Application\msedge.exe`, `BraveSoftware\Brave-Browser\Application\brave.exe`, `Chromium\Application\chrome.exe`} {
				found = append(found, filepath.Join(dir, rest))
			}
		}
		return found
	}
	return nil
}

// findAppBrowser returns the first browser of the lists that is there.
func findAppBrowser(environ []string) (string, bool) {
	for _, name := range appBrowsers {
		if path, err := lookPath(name, environ); err == nil {
			return path, true
		}
	}
	for _, path := range installedBrowsers(environ) {
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path, true
		}
	}
	return "", false
}

// lookup reads one variable; Windows does not tell case apart.
func lookup(environ []string, name string) string {
	for _, entry := range environ {
		key, value, _ := strings.Cut(entry, "=")
		if key == name || runtime.GOOS == "windows" && strings.EqualFold(key, name) {
			return value
		}
	}
	return ""
}
