package shell

import (
	"context"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"pgregory.net/rapid"

	"clankergrid/backend/errs"
)

// board is a clipboard with a content per format; "" is its text.
type board struct {
	content map[string]string
	asked   int  // questions but for text
	silent  bool // its owner never answers
}

var _ SystemClipboard = (*board)(nil)

func (b *board) WriteText(_ context.Context, text string) error {
	b.content = map[string]string{"": text}
	return nil
}

func (b *board) ReadText(ctx context.Context) (string, error) {
	if b.silent {
		<-ctx.Done()
		return "", ctx.Err()
	}
	return b.content[""], nil
}

func (b *board) Formats(context.Context) ([]string, error) {
	b.asked++
	return append(slices.Collect(maps.Keys(b.content)), "TARGETS"), nil
}

// Read answers for formats that are not offered as well, as some owners do.
func (b *board) Read(_ context.Context, format string, limit int) ([]byte, error) {
	b.asked++
	content, offered := b.content[format]
	if !offered {
		content = "file:///not/offered"
	}
	if len(content) > limit {
		return nil, errs.New("board.Read", errs.Limit, "", "")
	}
	return []byte(content), nil
}

func clipboardWith(t *testing.T, content map[string]string) (*Clipboard, *board) {
	t.Helper()
	uploads := NewUploads(filepath.Join(t.TempDir(), "uploads"))
	t.Cleanup(func() {
		if err := uploads.Close(); err != nil {
			t.Error(err)
		}
	})
	system := &board{content: content}
	return &Clipboard{System: system, Uploads: uploads, Hostname: "here"}, system
}

func TestWhatAPasteInserts(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the paths are those of a Unix system")
	}
	const uris = "text/uri-list"
	const gnome = "x-special/gnome-copied-files"
	tests := []struct {
		name    string
		content map[string]string
		text    string
		paths   []string
	}{
		{"nothing", nil, "", nil},
		{"a text", map[string]string{"": "make test"}, "make test", nil},
		{"a text with a picture of itself", map[string]string{"": "1\t2", "image/png": "png"}, "1\t2", nil},
		{"blank lines", map[string]string{"": "\n\n", "image/png": "png"}, "\n\n", nil},
		{"the text of a path", map[string]string{"": "/etc/hosts"}, "/etc/hosts", nil},
		{"a word that file managers write", map[string]string{"": "copy"}, "copy", nil},
		{"copied files", map[string]string{uris: "# list\r\nfile:///a%20b\r\nfile:///c\r\n"}, "", []string{"/a b", "/c"}},
		{"copied files of the other list", map[string]string{gnome: "copy\nfile:///a\nfile://localhost/b\x00"}, "", []string{"/a", "/b"}},
		{"copied files with their paths as text", map[string]string{"": "/a b\n/c", uris: "file:///a%20b\r\nfile:///c\r\n"}, "", []string{"/a b", "/c"}},
		{"copied files with their addresses as text", map[string]string{"": "file:///a", uris: "file:///a"}, "", []string{"/a"}},
		{"copied files with a file manager's text", map[string]string{"": "x-special/nautilus-clipboard\ncopy\nfile:///a\n", uris: "file:///a"}, "", []string{"/a"}},
		{"a text about other files", map[string]string{"": "/b", uris: "file:///a"}, "/b", nil},
		{"a text beside files", map[string]string{"": "notes", uris: "file:///a"}, "notes", nil},
		{"files with a picture of one", map[string]string{uris: "file:///a.png", "image/png": "png"}, "", []string{"/a.png"}},
		{"files of another machine", map[string]string{uris: "file://there/a\r\nsftp://there/b\r\nfile://HERE/c"}, "", []string{"/c"}},
		{"no file at all", map[string]string{uris: "https://example.org/\r\n"}, "", nil},
		{"an address that hides a host", map[string]string{uris: "file:////there/a"}, "", nil},
		{"a zero byte in a path", map[string]string{uris: "file:///a%00b"}, "", nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			c, _ := clipboardWith(t, tt.content)
			text, paths, err := c.Read(t.Context())
			if err != nil || text != tt.text || !slices.Equal(paths, tt.paths) {
				t.Errorf("%q, %q, %v", text, paths, err)
			}
		})
	}
}

func TestACopiedPictureIsKeptAsAPrivateFile(t *testing.T) {
	for format, name := range map[string]string{"image/png": "image.png", "image/jpeg": "image.jpeg", "image/tiff": "image.tiff"} {
		c, _ := clipboardWith(t, map[string]string{format: "\x89PNG\r\n", "image/x-unknown": "?"})
		text, paths, err := c.Read(t.Context())
		if err != nil || text != "" || len(paths) != 1 || filepath.Base(paths[0]) != name || !filepath.IsAbs(paths[0]) {
			t.Fatalf("%s: %q, %q, %v", format, text, paths, err)
		}
		content, err := os.ReadFile(paths[0])
		if err != nil || string(content) != "\x89PNG\r\n" {
			t.Errorf("%s: %q, %v", format, content, err)
		}
		if info, err := os.Stat(paths[0]); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", format, info.Mode(), err)
		}
	}
}

func TestAPastedTextIsReadWithOneQuestion(t *testing.T) {
	c, system := clipboardWith(t, map[string]string{"": "a text\n/with/a/path"})
	if _, _, err := c.Read(t.Context()); err != nil || system.asked != 0 {
		t.Errorf("asked %d times, %v", system.asked, err)
	}
}

func TestWhatIsTooLargeIsRefusedByName(t *testing.T) {
	for format, want := range map[string]string{
		"image/png":     "The copied picture is larger than 64 MiB.",
		"text/uri-list": "Too many files were copied to be pasted at once.",
	} {
		c, _ := clipboardWith(t, map[string]string{format: strings.Repeat("x", MaxUpload+1)})
		_, _, err := c.Read(t.Context())
		if public := errs.PublicOf(err); public.Kind != errs.Limit || public.Message != want {
			t.Errorf("%s: %+v", format, public)
		}
	}
}

func TestAnOwnerThatDoesNotAnswerIsNotWaitedForLong(t *testing.T) {
	c, system := clipboardWith(t, nil)
	system.silent = true
	synctest.Test(t, func(t *testing.T) {
		_, _, err := c.Read(t.Context())
		if errs.KindOf(err) != errs.Timeout || errs.PublicOf(err).Hint == "" {
			t.Errorf("err = %v", err)
		}
	})
}

func TestAPasteIsNeverBothTextAndFiles(t *testing.T) {
	lines := rapid.SampledFrom([]string{"file:///a", "/a", "/b", "copy", "", "word", "file://there/x", "x-special/nautilus-clipboard"})
	list := rapid.Custom(func(t *rapid.T) string { return strings.Join(rapid.SliceOfN(lines, 0, 4).Draw(t, "lines"), "\n") })
	rapid.Check(t, func(rt *rapid.T) {
		content := map[string]string{"": list.Draw(rt, "text"), "text/uri-list": list.Draw(rt, "uris")}
		text, paths, err := (&Clipboard{System: &board{content: content}}).Read(context.Background())
		if err != nil || text != "" && len(paths) > 0 {
			rt.Fatalf("%q, %q, %v", text, paths, err)
		}
		if text != "" && text != content[""] {
			rt.Fatalf("%q was made of %q", text, content[""])
		}
		if content[""] != "" && text == "" && len(paths) == 0 {
			rt.Fatalf("the text %q is lost", content[""])
		}
	})
}
