package compose

import (
	"context"
	"os"
	"runtime"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
)

// lifecycle is what the bound App service answers from, in one shell. A browser
// tab of a desktop owner is told that it is in a browser.
type lifecycle struct {
	*Application
	shell bind.Shell
}

var _ bind.Lifecycle = lifecycle{}

// Info says what this application is and where it keeps its files.
func (l lifecycle) Info() bind.Info {
	return bind.Info{
		Version:   Version(),
		Kind:      l.shell,
		OS:        runtime.GOOS,
		Arch:      runtime.GOARCH,
		Home:      l.options.Home,
		ConfigDir: l.paths.Config,
		StateDir:  l.paths.State,
		LogFile:   l.logPath,
		Pid:       os.Getpid(),
		// Of our own window alone: a browser has another webview.
		AvoidsWebGL: l.shell == bind.Desktop && l.avoidsWebGL.Load(),
	}
}

// Notices lists what the user has not dismissed.
func (a *Application) Notices() []core.Notice { return a.notices.list() }

// DismissNotice removes a notice.
func (a *Application) DismissNotice(id string) { a.notices.dismiss(id) }

// Survivors lists the trees that an earlier owner left.
func (a *Application) Survivors() []core.Survivor { return a.survivors.list() }

// EndSurvivors ends the trees of the given terminals.
func (a *Application) EndSurvivors(ctx context.Context, terminals []core.TerminalID) (int, []core.Process, error) {
	a.climbing.RLock()
	defer a.climbing.RUnlock()
	ctx, cancel := treesContext(ctx)
	defer cancel()
	return a.survivors.end(ctx, terminals)
}

// QuitPlan says what a quit would end and what would go on.
func (a *Application) QuitPlan() bind.QuitPlan {
	return bind.QuitPlan{Running: a.terminals.Running(), KeepsRunning: a.terminals.KeepsRunning()}
}

// Quit asks the entry point to end the application, without asking anybody.
func (a *Application) Quit() { a.quitOnce.Do(func() { close(a.quit) }) }

// Quitting is closed once Quit was called.
func (a *Application) Quitting() <-chan struct{} { return a.quit }

// AskToQuit reports whether the application may end now. When something runs,
// every view is asked to confirm instead, and a confirmation calls Quit.
func (a *Application) AskToQuit() bool {
	plan := a.QuitPlan()
	if len(plan.Running) == 0 {
		return true
	}
	a.AskViews(plan)
	return false
}

// AskViews asks every view to confirm the end of what a plan names.
func (a *Application) AskViews(plan bind.QuitPlan) { a.events.Emit(bind.QuitRequested(plan)) }
