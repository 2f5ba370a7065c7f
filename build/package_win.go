package main

import (
	"context"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"slices"
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
	return tree, p.addHelpers(ctx, tree, "helpers", windowsSystem, true)
}

// resourceObject is taken along by the linker where it lies. Go's -overlay does not
// reach the linker's objects.
const resourceObject = "app/resources_windows_amd64.syso"

// withResources is a copy of the source in which the window has its icon, its
// version and its manifest. In the tree itself they would be linked by every build
// that another process runs meanwhile, and by all later ones if this one is killed.
func (p *packing) withResources(ctx context.Context, folder string) (*workshop, error) {
	copied := &workshop{root: folder, out: p.workshop.out, err: p.err}
	if err := p.copySource(ctx, folder); err != nil {
		return nil, err
	}
	// Git knows one file of it; the rest was built.
	if err := os.RemoveAll(copied.path("frontend", "dist")); err != nil {
		return nil, err
	}
	if err := os.CopyFS(copied.path("frontend", "dist"), os.DirFS(p.path("frontend", "dist"))); err != nil {
		return nil, err
	}
	object, err := p.windowsResources()
	if err != nil {
		return nil, err
	}
	return copied, os.WriteFile(copied.path(resourceObject), object, 0o644)
}

// windowsResources are what Windows shows of the window, as an object file.
func (p *packing) windowsResources() ([]byte, error) {
	picture, err := p.picture()
	if err != nil {
		return nil, err
	}
	manifest, err := p.asset("windows/clanker-grid.manifest")
	if err != nil {
		return nil, err
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
		return nil, err
	}
	return winres.Object(program, windowsSystem.goarch)
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
	removals := filepath.Join(staged, "removals.nsh")
	if err := os.WriteFile(removals, []byte(removalScript(tree.Paths())), 0o600); err != nil {
		return err
	}
	err = p.run(ctx, child{quiet: true, env: []string{fmt.Sprintf("SOURCE_DATE_EPOCH=%d", p.release.at.Unix())}, argv: []string{
		"makensis", "-V2", "-WX", "-DVERSION=" + p.release.String(), "-DNUMERIC=" + p.release.numeric(), "-DFILES=" + files, "-DREMOVALS=" + removals, "-DICON=" + iconPath,
		"-DOUT=" + filepath.Join(p.out, name), p.path("build", "packaging", "windows", "installer.nsi"),
	}})
	if err == nil {
		p.say("wrote %s", name)
	}
	return err
}

// removalScript deletes what was installed and nothing else: each file by its name,
// then each folder if that has left it empty, the inner ones first.
func removalScript(files []string) string {
	var script strings.Builder
	var folders []string
	on := func(name string) string { return `"$INSTDIR\` + strings.ReplaceAll(name, "/", `\`) + `"` }
	for _, name := range files {
		fmt.Fprintf(&script, "Delete %s\r\n", on(name))
		for folder := path.Dir(name); folder != "."; folder = path.Dir(folder) {
			if !slices.Contains(folders, folder) {
				folders = append(folders, folder)
			}
		}
	}
	slices.Sort(folders)
	for _, folder := range slices.Backward(folders) {
		fmt.Fprintf(&script, "RMDir %s\r\n", on(folder))
	}
	return script.String()
}
