//go:build linux

package desktop

import (
	"bytes"
	"image"
	"image/png"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// copyAs puts content on the clipboard as another program, which it is until the
// test ends or copies again.
func (a *application) copyAs(t *testing.T, format string, content []byte) {
	t.Helper()
	// Without -quiet it would go to the background and outlive the test.
	owner := exec.CommandContext(t.Context(), "xclip", "-quiet", "-selection", "clipboard", "-t", format)
	owner.Stdin = bytes.NewReader(content)
	if err := owner.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		owner.Process.Kill()
		owner.Wait() // it was killed, or has lost the clipboard
	})
	waitFor(t, format+" on the clipboard", func() bool {
		out, err := exec.CommandContext(t.Context(), "xclip", "-selection", "clipboard", "-o", "-t", "TARGETS").Output()
		return err == nil && strings.Contains(string(out), format)
	})
}

func TestPicturesAndFilesArePastedAsQuotedPaths(t *testing.T) {
	app := start(t)
	project := app.world.project(t)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewGray(image.Rect(0, 0, 40, 30))); err != nil {
		t.Fatal(err)
	}
	copied := filepath.Join(project, "it's a file")
	if err := os.WriteFile(copied, []byte("copied"), 0o600); err != nil {
		t.Fatal(err)
	}
	id := app.openFolder(t, project)
	for _, paste := range []struct {
		format  string
		content []byte
		want    string // what the file has that the pasted path names
	}{
		{"image/png", picture.Bytes(), picture.String()},
		{"text/uri-list", []byte("file://" + strings.ReplaceAll(copied, " ", "%20") + "\r\n"), "copied"},
	} {
		proof := filepath.Join(app.world.home, "proof")
		if err := os.RemoveAll(proof); err != nil {
			t.Fatal(err)
		}
		app.copyAs(t, paste.format, paste.content)
		// A path comes when the clipboard's owner has answered, and until then the
		// Return behind it ends an empty line. The shell may just have been asking for
		// pastes in brackets.
		app.typeLine(t, id, `until read -r path && path=${path#*200~} && eval "cp ${path%%$'\e'*} `+proof+`" 2>/dev/null; do :; done`)
		app.keys(t, id, "key", "ctrl+shift+v")
		waitFor(t, paste.format+" to be pasted as the path of its file", func() bool {
			app.keys(t, id, "key", "Return")
			content, err := os.ReadFile(proof)
			return err == nil && string(content) == paste.want
		})
		app.screenshot(t, "pasted-"+strings.ReplaceAll(paste.format, "/", "-"))
	}
}
