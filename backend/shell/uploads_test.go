package shell

import (
	"bytes"
	"encoding/base64"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/synctest"
	"time"
	"unicode"

	"pgregory.net/rapid"

	"clankergrid/backend/errs"
)

func TestAnUploadArrivesWholeUnderItsNameInAPrivateFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "uploads")
	u := NewUploads(dir)
	content := bytes.Repeat([]byte{0, 1, 2, 255}, 1000)
	id, err := u.Begin("../bild von mir.png", int64(len(content)))
	if err != nil {
		t.Fatal(err)
	}
	for len(content) > 0 {
		n := min(999, len(content))
		if err := u.Append(id, base64.StdEncoding.EncodeToString(content[:n])); err != nil {
			t.Fatal(err)
		}
		content = content[n:]
	}
	path, err := u.Finish(id)
	if err != nil {
		t.Fatal(err)
	}
	if filepath.Base(path) != "bild von mir.png" || !strings.HasPrefix(path, dir) {
		t.Errorf("path = %s", path)
	}
	data, err := os.ReadFile(path)
	if err != nil || !bytes.Equal(data, bytes.Repeat([]byte{0, 1, 2, 255}, 1000)) {
		t.Errorf("%d bytes, %v", len(data), err)
	}
	for p, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700, dir: 0o700} {
		if info, err := os.Stat(p); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != want {
			t.Errorf("%s: %v, %v", p, info.Mode(), err)
		}
	}
	if err := u.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Errorf("the folder is still there: %v", err)
	}
	if _, err := u.Begin("x", 1); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("after Close: %v", err)
	}
}

func TestBrokenUploadsLeaveNothingBehind(t *testing.T) {
	tests := []struct {
		name   string
		size   int64
		pieces []string
		kind   errs.Kind // of the last step
	}{
		{"too much", 3, []string{"YWJj", "ZA=="}, errs.Invalid},
		{"too little", 3, []string{"YWI="}, errs.Invalid},
		{"no base64", 3, []string{"???"}, errs.Invalid},
		{"newline in base64", 3, []string{"YW\x00Jj"}, errs.Invalid},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "uploads")
			u := NewUploads(dir)
			defer u.Close()
			id, err := u.Begin("x", tt.size)
			if err != nil {
				t.Fatal(err)
			}
			for _, piece := range tt.pieces {
				if err = u.Append(id, piece); err != nil {
					break
				}
			}
			if err == nil {
				_, err = u.Finish(id)
			}
			if errs.KindOf(err) != tt.kind {
				t.Errorf("err = %v, want %s", err, tt.kind)
			}
			if left, _ := os.ReadDir(dir); len(left) != 0 {
				t.Errorf("left behind: %v", left)
			}
			if u.kept != 0 {
				t.Errorf("%d bytes are still counted", u.kept)
			}
		})
	}
}

func TestUploadsAreBounded(t *testing.T) {
	u := NewUploads(filepath.Join(t.TempDir(), "uploads"))
	defer u.Close()
	if _, err := u.Begin("x", MaxUpload+1); errs.KindOf(err) != errs.Limit {
		t.Errorf("64 MiB and one byte: %v", err)
	}
	if _, err := u.Begin("x", -1); errs.KindOf(err) != errs.Invalid {
		t.Errorf("negative: %v", err)
	}
	for range maxPartial {
		if _, err := u.Begin("x", MaxUpload); err != nil && errs.KindOf(err) != errs.Limit {
			t.Fatal(err)
		}
	}
	if _, err := u.Begin("x", 1); errs.KindOf(err) != errs.Limit {
		t.Errorf("one more than the bound: %v", err)
	}
	if err := u.Append("nope", ""); errs.KindOf(err) != errs.NotFound {
		t.Errorf("unknown upload: %v", err)
	}
}

func TestAnUploadWhosePageWentAwayIsDroppedByItself(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "uploads")
	synctest.Test(t, func(t *testing.T) {
		u := NewUploads(dir)
		defer u.Close()
		abandoned, err := u.Begin("x", MaxUpload)
		if err != nil {
			t.Fatal(err)
		}
		slow, err := u.Begin("y", 3)
		if err != nil {
			t.Fatal(err)
		}
		for _, piece := range []string{"YQ==", "Yg==", "Yw=="} {
			<-time.After(partialTimeout - time.Second)
			if err := u.Append(slow, piece); err != nil {
				t.Fatal(err)
			}
		}
		if err := u.Append(abandoned, "YQ=="); errs.KindOf(err) != errs.NotFound {
			t.Errorf("the abandoned one: %v", err)
		}
		if left, _ := os.ReadDir(dir); len(left) != 1 || u.kept != 3 {
			t.Errorf("%d files and %d bytes are kept", len(left), u.kept)
		}
		path, err := u.Finish(slow)
		if err != nil {
			t.Fatal(err)
		}
		<-time.After(2 * partialTimeout)
		if _, err := os.Stat(path); err != nil {
			t.Errorf("the finished one: %v", err)
		}
	})
}

func TestWhatAnEarlierRunLeftIsRemoved(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "uploads")
	if err := os.MkdirAll(filepath.Join(dir, "old"), 0o700); err != nil {
		t.Fatal(err)
	}
	defer NewUploads(dir).Close()
	if _, err := os.Stat(dir); !os.IsNotExist(err) {
		t.Error("it is still there")
	}
}

func TestNamesAreMadeHarmless(t *testing.T) {
	for in, want := range map[string]string{
		"photo.png":         "photo.png",
		"/etc/passwd":       "passwd",
		`C:\Users\me\a.txt`: "a.txt",
		"..":                "file_",
		"":                  "file_",
		"-rf":               "rf",
		".bashrc":           "bashrc",
		"a\nb.txt":          "a_b.txt",
		"$(id).png":         "_(id).png",
		"CON.txt":           "file_CON.txt",
		"com1":              "file_com1",
		"日本語.png":           "日本語.png",
		"x. ":               "x",
		"bad\xffname":       "bad_name",
	} {
		if got := safeName(in); got != want {
			t.Errorf("safeName(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestEveryNameIsSafe(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		name := safeName(rapid.String().Draw(t, "name"))
		if name == "" || len(name) > maxName+len("file_") || name != filepath.Base(name) || strings.ContainsAny(name, "/\\\"'`$\x00") || strings.HasPrefix(name, "-") || strings.HasPrefix(name, ".") {
			t.Errorf("%q is not safe", name)
		}
		if strings.ContainsFunc(name, unicode.IsControl) {
			t.Errorf("%q holds a control character", name)
		}
	})
}

func TestAWholeFileIsKeptAsAnUploadIs(t *testing.T) {
	u := NewUploads(filepath.Join(t.TempDir(), "uploads"))
	path, err := u.Keep("a b.png", []byte("content"))
	if err != nil {
		t.Fatal(err)
	}
	if content, err := os.ReadFile(path); err != nil || string(content) != "content" || filepath.Base(path) != "a b.png" {
		t.Errorf("%s holds %q, %v", path, content, err)
	}
	if _, err := u.Keep("x", make([]byte, MaxUpload+1)); errs.KindOf(err) != errs.Limit {
		t.Errorf("too large: %v", err)
	}
	if err := u.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := u.Keep("x", nil); errs.KindOf(err) != errs.Unavailable {
		t.Errorf("after Close: %v", err)
	}
}
