package paths

import (
	"path/filepath"
	"testing"

	"clankergrid/backend/errs"
)

func environ(pairs map[string]string) func(string) string {
	return func(name string) string { return pairs[name] }
}

func TestAHomeThatIsUnsetOrRelativeIsRefused(t *testing.T) {
	for _, home := range []string{"", ".", "home/me", "~"} {
		_, err := Resolve(environ(nil), home)
		if errs.KindOf(err) != errs.Invalid {
			t.Errorf("Resolve(%q) = %v", home, err)
		}
		if public := errs.PublicOf(err); public.Message == "" || public.Hint == "" {
			t.Errorf("Resolve(%q) says %+v", home, public)
		}
	}
}

func TestAllFoldersAreAbsoluteDistinctAndOurs(t *testing.T) {
	home := t.TempDir()
	set, err := Resolve(environ(nil), home)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, dir := range []string{set.Config, set.Data, set.State, set.Cache, set.Runtime} {
		if !filepath.IsAbs(dir) || seen[dir] {
			t.Errorf("folder %q", dir)
		}
		seen[dir] = true
	}
}
