package shell

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"clankergrid/backend/errs"
)

// shown are extensions of files that every desktop shows and none runs: plain
// text, images and pages without scripts. Sources are missing because Windows
// runs some of them, web pages and drawings because they run scripts, and office
// files because they hold macros.
var shown = []string{
	".adoc", ".diff", ".json", ".log", ".markdown", ".md", ".patch", ".rst", ".toml", ".txt", ".yaml", ".yml",
	".avif", ".bmp", ".gif", ".heic", ".jpeg", ".jpg", ".png", ".tif", ".tiff", ".webp",
	".pdf",
}

// ownPath reports whether a file URL's path names a file of this machine, before
// anything of the disk is touched. Windows connects to the host that a path names
// which begins with two separators, and signs in there.
func ownPath(name, goos string) bool {
	if !strings.HasPrefix(name, "/") || strings.ContainsRune(name, 0) {
		return false
	}
	if rest := name[1:]; strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, `\`) {
		return false
	}
	if goos != "windows" {
		return true
	}
	// Only /C:/dir is left: no device, and no second stream of a file.
	drive, rest, found := strings.Cut(name[1:], ":")
	return found && len(drive) == 1 && (drive[0]|0x20 >= 'a' && drive[0]|0x20 <= 'z') &&
		(strings.HasPrefix(rest, "/") || strings.HasPrefix(rest, `\`)) && !strings.Contains(rest, ":")
}

// opened is what is opened for a path: the path itself when desktops only show
// such a file, else the folder that holds it. A click on a repository's link must
// not start a program of that repository.
func opened(target, goos string) (string, error) {
	info, err := os.Stat(target)
	if err != nil {
		return "", errs.Wrap("shell.opened", errs.NotFound, "The file that the link names is not there.", "", err)
	}
	if info.IsDir() {
		return plainFolder(target, goos), nil
	}
	if slices.Contains(shown, strings.ToLower(filepath.Ext(target))) && !runs(info, goos) {
		return target, nil
	}
	return plainFolder(filepath.Dir(target), goos), nil
}

// plainFolder climbs out of folders that a desktop takes for something else by
// their name: macOS starts bundles, which have an extension, and Windows opens
// the object whose class a name ends with.
func plainFolder(dir, goos string) string {
	for {
		extension := path.Ext(filepath.Base(dir))
		special := goos == "darwin" && len(extension) > 1 && extension != filepath.Base(dir) ||
			goos == "windows" && strings.HasPrefix(extension, ".{")
		parent := filepath.Dir(dir)
		if !special || parent == dir {
			return dir
		}
		dir = parent
	}
}

// runs reports whether a file is no regular one, or may be executed. Windows has
// no such bit; the extension decides there.
func runs(info fs.FileInfo, goos string) bool {
	return !info.Mode().IsRegular() || goos != "windows" && info.Mode()&0o111 != 0
}
