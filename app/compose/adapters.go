package compose

import (
	"context"
	"log/slog"
	"sync"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/store"
	"clankergrid/backend/terminal"
	"clankergrid/backend/workspace"
)

// journal writes to the store which processes live. A write that fails costs the
// list of survivors after a crash and nothing else, so it is logged only; the
// store has told the user that it keeps nothing.
type journal struct {
	db  *store.DB
	log *slog.Logger
}

var _ terminal.Journal = journal{}

// journalTimeout bounds one write: the caller is about to show a terminal.
const journalTimeout = 3 * time.Second

func (j journal) Started(s core.Survivor) {
	ctx, cancel := context.WithTimeout(context.Background(), journalTimeout)
	defer cancel()
	if err := j.db.ProcessStarted(ctx, s); err != nil {
		j.log.Warn("a process is not in the journal", "terminal", s.Terminal, "err", err)
	}
}

func (j journal) Ended(id core.TerminalID, p core.Process) {
	ctx, cancel := context.WithTimeout(context.Background(), journalTimeout)
	defer cancel()
	if err := j.db.ProcessEnded(ctx, id, p); err != nil {
		j.log.Warn("an ended process stays in the journal", "terminal", id, "err", err)
	}
}

// workspaceTerminals gives workspaces the terminals they need.
type workspaceTerminals struct {
	*terminal.Service
	climbing *sync.RWMutex
}

var _ workspace.Terminals = workspaceTerminals{}

func (t workspaceTerminals) Create(ctx context.Context, req workspace.CreateRequest) (core.Terminal, error) {
	return t.Service.Create(ctx, terminal.CreateRequest(req))
}

func (t workspaceTerminals) Close(ctx context.Context, id core.TerminalID) (command.Ended, error) {
	t.climbing.RLock()
	defer t.climbing.RUnlock()
	ctx, cancel := treesContext(ctx)
	defer cancel()
	return t.Service.Close(ctx, id)
}
