package main

// A need is one thing from the system's packages that a verb cannot do without,
// and the reason that is printed before it is installed.
type need struct {
	why string
	// program or library proves that the need is met.
	program string
	library string
	// packages by manager name; a manager without an entry cannot meet the need.
	packages map[string][]string
}

// met reports whether nothing has to be installed.
func (n need) met(m *machine) bool {
	if n.library != "" {
		return m.links(n.library)
	}
	return m.found(n.program)
}

// what names the need in a sentence.
func (n need) what() string {
	if n.library != "" {
		return n.library
	}
	return n.program
}

// same is for a package that every manager calls by one name.
func same(name string) map[string][]string {
	all := map[string][]string{}
	for _, m := range managers {
		all[m.name] = []string{name}
	}
	return all
}

// named is for a package whose name differs: apt, dnf, pacman, zypper, apk.
func named(apt, dnf, pacman, zypper, apk []string) map[string][]string {
	return map[string][]string{"apt": apt, "dnf": dnf, "pacman": pacman, "zypper": zypper, "apk": apk}
}

func one(name string) []string { return []string{name} }

// compilerNeeds let cgo compile: the window and the race detector use it.
// apt's gcc only recommends the C library's headers, so they are named.
var compilerNeeds = []need{
	{
		program: "gcc", why: "the desktop window and the race detector are compiled with a C compiler",
		packages: named([]string{"gcc", "libc6-dev"}, []string{"gcc", "glibc-devel"}, one("gcc"), []string{"gcc", "glibc-devel"}, []string{"gcc", "musl-dev"}),
	},
}

// desktopNeeds let the window be built on Linux. Order matters: pkg-config
// answers for the libraries after it.
var desktopNeeds = append([]need{
	{
		program: "pkg-config", why: "it tells the compiler where the window's libraries are",
		packages: named(one("pkg-config"), one("pkgconf-pkg-config"), one("pkgconf"), one("pkgconf-pkg-config"), one("pkgconf")),
	},
	{
		library: "gtk+-3.0", why: "the desktop window is a GTK window",
		packages: named(one("libgtk-3-dev"), one("gtk3-devel"), one("gtk3"), one("gtk3-devel"), one("gtk+3.0-dev")),
	},
	{
		library: "webkit2gtk-4.1", why: "the desktop window draws with WebKitGTK",
		packages: named(one("libwebkit2gtk-4.1-dev"), one("webkit2gtk4.1-devel"), one("webkit2gtk-4.1"), one("webkit2gtk3-devel"), one("webkit2gtk-4.1-dev")),
	},
}, compilerNeeds...)

// testNeeds are the real programs that tests start. A test without its program
// would be skipped, and a skipped test proves nothing.
var testNeeds = []need{
	{program: "git", why: "folder lists are tested against a real repository", packages: same("git")},
	{program: "zsh", why: "its prompt marks and working directory are tested in the real shell", packages: same("zsh")},
	{program: "fish", why: "its prompt marks and working directory are tested in the real shell", packages: same("fish")},
	{program: "tmux", why: "a server that left its terminal on purpose has to survive a close", packages: same("tmux")},
	{program: "vim", why: "a full-screen program has to be whole after a reload", packages: same("vim")},
	{program: "htop", why: "a program that redraws for ever has to be whole after a reload", packages: same("htop")},
}

// browserNeeds are for the end-to-end tests.
var browserNeeds = []need{
	{program: "chromium", why: "the end-to-end tests drive the browser mode in Chromium", packages: same("chromium")},
}

// windowNeeds are for starting the real window on a machine without a screen.
var windowNeeds = []need{
	{
		program: "Xvfb", why: "the desktop window is started on a virtual screen",
		packages: named(one("xvfb"), one("xorg-x11-server-Xvfb"), one("xorg-server-xvfb"), one("xorg-x11-server-Xvfb"), one("xvfb")),
	},
	{
		program: "xauth", why: "the virtual screen admits only the test",
		packages: named(one("xauth"), one("xorg-x11-xauth"), one("xorg-xauth"), one("xauth"), one("xauth")),
	},
	{program: "xdotool", why: "keys are pressed in the window as a person presses them", packages: same("xdotool")},
	{program: "xclip", why: "pictures and files are copied in another program and pasted in the window", packages: same("xclip")},
	{
		program: "import", why: "a picture of the window proves that it is not empty",
		packages: named(one("imagemagick"), one("ImageMagick"), one("imagemagick"), one("ImageMagick"), one("imagemagick")),
	},
}

// inputMethodNeeds let a real input method type in the window. Its Korean engine composes
// without a dictionary, and GTK finds the daemon by a module of its own.
var inputMethodNeeds = []need{
	{
		program: "ibus-daemon", why: "a real input method composes text in the window",
		packages: named(
			[]string{"ibus", "ibus-gtk3", "ibus-hangul"}, []string{"ibus", "ibus-gtk3", "ibus-hangul"},
			[]string{"ibus", "ibus-hangul"}, []string{"ibus", "ibus-gtk3", "ibus-hangul"}, []string{"ibus", "ibus-hangul"},
		),
	},
}

// automationNeeds let tests drive the real window.
var automationNeeds = []need{
	{
		program: "WebKitWebDriver", why: "the end-to-end tests drive the real window through WebKit's own driver",
		// dnf and zypper find a package by a file of it.
		packages: named(one("webkit2gtk-driver"), one("/usr/bin/WebKitWebDriver"), one("webkitgtk-6.0"), one("/usr/bin/WebKitWebDriver"), one("webkit2gtk-6.0")),
	},
}
