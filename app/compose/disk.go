package compose

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

const (
	// diskPatience is how long a folder or file may take to answer: a sleeping
	// disk needs about ten seconds. Beyond, who asked is told so.
	diskPatience = 20 * time.Second
	// diskQuestions bounds the questions under way, each of which may hold a
	// thread for as long as a dead filesystem does not answer. All the recent
	// folders and a few views' pickers fit; beyond, questions are refused.
	diskQuestions = 128
)

// disk asks filesystems in goroutines of their own, so that who asks can give
// up: the kernel takes no context. A question that was given up goes on until
// the filesystem answers or the process ends, and nobody waits for it.
type disk struct {
	mu    sync.Mutex // guards asked and count
	asked map[string]*question
	count int
}

// question is one call under way. value and err are valid once done is closed.
type question struct {
	done  chan struct{}
	value any
	err   error
}

func newDisk() *disk { return &disk{asked: map[string]*question{}} }

// ask returns what fn returns, or the end of ctx. Questions of one key that are
// under way at once are one, so that a dead folder holds one thread however often
// it is asked for; an empty key is never shared. fn must not depend on the
// context of one of its askers alone: it gets one that none of them ends.
func ask[T any](ctx context.Context, d *disk, key string, fn func(context.Context) (T, error)) (T, error) {
	const op = "compose.disk"
	var none T
	ctx, cancel := context.WithTimeout(ctx, diskPatience)
	defer cancel()
	q, ok := d.begin(key, func() (any, error) { return fn(context.WithoutCancel(ctx)) })
	if !ok {
		return none, errs.New(op, errs.Limit, "Too many folders do not answer.", "Check the disks and network folders that are in use.")
	}
	select {
	case <-q.done:
		value, _ := q.value.(T)
		return value, q.err
	case <-ctx.Done():
	}
	if errors.Is(ctx.Err(), context.DeadlineExceeded) {
		return none, errs.Wrap(op, errs.Timeout, "The disk or network folder does not answer.", "Try again when it is reachable.", ctx.Err())
	}
	return none, errs.Wrap(op, errs.Canceled, "The request was given up.", "", ctx.Err())
}

// begin returns the question of the key, begun now unless it is under way.
func (d *disk) begin(key string, fn func() (any, error)) (*question, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if q := d.asked[key]; q != nil && key != "" {
		return q, true
	}
	if d.count >= diskQuestions {
		return nil, false
	}
	q := &question{done: make(chan struct{})}
	d.count++
	if key != "" {
		d.asked[key] = q
	}
	go func() {
		defer close(q.done)
		defer d.end(key)
		defer func() { // a defect here must not end every terminal
			if p := recover(); p != nil {
				q.err = errs.Wrap("compose.disk", errs.Internal, "", "", fmt.Errorf("panic: %v", p))
			}
		}()
		q.value, q.err = fn()
	}()
	return q, true
}

func (d *disk) end(key string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.count--
	delete(d.asked, key)
}

// patientEnvironment is the environment whose folders can be given up on.
type patientEnvironment struct {
	environment.Environment
	disk *disk
}

var _ environment.Environment = patientEnvironment{}

func (e patientEnvironment) ResolveFolder(ctx context.Context, path string) (string, error) {
	return ask(ctx, e.disk, "resolve "+path, func(ctx context.Context) (string, error) {
		return e.Environment.ResolveFolder(ctx, path)
	})
}

func (e patientEnvironment) ListFolder(ctx context.Context, path string, limit int) (core.Folder, error) {
	return ask(ctx, e.disk, fmt.Sprintf("list %d %s", limit, path), func(ctx context.Context) (core.Folder, error) {
		return e.Environment.ListFolder(ctx, path, limit)
	})
}

// patientLinks looks at the files of links in the same way.
type patientLinks struct {
	bind.LinkOpener
	disk *disk
}

var _ bind.LinkOpener = patientLinks{}

func (l patientLinks) Open(ctx context.Context, terminal core.TerminalID, uri string) (string, error) {
	return ask(ctx, l.disk, "", func(ctx context.Context) (string, error) {
		return l.LinkOpener.Open(ctx, terminal, uri)
	})
}
