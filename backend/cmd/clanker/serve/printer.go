package serve

import (
	"io"
	"time"
)

const (
	// printerLines bounds what waits for a terminal that takes nothing; more is
	// dropped. The verb prints a few lines in its life.
	printerLines = 64
	// printerPatience is how long the end waits for the last lines.
	printerPatience = time.Second
)

// printer writes lines from a goroutine of its own, so that a terminal that is
// stopped, gone or full never holds up the application. Errors of writing are
// dropped: there is nobody left to tell.
type printer struct {
	lines chan string
	done  chan struct{}
}

func newPrinter(w io.Writer) *printer {
	p := &printer{lines: make(chan string, printerLines), done: make(chan struct{})}
	go func() {
		defer close(p.done)
		for line := range p.lines {
			io.WriteString(w, line)
		}
	}()
	return p
}

// print queues a line and never blocks.
func (p *printer) print(line string) {
	select {
	case p.lines <- line:
	default:
	}
}

// close waits a moment for what is queued. A write that hangs in the kernel
// cannot be taken back; it ends with the process.
func (p *printer) close() {
	close(p.lines)
	patience := time.NewTimer(printerPatience)
	defer patience.Stop()
	select {
	case <-p.done:
	case <-patience.C:
	}
}
