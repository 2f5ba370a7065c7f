// Package compose builds the application once, for both programs: it decides
// the order in which parts start and end, what is connected to what, and what
// the application does without when a part is missing. It must not hold
// behaviour of a part, and it knows no webview.
package compose

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io/fs"
	"log/slog"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"clankergrid/app/bind"
	"clankergrid/app/serve"
	"clankergrid/backend/catalog"
	"clankergrid/backend/core"
	"clankergrid/backend/environment/local"
	"clankergrid/backend/errs"
	"clankergrid/backend/harness/all"
	"clankergrid/backend/installed"
	"clankergrid/backend/logfile"
	"clankergrid/backend/owner"
	"clankergrid/backend/paths"
	"clankergrid/backend/settings"
	"clankergrid/backend/shell"
	"clankergrid/backend/store"
	"clankergrid/backend/terminal"
	"clankergrid/backend/workspace"
)

// Options are what an entry point knows about the process it is.
type Options struct {
	Shell   bind.Shell
	Getenv  func(string) string
	Environ []string
	Home    string
	// Executable is this program's own file with every link resolved. Without it no
	// clanker is installed for launches, and a notice says so.
	Executable string
	// Hostname is this machine's; file links may name it.
	Hostname string
	Assets   fs.FS
	// Port of the loopback surface; 0 lets the system choose.
	Port int
	// ForeignOrigins are the desktop page's.
	ForeignOrigins []string
	// Opener and Clipboard are the desktop's; nil in a browser.
	Opener    func(*slog.Logger) shell.Opener
	Clipboard shell.SystemClipboard
	// Raise brings the window to the front; nil in a browser.
	Raise func()
	// Debug keeps debug lines in the log.
	Debug bool
}

// Application is a running owner.
type Application struct {
	options Options
	started time.Time
	paths   paths.Set
	log     *slog.Logger
	logPath string

	events     *sinks
	notices    *notices
	survivors  *survivors
	settings   *settings.Service
	catalog    *catalog.Service
	screens    *keptScreens
	documents  documents
	terminals  *terminal.Service
	workspaces *workspace.Service
	server     *serve.Server
	window     bind.Services // bound by the desktop's webview; empty in browser mode
	page       bind.Services // called by browser tabs
	redact     func(secret string)
	clanker    atomic.Pointer[installed.Copy]
	// clankerGone asks for the clanker to be installed again; one request is enough.
	clankerGone chan struct{}

	// avoidsWebGL is told to the window's page.
	avoidsWebGL atomic.Bool

	quitOnce sync.Once
	quit     chan struct{}
	// ending is set once Close has begun.
	ending      atomic.Bool
	stopControl func()
	stopCalls   func()
	closers     []closer
	// trees has a value once Close has ended every process tree.
	trees chan error
	// climbing is held for reading while a call ends process trees.
	climbing sync.RWMutex
}

const (
	// endingPatience is how long a start waits for an owner that is ending: its
	// process trees take 3 s at the most, the rest is for a busy machine.
	endingPatience = 10 * time.Second
	endingPoll     = 50 * time.Millisecond
)

// Start builds the application and takes ownership of its configuration folder.
// A folder that has an owner already is an error of kind Busy that holds an
// *owner.HeldError; a state of a newer version is Kind Newer. Everything else
// that is missing costs a notice.
func Start(ctx context.Context, o Options) (*Application, error) {
	a := &Application{options: o, started: time.Now(), events: &sinks{}, quit: make(chan struct{}), clankerGone: make(chan struct{}, 1), redact: func(string) {}, stopControl: func() {}, stopCalls: func() {}}
	a.notices = &notices{events: a.events}
	if err := a.start(ctx); err != nil {
		a.Close(context.WithoutCancel(ctx)) // what fails here matters less than why the start did
		return nil, err
	}
	return a, nil
}

