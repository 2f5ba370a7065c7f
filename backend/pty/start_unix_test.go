//go:build unix

package pty

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

func TestFailedStartNamesWhatAndWhy(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string, mode os.FileMode) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte(content), mode); err != nil {
			t.Fatal(err)
		}
		return path
	}
	plain := write("plain.txt", "hello", 0o600)
	orphan := write("orphan", "#!/no/such/interpreter\n", 0o700)
	garbage := write("garbage", "\x7fELF garbage", 0o700)
	loop := filepath.Join(dir, "loop")
	if err := os.Symlink(loop, loop); err != nil {
		t.Fatal(err)
	}
	for name, c := range map[string]struct {
		change func(*command.TerminalRequest)
		kind   errs.Kind
		names  string
	}{
		"missing name":        {func(r *command.TerminalRequest) { r.Program = "no-such-shell" }, errs.NotFound, "no-such-shell"},
		"missing path":        {func(r *command.TerminalRequest) { r.Program = "/no/such/shell" }, errs.NotFound, "/no/such/shell"},
		"path through a file": {func(r *command.TerminalRequest) { r.Program = plain + "/sh" }, errs.NotFound, "plain.txt/sh"},
		"no program":          {func(r *command.TerminalRequest) { r.Program = "" }, errs.Invalid, "program"},
		"not executable":      {func(r *command.TerminalRequest) { r.Program = plain }, errs.Permission, "plain.txt"},
		"a folder":            {func(r *command.TerminalRequest) { r.Program = dir }, errs.Permission, dir},
		"no interpreter":      {func(r *command.TerminalRequest) { r.Program = orphan }, errs.NotFound, "orphan"},
		"not for this system": {func(r *command.TerminalRequest) { r.Program = garbage }, errs.Unavailable, "garbage"},
		"zero byte":           {func(r *command.TerminalRequest) { r.Args = []string{"a\x00b"} }, errs.Invalid, "sh"},
		"no folder":           {func(r *command.TerminalRequest) { r.Dir = dir + "/gone" }, errs.Invalid, "gone"},
		"folder is a file":    {func(r *command.TerminalRequest) { r.Dir = plain }, errs.Invalid, "plain.txt"},
		"folder loops":        {func(r *command.TerminalRequest) { r.Dir = loop }, errs.Invalid, "loop"},
		"relative folder":     {func(r *command.TerminalRequest) { r.Dir = "some/where" }, errs.Invalid, "some/where"},
		"no size":             {func(r *command.TerminalRequest) { r.Size = core.Size{} }, errs.Invalid, "0 columns"},
	} {
		t.Run(name, func(t *testing.T) {
			req := request(t, "sh")
			c.change(&req)
			s, err := Start(req)
			if err == nil {
				s.Close()
				<-s.Exited()
				t.Fatal("started")
			}
			if p := errs.PublicOf(err); p.Kind != c.kind || !strings.Contains(p.Message, c.names) {
				t.Fatalf("got %+v", p)
			}
		})
	}
}

func TestPathOfTheRequestFindsTheProgram(t *testing.T) {
	req := request(t, "greet")
	t.Chdir(req.Dir) // where a relative entry would find a program
	for name, mode := range map[string]os.FileMode{"first": 0o600, "second": 0o700, "relative": 0o700} {
		if err := os.Mkdir(filepath.Join(req.Dir, name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(req.Dir, name, "greet"), []byte("#!/bin/sh\necho from "+name+" as $0\n"), mode); err != nil {
			t.Fatal(err)
		}
	}
	req.Env = append(req.Env, "PATH=:"+req.Dir+"/missing:"+req.Dir+"/first:relative:"+req.Dir+"/second:/bin:/usr/bin")
	s := launch(t, req)
	s.waitFor("from second as")
	req.Env = append(req.Env, "PATH="+req.Dir+"/first")
	if _, err := Start(req); errs.KindOf(err) != errs.Permission {
		t.Fatalf("got %v", err)
	}
}

func TestLoginShellsGetTheirDash(t *testing.T) {
	req := request(t, "bash", "--noprofile", "--norc", "-c", "echo \"<$0>\"; shopt login_shell")
	req.Argv0 = "-bash"
	s := launch(t, req)
	s.waitFor("on\r\n")
	if strings.Contains(s.text(), "off") {
		t.Fatalf("got %q", s.text())
	}
}

func TestFailedStartsLeakNothing(t *testing.T) {
	count := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if err != nil {
			t.Skip("this system does not show a process's descriptors")
		}
		return len(entries)
	}
	req := request(t, "sh")
	req.Program = filepath.Join(req.Dir, "orphan")
	if err := os.WriteFile(req.Program, []byte("#!/no/such/interpreter\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if _, err := Start(req); err == nil {
		t.Fatal("started")
	}
	before := count()
	for range 20 {
		if _, err := Start(req); err == nil {
			t.Fatal("started")
		}
	}
	if after := count(); after > before {
		t.Fatalf("%d descriptors became %d", before, after)
	}
}
