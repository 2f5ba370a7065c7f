package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"clankergrid/build/archive"
	"clankergrid/build/icon"
)

// iconFile is the one drawing of the icon; the page shows it too.
const iconFile = "frontend/public/icon.svg"

// iconSizes are those of the hicolor theme that desktops look for.
var iconSizes = []int{16, 22, 24, 32, 48, 64, 128, 256, 512}

func (p *packing) picture() (icon.Picture, error) {
	file, err := os.Open(p.path(iconFile))
	if err != nil {
		return icon.Picture{}, err
	}
	defer file.Close()
	return icon.Parse(file)
}

// Where zsh looks for what packages add: Debian's has a folder of its own.
const (
	zshFolder       = "share/zsh/site-functions/"
	zshFolderDebian = "share/zsh/vendor-completions/"
)

// linuxTree is what every Linux package holds, below a prefix such as /usr.
func (p *packing) linuxTree(ctx context.Context, zsh string) (*archive.Tree, error) {
	tree := archive.NewTree(p.release.at)
	for _, name := range []string{cliBinary, windowBinary} {
		data, err := p.program(ctx, name, here())
		if err != nil {
			return nil, err
		}
		tree.Program("bin/"+name, data)
	}
	if err := p.addHelpers(ctx, tree, "lib/clanker-grid/helpers", here(), true); err != nil {
		return nil, err
	}
	if err := p.addCompletions(ctx, tree, zsh); err != nil {
		return nil, err
	}
	for _, name := range []string{"clanker.1", "clanker-grid.1"} {
		manual, err := p.asset("linux/" + name)
		if err != nil {
			return nil, err
		}
		tree.File("share/man/man1/"+name+".gz", archive.Gzipped(manual))
	}
	picture, err := p.picture()
	if err != nil {
		return nil, err
	}
	for _, size := range iconSizes {
		tree.File(fmt.Sprintf("share/icons/hicolor/%dx%d/apps/clanker-grid.png", size, size), picture.PNG(size))
	}
	drawing, err := os.ReadFile(p.path(iconFile))
	if err != nil {
		return nil, err
	}
	tree.File("share/icons/hicolor/scalable/apps/clanker-grid.svg", drawing)
	return tree, p.assets(tree, map[string]string{
		"share/applications/clanker-grid.desktop":             "linux/clanker-grid.desktop",
		"share/metainfo/org.clankergrid.Desktop.metainfo.xml": "linux/metainfo.xml",
	})
}

// addCompletions asks the program itself.
func (p *packing) addCompletions(ctx context.Context, tree *archive.Tree, zsh string) error {
	data, err := p.program(ctx, cliBinary, here())
	if err != nil {
		return err
	}
	folder, err := os.MkdirTemp("", "clanker-grid-completions-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	program := filepath.Join(folder, executable(cliBinary))
	if err := os.WriteFile(program, data, 0o700); err != nil {
		return err
	}
	for shell, name := range map[string]string{
		"bash": "share/bash-completion/completions/clanker",
		"zsh":  zsh + "_clanker",
		"fish": "share/fish/vendor_completions.d/clanker.fish",
	} {
		text, err := p.output(ctx, child{argv: []string{program, "completion", shell}})
		if err != nil {
			return err
		}
		tree.File(name, []byte(text+"\n"))
	}
	return nil
}
