package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"clankergrid/build/archive"
	"clankergrid/build/winres"
)

// installerNeeds writes the installer for Windows, on any system.
var installerNeeds = []need{
	{
		program: "makensis", why: "it writes the installer for Windows",
		packages: map[string][]string{"apt": one("nsis"), "dnf": one("mingw32-nsis"), "pacman": one("nsis"), "zypper": one("mingw32-cross-nsis"), "brew": one("makensis")},
	},
}

// windowsSystem is the one that packages for Windows are made for.
var windowsSystem = system{"windows", "amd64"}

func writeWindows(ctx context.Context, p *packing) error {
	tree, err := p.windowsTree(ctx)
	if err != nil {
		return err
	}
	name := fmt.Sprintf("%s-%s-windows-%s", packageName, p.release, windowsSystem.goarch)
	if err := p.create(name+".zip", func(file *os.File) error { return archive.WriteZip(file, tree.Under(name)) }); err != nil {
		return err
	}
	return p.installer(ctx, tree, name+"-setup.exe")
}

func (p *packing) windowsTree(ctx context.Context) (*archive.Tree, error) {
	tree := archive.NewTree(p.release.at)
	if err := p.withWindowsResources(func() error {
		_, err := p.program(ctx, windowBinary, windowsSystem)
		return err
	}); err != nil {
		return nil, err
	}
	for _, name := range []string{windowBinary, cliBinary} {
		data, err := p.program(ctx, name, windowsSystem)
		if err != nil {
			return nil, err
		}
		tree.Program(windowsSystem.executable(name), data)
	}
	license, err := os.ReadFile(p.path("LICENSE"))
	if err != nil {
		return nil, err
	}
	tree.File("LICENSE.txt", []byte(strings.ReplaceAll(string(license), "\n", "\r\n")))
	return tree, p.addHelpers(ctx, tree, "helpers", windowsSystem, "../"+windowsSystem.executable(cliBinary))
}

// resourceObject is taken along by the linker while it lies there. It is made
// for each build and ignored by git.
const resourceObject = "app/resources_windows_amd64.syso"

// withWindowsResources runs build while the window has its icon, its version and
// its manifest.
func (p *packing) withWindowsResources(build func() error) error {
	picture, err := p.picture()
	if err != nil {
		return err
	}
	manifest, err := p.asset("windows/clanker-grid.manifest")
	if err != nil {
		return err
	}
	program := winres.Program{
		Icon: picture.ICOSizes(), IconID: 3, // the number under which Wails looks for it
		Manifest: manifest,
		Texts: []winres.Text{
			{Name: "CompanyName", Value: "The Clanker Grid authors"},
			{Name: "FileDescription", Value: "Clanker Grid"},
			{Name: "FileVersion", Value: p.release.String()},
			{Name: "InternalName", Value: packageName},
			{Name: "LegalCopyright", Value: "The Clanker Grid authors"},
			{Name: "OriginalFilename", Value: windowsSystem.executable(windowBinary)},
			{Name: "ProductName", Value: "Clanker Grid"},
			{Name: "ProductVersion", Value: p.release.String()},
		},
	}
	if _, err := fmt.Sscanf(p.release.numeric(), "%d.%d.%d.%d", &program.Version[0], &program.Version[1], &program.Version[2], &program.Version[3]); err != nil {
		return err
	}
	object, err := winres.Object(program, windowsSystem.goarch)
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.path(resourceObject), object, 0o644); err != nil {
		return err
	}
	defer os.Remove(p.path(resourceObject))
	return build()
}

// installer compiles the script with the files of the tree.
func (p *packing) installer(ctx context.Context, tree *archive.Tree, name string) error {
	staged, err := os.MkdirTemp("", "clanker-grid-installer-")
	if err != nil {
		return err
	}
	defer os.RemoveAll(staged)
	files := filepath.Join(staged, "files")
	if err := os.Mkdir(files, 0o700); err != nil {
		return err
	}
	if err := archive.WriteFolder(files, tree); err != nil {
		return err
	}
	picture, err := p.picture()
	if err != nil {
		return err
	}
	iconPath := filepath.Join(staged, "icon.ico")
	if err := os.WriteFile(iconPath, picture.ICO(), 0o600); err != nil {
		return err
	}
	err = p.run(ctx, child{quiet: true, env: []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", p.release.at.Unix())}, argv: []string{
		"makensis", "-V2", "-WX", "-DVERSION=" + p.release.String(), "-DNUMERIC=" + p.release.numeric(), "-DFILES=" + files, "-DICON=" + iconPath,
		"-DOUT=" + filepath.Join(p.out, name), p.path("build", "packaging", "windows", "installer.nsi"),
	}})
	if err == nil {
		p.say("wrote %s", name)
	}
	return err
}
