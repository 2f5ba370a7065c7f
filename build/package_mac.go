package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"

	"clankergrid/build/archive"
)

// writeMac makes the application and lets the script sign it and write the image.
func writeMac(ctx context.Context, p *packing) error {
	tree := archive.NewTree(p.release.at)
	data, err := p.program(ctx, windowBinary, here())
	if err != nil {
		return err
	}
	tree.Program("Contents/MacOS/"+windowBinary, data)
	// clanker is among them: beside the window, signing would change its bytes.
	if err := p.addHelpers(ctx, tree, "Contents/Resources/helpers", here(), false); err != nil {
		return err
	}
	picture, err := p.picture()
	if err != nil {
		return err
	}
	tree.File("Contents/Resources/icon.icns", picture.ICNS())
	if err := p.assets(tree, map[string]string{"Contents/Info.plist": "macos/Info.plist"}); err != nil {
		return err
	}
	staged, err := os.MkdirTemp("", "clanker-grid-macos-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staged)
	if err := archive.WriteFolder(staged, tree.Under("Clanker Grid.app")); err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%s-macos-%s.dmg", packageName, p.release, runtime.GOARCH)
	err = p.run(ctx, child{argv: []string{"bash", p.path("build", "packaging", "macos", "dmg.sh"), filepath.Join(staged, "Clanker Grid.app"), filepath.Join(p.out, name)}})
	if err == nil {
		p.say("wrote %s", name)
	}
	return err
}
