package terminal

import (
	"testing"
	"testing/synctest"

	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

func TestTheShellIsTheChosenOneElseTheSettingsElseTheLoginShell(t *testing.T) {
	for name, c := range map[string]struct {
		request   CreateRequest
		setting   string
		missing   []string
		want      []string // what was asked for
		fails     bool
		isNoticed bool
	}{
		"login":            {want: []string{""}},
		"setting":          {setting: "/bin/fish", want: []string{"/bin/fish"}},
		"chosen":           {request: CreateRequest{Shell: "/bin/zsh"}, setting: "/bin/fish", want: []string{"/bin/zsh"}},
		"missing setting":  {setting: "/bin/fish", missing: []string{"/bin/fish"}, want: []string{"/bin/fish", ""}, isNoticed: true},
		"missing choice":   {request: CreateRequest{Shell: "/bin/zsh"}, missing: []string{"/bin/zsh"}, want: []string{"/bin/zsh"}, fails: true},
		"missing restored": {request: CreateRequest{Shell: "/bin/zsh", Restored: true}, missing: []string{"/bin/zsh"}, want: []string{"/bin/zsh", ""}, isNoticed: true},
	} {
		t.Run(name, func(t *testing.T) {
			inBubble(t, 0, func(t *testing.T, b *bed) {
				var notices []core.Notice
				b.service.options.Notice = func(n core.Notice) { notices = append(notices, n) }
				b.service.options.Settings = func() core.Settings {
					return core.Settings{Terminal: core.TerminalSettings{Shell: c.setting, ShellIntegration: true}}
				}
				b.env.missing = c.missing
				request := c.request
				request.Dir = "/"
				created, err := b.service.Create(t.Context(), request)
				if err != nil {
					t.Fatal(err)
				}
				b.watch(viewA, created.ID, small)
				synctest.Wait()
				var asked []string
				for _, r := range b.env.shells {
					asked = append(asked, r.Shell)
				}
				if len(asked) != len(c.want) || asked[0] != c.want[0] || asked[len(asked)-1] != c.want[len(c.want)-1] {
					t.Errorf("asked for %q, want %q", asked, c.want)
				}
				got := b.get(created.ID)
				if failed := got.State == core.TerminalFailed; failed != c.fails || failed && got.Failure.Kind != string(errs.NotFound) {
					t.Errorf("state %v, failure %+v", got.State, got.Failure)
				}
				if (len(notices) > 0) != c.isNoticed {
					t.Errorf("notices %+v", notices)
				}
			})
		})
	}
}

func TestIntegrationIsAskedForAsTheSettingsSayAtEachStart(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		integrated := true
		b.service.options.Settings = func() core.Settings {
			return core.Settings{Terminal: core.TerminalSettings{ShellIntegration: integrated}}
		}
		id, pty, _ := b.running()
		integrated = false
		pty.exitWith(core.Exit{})
		b.pass(1e9)
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		synctest.Wait()
		want := []environment.ShellRequest{{Dir: "/src", Terminal: id}, {Dir: "/src", Terminal: id, Plain: true}}
		if len(b.env.shells) != 2 || b.env.shells[0] != want[0] || b.env.shells[1] != want[1] {
			t.Errorf("asked for %+v", b.env.shells)
		}
	})
}
