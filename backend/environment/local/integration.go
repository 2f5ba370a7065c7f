package local

import (
	"bytes"
	"crypto/sha256"
	"embed"
	"encoding/hex"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"

	"clankergrid/backend/atomicfile"
	"clankergrid/backend/errs"
)

//go:embed scripts
var embedded embed.FS

// layout says where each script must stand for its shell to find it.
var layout = map[string]string{
	"bash.sh":        "bash.sh",
	"zshenv.zsh":     filepath.Join("zsh", ".zshenv"),
	"integrate.fish": filepath.Join("fish", "vendor_conf.d", "clanker-grid.fish"),
	"powershell.ps1": "powershell.ps1",
}

// scripts are the integration files on disk, in a folder named by their
// content: an upgrade never changes a file that a running shell has yet to read.
type scripts struct {
	dir string // the folder of all versions

	mu sync.Mutex // one installation at a time
}

// install makes sure that the current version is there and returns its folder.
// It looks every time, because cleaners remove what looks old.
func (s *scripts) install() (string, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	files := make(map[string][]byte)
	hash := sha256.New()
	err := fs.WalkDir(embedded, "scripts", func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		content, err := embedded.ReadFile(path)
		hash.Write([]byte(path + "\x00"))
		hash.Write(content)
		files[layout[d.Name()]] = content
		return err
	})
	if err != nil {
		return "", errs.Wrap("local.install", errs.Internal, "The shell integration cannot be read.", "", err)
	}
	// 64 bits are plenty to tell versions apart.
	dir := filepath.Join(s.dir, hex.EncodeToString(hash.Sum(nil)[:8]))
	for name, content := range files {
		path := filepath.Join(dir, name)
		if have, err := os.ReadFile(path); err == nil && bytes.Equal(have, content) {
			continue
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			return "", storage(err)
		}
		if err := atomicfile.Write(path, 0o600, content); err != nil {
			return "", storage(err)
		}
	}
	return dir, nil
}

func storage(err error) error {
	return errs.Wrap("local.install", errs.Storage, "The shell integration cannot be written.", "Check the free space and permissions of the data folder.", err)
}

// integrate returns the arguments and environment that make a shell load its
// script. Every script puts the environment back before the user's own files
// run. An unknown shell gets neither.
func integrate(shell, dir string, env environ, home string) ([]string, environ) {
	keep := func(name string) {
		if value, ok := env.lookup(name); ok {
			env = env.with("CGRID_"+name, value)
		}
	}
	switch strings.TrimSuffix(strings.ToLower(filepath.Base(shell)), ".exe") {
	case "bash":
		// In POSIX mode an interactive bash reads only $ENV, from where the script
		// leaves POSIX mode and runs the startup files of a login shell. No other
		// way runs code after a login shell's own files: --init-file is for shells
		// that are not login shells. macOS's bash 3.2 ignores ENV, and somebody who
		// exports POSIXLY_CORRECT wants POSIX mode.
		if _, posix := env.lookup("POSIXLY_CORRECT"); posix || runtime.GOOS == "darwin" && shell == "/bin/bash" {
			return nil, env
		}
		keep("ENV")
		env = env.with("ENV", filepath.Join(dir, "bash.sh"))
		if _, ok := env.lookup("HISTFILE"); !ok {
			// POSIX mode would choose another file at start.
			env = env.with("HISTFILE", filepath.Join(home, ".bash_history")).with("CGRID_HISTFILE_SET", "1")
		}
		return []string{"--posix"}, env
	case "zsh":
		keep("ZDOTDIR")
		return nil, env.with("ZDOTDIR", filepath.Join(dir, "zsh"))
	case "fish":
		keep("XDG_DATA_DIRS")
		rest, ok := env.lookup("XDG_DATA_DIRS")
		if !ok || rest == "" {
			rest = "/usr/local/share:/usr/share" // the default of the XDG specification
		}
		return nil, env.with("XDG_DATA_DIRS", dir+":"+rest)
	case "pwsh", "powershell":
		// Read as text, because the default execution policy of Windows refuses
		// script files.
		script := strings.ReplaceAll(filepath.Join(dir, "powershell.ps1"), "'", "''")
		return []string{"-NoLogo", "-NoExit", "-Command", "Invoke-Expression ([IO.File]::ReadAllText('" + script + "'))"}, env
	}
	return nil, env
}