func (a *Application) start(ctx context.Context) error {
	if err := a.openFolders(); err != nil {
		return err
	}
	control, err := a.takeOwnership(ctx)
	if err != nil {
		return err
	}
	if err := a.openSettings(); err != nil {
		return err
	}
	db, err := a.openState(ctx)
	if err != nil {
		return err
	}
	if err := a.buildServices(ctx, db); err != nil {
		return err
	}
	a.restoreWorkspaces(ctx, a.Settings().General.RestoreWorkspaces)
	a.sweepScreens(ctx)
	if err := a.buildSurface(ctx); err != nil {
		return err
	}
	a.answerControl(control)
	a.installClanker()
	a.catalog.Watch()
	a.log.Info("started", "version", Version(), "shell", a.options.Shell)
	return nil
}

// openFolders finds the user's folders and opens the log. Neither has to work
// for terminals to work.
func (a *Application) openFolders() error {
	a.log = slog.New(slog.DiscardHandler)
	set, err := paths.Resolve(a.options.Getenv, a.options.Home)
	if err != nil {
		return err
	}
	a.paths = set
	if err := set.Prepare(); err != nil {
		a.notices.add(degraded("folders", "Not everything can be kept on this machine.", err))
	}
	log, err := logfile.Open(logfile.Options{Dir: set.State, Debug: a.options.Debug})
	if err != nil {
		a.notices.add(degraded("log", "No log can be kept.", err))
		return nil
	}
	a.onClose("log", func(context.Context) error { return log.Close() })
	a.log, a.logPath = log.Logger, log.Path
	a.redact = log.Redact
	return nil
}

// takeOwnership locks the configuration folder. Where a lock cannot be kept
// nothing else can be either, so the application goes on alone.
func (a *Application) takeOwnership(ctx context.Context) (*owner.Owner, error) {
	held, err := a.acquire(ctx)
	switch errs.KindOf(err) {
	case "":
		a.onClose("owner", func(context.Context) error { return held.Close() })
		a.onClose("control", func(context.Context) error { a.stopControl(); return nil })
		return held, nil
	case errs.Storage, errs.Permission:
		a.notices.add(degraded("owner", "Another start of the application cannot find this one.", err))
		return nil, nil
	default:
		return nil, err
	}
}

// acquire takes the lock. An owner that is ending is waited for: to be sent to
// what is about to be gone, or to be told to try again, helps nobody.
func (a *Application) acquire(ctx context.Context) (*owner.Owner, error) {
	ctx, cancel := context.WithTimeout(ctx, endingPatience)
	defer cancel()
	again := time.NewTicker(endingPoll)
	defer again.Stop()
	for {
		held, err := owner.Acquire(ctx, owner.Options{
			ConfigDir:  a.paths.Config,
			RuntimeDir: a.paths.Runtime,
			Kind:       string(a.options.Shell),
			Version:    Version(),
			Log:        a.log,
		})
		var busy *owner.HeldError
		if !errors.As(err, &busy) || busy.Pid == 0 || !a.ownerIsEnding(ctx) {
			return held, err // a silent owner has been waited for
		}
		select {
		case <-again.C:
		case <-ctx.Done():
			return nil, err
		}
	}
}

// ownerIsEnding asks an owner that was there a moment ago. One that stays gives
// its address; one that refuses, or has closed its endpoint since, is going.
func (a *Application) ownerIsEnding(ctx context.Context) bool {
	client, err := owner.Dial(ctx, a.paths.Config, a.paths.Runtime)
	if err != nil {
		return true
	}
	defer client.Close()
	_, err = client.URL(ctx)
	return err != nil
}

func (a *Application) openState(ctx context.Context) (*store.DB, error) {
	db, found, err := store.Open(ctx, store.Options{
		ConfigDir: a.paths.Config,
		Notice:    func(n core.Notice) { a.notices.add(n) },
		Log:       a.log,
	})
	if err != nil {
		return nil, err
	}
	a.onClose("state", func(context.Context) error { return db.Close() })
	a.documents = db
	if len(found) > 0 {
		a.notices.add(found...)
	}
	a.survivors = &survivors{db: db, events: a.events, log: a.log}
	a.survivors.find(ctx)
	return db, nil
}

