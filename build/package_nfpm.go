package main

import (
	"context"
	"encoding/json"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"clankergrid/build/archive"
)

// What every package says about itself.
const (
	packageName    = "clanker-grid"
	packageSummary = "coding agents side by side in real terminals"
	packageText    = "Clanker Grid opens folders as grids of real terminals, in a window of its own\n" +
		"or in a browser, to work in several of them side by side."
	// maintainer needs an address in Debian's format; .invalid is reserved for
	// addresses that nobody has.
	maintainer = "The Clanker Grid authors <authors@clanker-grid.invalid>"
)

func writeTarball(ctx context.Context, p *packing) error {
	tree, err := p.linuxTree(ctx, zshFolder)
	if err != nil {
		return err
	}
	license, err := os.ReadFile(p.path("LICENSE"))
	if err != nil {
		return err
	}
	tree.File("share/doc/clanker-grid/LICENSE", license)
	name := fmt.Sprintf("%s-%s-linux-%s", packageName, p.release, runtime.GOARCH)
	return p.create(name+".tar.gz", func(file *os.File) error { return archive.WriteTarball(file, tree.Under(name)) })
}

func writeDeb(ctx context.Context, p *packing) error {
	tree, err := p.linuxTree(ctx, zshFolderDebian)
	if err != nil {
		return err
	}
	changes := fmt.Sprintf("%s (%s) unstable; urgency=medium\n\n  * Made from this version's source.\n\n -- %s  %s\n",
		packageName, p.release.packaged(), maintainer, p.release.at.Format(time.RFC1123Z))
	tree.File("share/doc/clanker-grid/changelog.gz", archive.Gzipped([]byte(changes)))
	if err := p.assets(tree, map[string]string{
		"share/doc/clanker-grid/copyright":     "linux/copyright",
		"share/lintian/overrides/clanker-grid": "linux/lintian-overrides",
	}); err != nil {
		return err
	}
	links, err := linkedBy(p.programs[windowBinary+" for "+here().String()])
	if err != nil {
		return err
	}
	depends, err := links.debian()
	if err != nil {
		return err
	}
	return p.nfpm(ctx, "deb", fmt.Sprintf("%s_%s_%s.deb", packageName, p.release.packaged(), runtime.GOARCH), tree, depends)
}

func writeRPM(ctx context.Context, p *packing) error {
	tree, err := p.linuxTree(ctx, zshFolder)
	if err != nil {
		return err
	}
	license, err := os.ReadFile(p.path("LICENSE"))
	if err != nil {
		return err
	}
	tree.File("share/licenses/clanker-grid/LICENSE", license)
	links, err := linkedBy(p.programs[windowBinary+" for "+here().String()])
	if err != nil {
		return err
	}
	machine := map[string]string{"amd64": "x86_64", "arm64": "aarch64"}[runtime.GOARCH]
	return p.nfpm(ctx, "rpm", fmt.Sprintf("%s-%s-1.%s.rpm", packageName, p.release.packaged(), machine), tree, links.rpm())
}

// nfpmModule holds the program that writes .deb and .rpm. It is a module of its
// own: the product depends on none of its libraries.
const nfpmModule = "build/packaging/nfpm"

// nfpm packages a tree below /usr. The packages have no scripts: menus, icons and
// manuals are noticed by the system itself, and what has no script ends nothing.
func (p *packing) nfpm(ctx context.Context, kind, name string, tree *archive.Tree, requires []string) error {
	staged, err := os.MkdirTemp("", "clanker-grid-"+kind+"-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staged)
	root := filepath.Join(staged, "root")
	if err := os.Mkdir(root, 0o700); err != nil {
		return err
	}
	whole := tree.Under("usr")
	if err := archive.WriteFolder(root, whole); err != nil {
		return err
	}
	description, err := json.MarshalIndent(p.nfpmDescription(root, whole, requires), "", "  ")
	if err != nil {
		return err
	}
	config := filepath.Join(staged, "nfpm.yaml") // JSON is YAML
	if err := os.WriteFile(config, description, 0o600); err != nil {
		return err
	}
	at := fmt.Sprint(p.release.at.Unix())
	err = p.run(ctx, child{
		dir: nfpmModule, env: []string{"GOWORK=off", "SOURCE_DATE_EPOCH=" + at}, quiet: true,
		argv: []string{"go", "tool", "nfpm", "package", "--config", config, "--packager", kind, "--target", filepath.Join(p.out, name)},
	})
	if err == nil {
		p.say("wrote %s", name)
	}
	return err
}

// ownFolders are those that no other package has, which are named for ours or lie
// in one that is. An RPM leaves a folder behind that it does not name.
func ownFolders(paths []string) (folders []string) {
	for _, name := range paths {
		for dir := path.Dir(name); strings.Contains(dir+"/", "/"+packageName+"/"); dir = path.Dir(dir) {
			if !slices.Contains(folders, dir) {
				folders = append(folders, dir)
			}
		}
	}
	slices.Sort(folders)
	return folders
}

// nfpmDescription is nfpm's configuration, https://nfpm.goreleaser.com/docs/configuration.
func (p *packing) nfpmDescription(root string, tree *archive.Tree, requires []string) map[string]any {
	at := p.release.at.Format(time.RFC3339)
	contents := []map[string]any{}
	for _, folder := range ownFolders(tree.Paths()) {
		contents = append(contents, map[string]any{"dst": "/" + folder, "type": "dir", "file_info": map[string]any{"mode": 0o755, "mtime": at}})
	}
	for _, name := range tree.Paths() {
		entry, _ := tree.Get(name)
		content := map[string]any{"dst": "/" + name, "file_info": map[string]any{"mode": entry.Mode.Perm(), "owner": "root", "group": "root", "mtime": at}}
		if entry.Mode.Type() == fs.ModeSymlink {
			content["type"], content["src"] = "symlink", string(entry.Data)
		} else {
			content["src"] = filepath.Join(root, filepath.FromSlash(name))
		}
		contents = append(contents, content)
	}
	return map[string]any{
		"name": packageName, "arch": runtime.GOARCH, "platform": "linux",
		"version": p.release.packaged(), "version_schema": "none", "mtime": at,
		"section": "devel", "priority": "optional", "maintainer": maintainer, "vendor": maintainer, "license": "MIT",
		"description": packageSummary + "\n" + packageText,
		"depends":     requires, "recommends": []string{"xdg-utils"}, "contents": contents, "disable_globbing": true,
		"deb": map[string]any{"compression": "xz"},
		"rpm": map[string]any{"summary": packageSummary, "compression": "xz", "buildhost": "reproducible"},
	}
}
