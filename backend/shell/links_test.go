package shell

import (
	"context"
	"net/url"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

// opener records what would have been opened.
type opener struct{ targets []string }

func (o *opener) Open(_ context.Context, target string) error {
	o.targets = append(o.targets, target)
	return nil
}

// workspace is a folder with one of everything that a link may name.
func workspace(t *testing.T) (inside, outside string) {
	t.Helper()
	root := t.TempDir()
	inside, outside = filepath.Join(root, "work space"), filepath.Join(root, "elsewhere")
	for path, mode := range map[string]os.FileMode{
		"work space/notes.txt": 0o644, "work space/sub/ünïcode 100%.md": 0o644, "work space/build": 0o755, "work space/App.desktop": 0o644,
		"work space/run.txt": 0o755, "work space/main.py": 0o644, "work space/page.html": 0o644, "work space/LICENSE": 0o644, "work space/PHOTO.PNG": 0o644,
		"elsewhere/secret.txt": 0o644,
	} {
		full := filepath.Join(root, path)
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, nil, mode); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(outside, filepath.Join(inside, "way-out")); err != nil {
		t.Skip("no symbolic links here: ", err)
	}
	if err := os.Symlink("loop", filepath.Join(inside, "loop")); err != nil {
		t.Fatal(err)
	}
	return inside, outside
}

func fileLink(path string) string { return (&url.URL{Scheme: "file", Path: path}).String() }

func TestOnlyHarmlessLinksAreOpened(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths of this table are Unix paths")
	}
	inside, outside := workspace(t)
	tests := []struct {
		name, uri string
		want      string // what is opened
		kind      errs.Kind
	}{
		{"web", "https://example.com/a?b=c#d", "https://example.com/a?b=c#d", ""},
		{"plain web", "http://localhost:8080/", "http://localhost:8080/", ""},
		{"upper case scheme", "HTTPS://example.com/", "https://example.com/", ""},
		{"mail", "mailto:me@example.com?subject=x", "mailto:me@example.com?subject=x", ""},
		{"file", fileLink(inside + "/notes.txt"), inside + "/notes.txt", ""},
		{"file of a strange name", fileLink(inside + "/sub/ünïcode 100%.md"), inside + "/sub/ünïcode 100%.md", ""},
		{"file on this host", "file://THISHOST" + strings.ReplaceAll(inside, " ", "%20") + "/notes.txt", inside + "/notes.txt", ""},
		{"file on localhost", "file://localhost" + strings.ReplaceAll(inside, " ", "%20") + "/notes.txt", inside + "/notes.txt", ""},
		{"the folder itself", fileLink(inside), inside, ""},
		{"a program shows its folder", fileLink(inside + "/build"), inside, ""},
		{"a starter shows its folder", fileLink(inside + "/App.desktop"), inside, ""},

		{"a text that may be executed shows its folder", fileLink(inside + "/run.txt"), inside, ""},
		{"a source shows its folder", fileLink(inside + "/main.py"), inside, ""},
		{"a web page shows its folder", fileLink(inside + "/page.html"), inside, ""},
		{"a file of no kind shows its folder", fileLink(inside + "/LICENSE"), inside, ""},
		{"image", fileLink(inside + "/PHOTO.PNG"), inside + "/PHOTO.PNG", ""},

		{"mail with an attachment", "mailto:me@example.com?attach=/etc/passwd&Subject=a%20b&attachment=x&from=y", "mailto:me@example.com?subject=a%20b", ""},
		{"mail with a disguised attachment", "mailto:me@example.com?att%61ch=/etc/passwd&amp;attach=x", "mailto:me@example.com", ""},
		{"mail with another separator", "mailto:me@example.com?subject=x;attach=/etc/passwd", "mailto:me@example.com?subject=x%3Battach%3D%2Fetc%2Fpasswd", ""},
		{"mail to several", "mailto:a+b@example.com,c@example.com?cc=d@example.com&body=1%0D%0A2", "mailto:a+b@example.com,c@example.com?cc=d@example.com&body=1%0D%0A2", ""},
		{"mail with a further header", "mailto:me@example.com?subject=x%0D%0ABcc:y", "", errs.Denied},
		{"mail with a broken escape", "mailto:me@example.com?subject=%zz", "", errs.Denied},
		{"mail to an attachment", "mailto:me%3Fattach=/etc/passwd", "mailto:me%3Fattach%3D%2Fetc%2Fpasswd", ""},

		{"file of another host", "file:////host/share/notes.txt", "", errs.Denied},
		{"file of another host, escaped", "file:///%2Fhost/share/notes.txt", "", errs.Denied},
		{"file of another host, in its own notation", `file:///%5C%5Chost%5Cshare%5Cnotes.txt`, "", errs.Denied},
		{"file on another host", "file://elsewhere.example/etc/passwd", "", errs.Denied},
		{"file outside", fileLink(outside + "/secret.txt"), "", errs.Denied},
		{"file outside by dots", fileLink(inside + "/../elsewhere/secret.txt"), "", errs.Denied},
		{"file outside by encoded dots", "file://" + strings.ReplaceAll(inside, " ", "%20") + "/%2e%2e/elsewhere/secret.txt", "", errs.Denied},
		{"file outside by a symbolic link", fileLink(inside + "/way-out/secret.txt"), "", errs.Denied},
		{"folder that begins alike", fileLink(inside + "-2"), "", errs.NotFound},
		{"symbolic link to itself", fileLink(inside + "/loop"), "", errs.NotFound},
		{"missing file", fileLink(inside + "/nope"), "", errs.NotFound},
		{"relative file", "file:notes.txt", "", errs.Denied},
		{"encoded NUL", "file:///tmp/%00", "", errs.Denied},

		{"script", "javascript:alert(1)", "", errs.Denied},
		{"data", "data:text/html,<script>", "", errs.Denied},
		{"program", "vscode://file/etc/passwd", "", errs.Denied},
		{"ssh", "ssh://-oProxyCommand=x/", "", errs.Denied},
		{"smb", "smb://host/share", "", errs.Denied},
		{"view source", "view-source:https://example.com", "", errs.Denied},
		{"no scheme", "example.com", "", errs.Denied},
		{"an option", "--help", "", errs.Denied},
		{"a path", "/etc/passwd", "", errs.Denied},
		{"no host", "https:///path", "", errs.Denied},
		{"opaque web", "https:example.com", "", errs.Denied},
		{"empty mail", "mailto:", "", errs.Denied},
		{"empty", "", "", errs.Denied},
		{"newline", "https://example.com/\nx", "", errs.Denied},
		{"space", "https://example.com/ x", "", errs.Denied},
		{"escape", "https://example.com/\x1b[0m", "", errs.Denied},
		{"no UTF-8", "https://example.com/\xff", "", errs.Denied},
		{"very long", "https://example.com/" + strings.Repeat("a", maxLink), "", errs.Denied},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			system := &opener{}
			links := Links{Folder: func(core.TerminalID) (string, error) { return inside, nil }, Hostname: "thishost", System: system}
			page, err := links.Open(t.Context(), "t", tt.uri)
			if got := errs.KindOf(err); got != tt.kind || page != "" {
				t.Fatalf("kind = %q, page = %q, want %q (%v)", got, page, tt.kind, err)
			}
			if got := strings.Join(system.targets, "|"); got != tt.want {
				t.Errorf("opened %q, want %q", got, tt.want)
			}
		})
	}
}