func (a *Application) buildServices(ctx context.Context, db *store.DB) error {
	known := all.Registry()
	env, err := local.New(local.Options{
		Home:    a.options.Home,
		Environ: a.options.Environ,
		Markers: known.Markers(),
		DataDir: a.paths.Data,
		Version: Version(),
		Notice:  func(n core.Notice) { a.notices.add(n) },
		Log:     a.log,
	})
	if err != nil {
		return err
	}
	a.onClose("environment", func(context.Context) error { return env.Close() })

	a.terminals = terminal.New(terminal.Options{
		Environment: env,
		Journal:     journal{db, a.log},
		Changed:     a.terminalChanged,
		Removed:     func(id core.TerminalID) { a.events.Emit(bind.TerminalRemoved(id)) },
		Settings:    a.settings.Get,
		Notice:      func(n core.Notice) { a.notices.add(n) },
		Screens:     a.screens,
		Log:         a.log,
	})
	a.closers = append(a.closers, closer{name: "terminals", close: a.awaitTrees, bounded: true})
	launches := a.openHarnesses(known, env)
	questions := newDisk()
	a.workspaces = workspace.New(workspace.Options{
		Environment: patientEnvironment{env, questions},
		Terminals:   workspaceTerminals{a.terminals, &a.climbing},
		Recents:     db,
		Saved:       db,
		Launches:    launches,
		Notice:      func(n core.Notice) { a.notices.add(n) },
		Changed:     func(ws core.Workspace) { a.events.Emit(bind.WorkspaceChanged(ws)) },
		Removed:     func(id core.WorkspaceID) { a.events.Emit(bind.WorkspaceRemoved(id)) },
		Dropped:     a.screens.forget,
		Log:         a.log,
	})

	uploads := shell.NewUploads(filepath.Join(a.paths.Cache, "uploads", folderKey(a.paths.Config)))
	a.onClose("uploads", func(context.Context) error { return uploads.Close() })

	// A bound call outlives the page that made it and ends with the application.
	life, end := context.WithCancel(context.WithoutCancel(ctx))
	a.stopCalls = end
	folders := patientEnvironment{env, questions}
	views := bind.NewViews(life, viewMemory{db, a.workspaces})
	harnesses := bind.NewHarnesses(life, recheck{a.catalog, env}, launches)
	a.page = a.bound(life, bind.Browser, folders, uploads)
	a.page.Views, a.page.Harnesses = views, harnesses
	if a.options.Shell == bind.Desktop {
		a.window = a.bound(life, bind.Desktop, folders, uploads)
		a.window.Views, a.window.Harnesses = views, harnesses
	}
	return nil
}

// bound returns the services for one shell.
func (a *Application) bound(ctx context.Context, in bind.Shell, folders patientEnvironment, uploads *shell.Uploads) bind.Services {
	guard := bind.Guard{Running: a.terminals.Running}
	links := shell.Links{Folder: a.folderOf, Hostname: a.options.Hostname}
	places := locations{Application: a}
	var clipboard bind.SystemClipboard
	if in == bind.Desktop {
		links.System = a.options.Opener(a.log)
		clipboard = &shell.Clipboard{System: a.options.Clipboard, Uploads: uploads, Hostname: a.options.Hostname}
		places.opener = links.System
	}
	return bind.Services{
		App:        bind.NewApp(ctx, lifecycle{a, in}),
		Workspaces: bind.NewWorkspaces(ctx, a.workspaces, guard),
		Terminals:  bind.NewTerminals(ctx, a.terminals, a.workspaces, guard),
		Folders:    bind.NewFolders(ctx, folders),
		Links:      bind.NewLinks(ctx, patientLinks{links, folders.disk}),
		Clipboard:  bind.NewClipboard(ctx, clipboard),
		Uploads:    bind.NewUploads(uploads),
		Settings:   bind.NewSettings(ctx, a.settings, folders, places),
	}
}

// folderKey names a configuration folder in one path element.
func folderKey(dir string) string {
	sum := sha256.Sum256([]byte(dir))
	return hex.EncodeToString(sum[:8])
}
