package bind

import (
	"context"

	"clankergrid/backend/core"
)

// Lifecycle is what the application as a whole answers.
type Lifecycle interface {
	Info() Info
	Notices() []core.Notice
	DismissNotice(id string)
	Survivors() []core.Survivor
	EndSurvivors(ctx context.Context, terminals []core.TerminalID) (ended int, left []core.Process, err error)
	QuitPlan() QuitPlan
	Quit()
}

// Info is what a frontend must know about the application that it belongs to.
type Info struct {
	Version   string `json:"version"`
	Kind      Shell  `json:"kind"`
	OS        string `json:"os"` // as Go names it: linux, darwin, windows
	Arch      string `json:"arch"`
	Home      string `json:"home"`
	ConfigDir string `json:"configDir"`
	StateDir  string `json:"stateDir"`
	LogFile   string `json:"logFile"` // empty when no log can be kept
	Pid       int    `json:"pid"`
	// AvoidsWebGL is set in a window where what WebGL draws may show late.
	AvoidsWebGL bool `json:"avoidsWebGL"`
}

// Shell is what the frontend runs in.
type Shell string

// The two shells.
const (
	Desktop Shell = "desktop"
	Browser Shell = "browser"
)

// EndResult says what ending survivors left behind.
type EndResult struct {
	Ended int            `json:"ended"`
	Left  []core.Process `json:"left"`
}

// QuitPlan is what a quit would end and what would go on running.
type QuitPlan struct {
	Running      []core.RunningWork `json:"running"`
	KeepsRunning []core.Process     `json:"keepsRunning"`
}

// App answers for the application as a whole.
type App struct {
	life lifetime
	app  Lifecycle
}

// NewApp returns the service; ctx ends with the owner.
func NewApp(ctx context.Context, app Lifecycle) *App {
	return &App{life: lifetime{ctx}, app: app}
}

// Info says what this application is and where it keeps its files.
func (a *App) Info() Info { return a.app.Info() }

// Notices lists what the user should know and has not dismissed.
func (a *App) Notices() []core.Notice { return list(a.app.Notices()) }

// DismissNotice removes a notice in every view until its cause returns.
func (a *App) DismissNotice(id string) { a.app.DismissNotice(id) }

// Survivors lists process trees left by an owner that ended without cleaning up.
func (a *App) Survivors() []core.Survivor { return list(a.app.Survivors()) }

// EndSurvivors ends the trees that belonged to these terminals.
func (a *App) EndSurvivors(terminals []core.TerminalID) (EndResult, error) {
	ended, left, err := a.app.EndSurvivors(a.life.ctx, terminals)
	return EndResult{Ended: ended, Left: list(left)}, err
}

// QuitPlan says what a quit would end and what would go on running.
func (a *App) QuitPlan() QuitPlan {
	plan := a.app.QuitPlan()
	return QuitPlan{Running: list(plan.Running), KeepsRunning: list(plan.KeepsRunning)}
}

// Quit ends the application; the user has confirmed already.
func (a *App) Quit() { a.app.Quit() }
