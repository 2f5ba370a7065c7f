package settings

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// maxLinks is what Linux follows in one path.
const maxLinks = 40

var errLinks = errors.New("too many links")

// followLinks returns where a path leads over the links that stand in the place of the
// file: each of them, and last the file, which need not exist. The folders that they
// are in are named without links.
func followLinks(path string) ([]string, error) {
	var hops []string
	for range maxLinks {
		// Not filepath.Dir: after a link, ".." leads from where that points to.
		folder, name := filepath.Split(path)
		folder, err := filepath.EvalSymlinks(folder)
		if errors.Is(err, fs.ErrNotExist) {
			return append(hops, filepath.Clean(path)), nil
		}
		if err != nil {
			return nil, err
		}
		path = filepath.Join(folder, name)
		hops = append(hops, path)
		target, err := os.Readlink(path)
		if err != nil {
			return hops, nil // no link; whether it can be read is seen when it is
		}
		if !filepath.IsAbs(target) {
			target = folder + string(filepath.Separator) + target
		}
		path = target
	}
	return nil, errLinks
}
