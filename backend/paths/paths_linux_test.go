package paths

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/google/go-cmp/cmp"

	"clankergrid/backend/errs"
)

// fallback is the runtime folder of a user without a session.
var fallback = "/tmp/clanker-grid-" + strconv.Itoa(os.Getuid())

func TestTheXDGFoldersAreHonouredWhenTheyAreAbsolute(t *testing.T) {
	defaults := Set{
		Config:  "/home/me/.config/clanker-grid",
		Data:    "/home/me/.local/share/clanker-grid",
		State:   "/home/me/.local/state/clanker-grid",
		Cache:   "/home/me/.cache/clanker-grid",
		Runtime: fallback,
	}
	session := t.TempDir()
	if err := os.Chmod(session, 0o700); err != nil {
		t.Fatal(err)
	}
	cases := map[string]struct {
		environ map[string]string
		want    Set
	}{
		"unset": {nil, defaults},
		"relative": {map[string]string{
			"XDG_CONFIG_HOME": "c", "XDG_DATA_HOME": "./d", "XDG_STATE_HOME": "~/s", "XDG_CACHE_HOME": "", "XDG_RUNTIME_DIR": "r",
		}, defaults},
		"absolute": {map[string]string{
			"XDG_CONFIG_HOME": "/c", "XDG_DATA_HOME": "/d/", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "/h", "XDG_RUNTIME_DIR": session,
		}, Set{"/c/clanker-grid", "/d/clanker-grid", "/s/clanker-grid", "/h/clanker-grid", session + "/clanker-grid"}},
	}
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			got, err := Resolve(environ(c.environ), "/home/me/")
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestASessionFolderThatOthersCanReachIsNotTrusted(t *testing.T) {
	root := t.TempDir()
	open := filepath.Join(root, "open")
	private := filepath.Join(root, "private")
	for dir, mode := range map[string]os.FileMode{open: 0o755, private: 0o700} {
		if err := os.Mkdir(dir, mode); err != nil {
			t.Fatal(err)
		}
	}
	link := filepath.Join(root, "link")
	if err := os.Symlink(private, link); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(root, "file")
	if err := os.WriteFile(file, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	cases := map[string]string{
		open: fallback, link: fallback, file: fallback, filepath.Join(root, "missing"): fallback,
		private: filepath.Join(private, product),
	}
	if os.Getuid() == 0 {
		foreign := filepath.Join(root, "foreign")
		if err := os.Mkdir(foreign, 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.Chown(foreign, 65534, 65534); err != nil {
			t.Fatal(err)
		}
		cases[foreign] = fallback
	}
	for dir, want := range cases {
		if got := runtimeDir(dir); got != want {
			t.Errorf("runtimeDir(%s) = %s, want %s", dir, got, want)
		}
	}
}

// setIn is a set whose folders are all below root.
func setIn(root string) Set {
	in := func(name string) string { return filepath.Join(root, name, product) }
	return Set{Config: in("c"), Data: in("d"), State: in("s"), Cache: in("h"), Runtime: filepath.Join(root, "run")}
}

func TestPreparedFoldersArePrivate(t *testing.T) {
	set := setIn(t.TempDir())
	if err := os.MkdirAll(set.Config, 0o755); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := set.Prepare(); err != nil {
			t.Fatal(err)
		}
	}
	for _, dir := range []string{set.Config, set.Data, set.State, set.Cache, set.Runtime} {
		if info, err := os.Stat(dir); err != nil || info.Mode().Perm() != 0o700 {
			t.Errorf("%s: %v, %v", dir, info, err)
		}
	}
}

func TestAFolderThatFailsIsNamedAndTheOthersAreMade(t *testing.T) {
	set := setIn(t.TempDir())
	if err := os.WriteFile(filepath.Dir(set.Config), nil, 0o600); err != nil {
		t.Fatal(err)
	}
	err := set.Prepare()
	if errs.KindOf(err) != errs.Invalid || !strings.Contains(errs.PublicOf(err).Message, set.Config) {
		t.Errorf("Prepare = %v", err)
	}
	for _, dir := range []string{set.Data, set.State, set.Cache, set.Runtime} {
		if _, err := os.Stat(dir); err != nil {
			t.Error(err)
		}
	}
}

func TestALinkIsGoodForConfigurationAndBadForTheRuntimeFolder(t *testing.T) {
	root := t.TempDir()
	target, link := filepath.Join(root, "target"), filepath.Join(root, "link")
	if err := os.Mkdir(target, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Fatal(err)
	}
	if err := PrivateRuntime(link); errs.KindOf(err) != errs.Permission {
		t.Errorf("PrivateRuntime = %v", err)
	}
	if err := Private(link); err != nil {
		t.Errorf("Private = %v", err)
	}
	if info, _ := os.Stat(target); info.Mode().Perm() != 0o700 {
		t.Errorf("mode = %v", info.Mode())
	}
}

func TestAFolderOfAnotherUserIsRefused(t *testing.T) {
	if os.Getuid() != 0 {
		t.Skip("only root can make another user's folder")
	}
	dir := filepath.Join(t.TempDir(), "theirs")
	if err := os.Mkdir(dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Chown(dir, 65534, 65534); err != nil {
		t.Fatal(err)
	}
	for _, prepare := range []func(string) error{Private, PrivateRuntime} {
		if err := prepare(dir); errs.KindOf(err) != errs.Permission {
			t.Errorf("%v", err)
		}
	}
}

func TestSecretsAreKeptOnlyInAFolderThatIsPrivate(t *testing.T) {
	root := t.TempDir()
	set := setIn(root)
	if err := set.Prepare(); err != nil {
		t.Fatal(err)
	}
	want := func(dir string) {
		t.Helper()
		got, err := set.Secrets()
		if got != dir || (err == nil) == (dir == "") {
			t.Errorf("Secrets = %q, %v, want %q", got, err, dir)
		}
	}
	want(set.Runtime)
	if err := os.Chmod(set.Runtime, 0o777); err != nil {
		t.Fatal(err)
	}
	want(set.Runtime)
	if info, err := os.Stat(set.Runtime); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder is open to others: %v, %v", info, err)
	}
	// What is a link may be turned by its owner; what is a file is no folder.
	spoil := func(dir string) {
		t.Helper()
		if err := os.RemoveAll(dir); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(dir, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	elsewhere := filepath.Join(root, "elsewhere")
	if err := os.Mkdir(elsewhere, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(set.Runtime); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(elsewhere, set.Runtime); err != nil {
		t.Fatal(err)
	}
	want(set.Config)
	spoil(set.Config)
	want(set.State)
	spoil(set.State)
	want("")
}

func TestAReadOnlyHomeIsAMatterOfStorage(t *testing.T) {
	root := t.TempDir()
	if err := syscall.Mount("tmpfs", root, "tmpfs", 0, "size=64k,mode=0700"); err != nil {
		t.Skipf("a filesystem cannot be mounted here: %v", err)
	}
	defer syscall.Unmount(root, syscall.MNT_DETACH)
	set := setIn(root)
	for _, existing := range []bool{false, true} {
		if existing { // folders that are there already are found to be read-only too
			remount(t, root, 0)
			if err := set.Prepare(); err != nil {
				t.Fatal(err)
			}
		}
		remount(t, root, syscall.MS_RDONLY)
		err := set.Prepare()
		if errs.KindOf(err) != errs.Storage || !strings.Contains(errs.PublicOf(err).Message, set.Config) {
			t.Errorf("Prepare (existing: %v) = %v", existing, err)
		}
	}
}

func remount(t *testing.T, dir string, flags uintptr) {
	t.Helper()
	if err := syscall.Mount("", dir, "", syscall.MS_REMOUNT|flags, "size=64k,mode=0700"); err != nil {
		t.Skipf("the filesystem cannot be remounted: %v", err)
	}
}
