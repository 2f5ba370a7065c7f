//go:build unix

package local

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

// program makes a file that can be run, or a link to one.
func program(t *testing.T, path, target string) string {
	t.Helper()
	err := os.MkdirAll(filepath.Dir(path), 0o700)
	if err == nil && target != "" {
		err = os.Symlink(target, path)
	} else if err == nil {
		err = os.WriteFile(path, []byte("#!/bin/sh\n"), 0o700)
	}
	if err != nil {
		t.Fatal(err)
	}
	return path
}

func TestTheLoginShellComesFirstAndEachProgramOnce(t *testing.T) {
	dir := t.TempDir()
	fish, zsh := program(t, dir+"/bin/fish", ""), program(t, dir+"/bin/zsh", "")
	again, other := program(t, dir+"/usr/zsh", zsh), program(t, dir+"/opt/fish", "")
	plain := filepath.Join(dir, "text")
	if err := os.WriteFile(plain, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	got := choices(zsh, []string{fish, again, zsh, plain, dir + "/missing", dir, other})
	want := []core.ShellChoice{
		{ID: zsh, Name: "zsh", Default: true},
		{ID: fish, Name: "fish (" + fish + ")"},
		{ID: other, Name: "fish (" + other + ")"},
	}
	if !slices.Equal(got, want) {
		t.Fatalf("got  %+v\nwant %+v", got, want)
	}
}

func TestTheSystemsListIsReadAsItIsWritten(t *testing.T) {
	list := "# comment\n\n /bin/sh \n/usr/bin/../bin/fish # mine\nrelative\n/usr/sbin/nologin\n/bin/false\n" + strings.Repeat("x", maxShellsFile) + "\n/bin/late\n"
	if got, want := readShells(strings.NewReader(list)), []string{"/bin/sh", "/usr/bin/fish"}; !slices.Equal(got, want) {
		t.Fatalf("got %q, want %q", got, want)
	}
}

func TestAMenuOfShellsIsBounded(t *testing.T) {
	dir := t.TempDir()
	var many []string
	for i := range 2 * maxShells {
		many = append(many, program(t, filepath.Join(dir, strings.Repeat("s", i+1)), ""))
	}
	if got := choices("/bin/sh", many); len(got) != maxShells || !got[0].Default {
		t.Fatalf("%d choices, first %+v", len(got), got[0])
	}
}

func TestAChosenShellIsStarted(t *testing.T) {
	u := newUser(t, "bash")
	e := u.environment()
	shells, err := e.Shells(t.Context())
	if err != nil || len(shells) == 0 || shells[0].ID != u.shell || !shells[0].Default {
		t.Fatalf("Shells() = %+v, %v", shells, err)
	}
	for _, choice := range shells {
		req, err := e.Shell(t.Context(), environment.ShellRequest{Dir: u.home, Shell: choice.ID})
		if err != nil || req.Program != choice.ID || req.Argv0 != "-"+filepath.Base(choice.ID) {
			t.Errorf("%s: %+v, %v", choice.ID, req.Program, err)
		}
		if !slices.Contains(req.Env, "SHELL="+choice.ID) {
			t.Errorf("%s is not what SHELL says", choice.ID)
		}
	}
	// Another name of a listed shell is that shell.
	link := program(t, filepath.Join(u.home, "mine"), u.shell)
	if req, err := e.Shell(t.Context(), environment.ShellRequest{Dir: u.home, Shell: link}); err != nil || req.Program != u.shell {
		t.Errorf("by another name: %q, %v", req.Program, err)
	}
}

func TestAShellThatIsNotListedIsRefused(t *testing.T) {
	u := newUser(t, "bash")
	e := u.environment()
	for _, id := range []string{program(t, filepath.Join(u.home, "evil"), ""), "bash", "/nowhere/fish", "/", "\x00", strings.Repeat("/x", 5000)} {
		_, err := e.Shell(t.Context(), environment.ShellRequest{Dir: u.home, Shell: id})
		if errs.KindOf(err) != errs.NotFound {
			t.Errorf("%.20q: %v", id, err)
		}
		if public := errs.PublicOf(err); len(public.Message) > 300 || public.Hint == "" {
			t.Errorf("%.20q: message of %d bytes, hint %q", id, len(public.Message), public.Hint)
		}
	}
}

func TestAShellCanBeStartedWithoutIntegration(t *testing.T) {
	u := newUser(t, "bash")
	e := u.environment()
	with, err := e.Shell(t.Context(), environment.ShellRequest{Dir: u.home})
	if err != nil || len(with.Args) == 0 {
		t.Fatalf("integrated: %v, %v", with.Args, err)
	}
	without, err := e.Shell(t.Context(), environment.ShellRequest{Dir: u.home, Plain: true})
	if err != nil || len(without.Args) != 0 || slices.ContainsFunc(without.Env, func(v string) bool { return strings.HasPrefix(v, "ENV=") }) {
		t.Fatalf("plain: %v, %v", without.Args, err)
	}
}