func TestABrowsersPageOpensWebLinksAndNoFiles(t *testing.T) {
	inside, _ := workspace(t)
	links := Links{Folder: func(core.TerminalID) (string, error) { return inside, nil }}
	page, err := links.Open(t.Context(), "t", "https://example.com/")
	if err != nil || page != "https://example.com/" {
		t.Errorf("page = %q, %v", page, err)
	}
	if _, err := links.Open(t.Context(), "t", fileLink(filepath.ToSlash(inside)+"/notes.txt")); errs.KindOf(err) != errs.Unsupported {
		t.Errorf("err = %v, want unsupported", err)
	}
}

func FuzzLinks(f *testing.F) {
	for _, uri := range []string{"https://example.com/", "mailto:a@b", "file:///etc/passwd", "file://h/%2e%2e", "javascript:x", "HTTP://[::1]:80/"} {
		f.Add(uri)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		u, err := parseLink(uri)
		if err != nil {
			return
		}
		scheme, _, _ := strings.Cut(u.String(), ":")
		switch scheme {
		case "http", "https", "mailto", "file":
		default:
			t.Errorf("%q is opened as %q", uri, u)
		}
		if strings.ContainsAny(u.String(), " \n\r\t\x00\x1b") {
			t.Errorf("%q is opened as %q", uri, u)
		}
	})
}

func TestOnlyPathsOfThisMachineAreLookedAt(t *testing.T) {
	for name, want := range map[string]map[string]bool{
		"unix":    {"/a/b": true, "/a//b": true, "//host/a": false, `/\host\a`: false, "a": false, "": false, "/a\x00": false},
		"windows": {"/C:/a": true, `/c:\a`: true, "//host/a": false, `/\\host\a`: false, `/\?\C:\a`: false, "/a": false, "/C:a": false, "/CC:/a": false, "/C:/a.txt:b.exe": false, "/1:/a": false},
	} {
		for path, want := range want {
			if got := ownPath(path, name); got != want {
				t.Errorf("%s on %s: %v", path, name, got)
			}
		}
	}
}

func TestAFolderThatADesktopWouldRunIsNotOpened(t *testing.T) {
	root := filepath.Join(string(filepath.Separator), "home", "me")
	for _, tt := range []struct{ goos, dir, want string }{
		{"linux", "my.app", "my.app"},
		{"darwin", "My.app", ""},
		{"darwin", filepath.Join("My.app", "Other.workflow"), ""},
		{"darwin", filepath.Join("My.app", "Contents"), filepath.Join("My.app", "Contents")},
		{"darwin", ".config", ".config"},
		{"windows", "x.{ED7BA470-8E54-465E-825C-99712043E01C}", ""},
		{"windows", "my.app", "my.app"},
	} {
		if got := plainFolder(filepath.Join(root, tt.dir), tt.goos); got != filepath.Join(root, tt.want) {
			t.Errorf("%s on %s: %s", tt.dir, tt.goos, got)
		}
	}
}
