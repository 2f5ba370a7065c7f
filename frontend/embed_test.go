package frontend

import (
	"io/fs"
	"testing"
	"testing/fstest"

	"clankergrid/backend/errs"
)

func TestABuildWithoutItsInterfaceNamesTheCommandToRun(t *testing.T) {
	_, err := built(fstest.MapFS{"dist/.keep": {}})
	if got := errs.KindOf(err); got != errs.Unavailable {
		t.Fatalf("kind = %q, want %q", got, errs.Unavailable)
	}
	if hint := errs.PublicOf(err).Hint; hint == "" {
		t.Fatal("the error has no hint")
	}
}

func TestABuildWithItsInterfaceServesTheIndex(t *testing.T) {
	files, err := built(fstest.MapFS{"dist/index.html": {Data: []byte("<!doctype html>")}})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := fs.ReadFile(files, "index.html"); err != nil {
		t.Fatal(err)
	}
}
