package serve

import (
	"errors"
	"io"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// stuck is a terminal that takes nothing until it is released.
type stuck struct{ released chan struct{} }

func (s stuck) Write(p []byte) (int, error) {
	<-s.released
	return len(p), nil
}

func TestATerminalThatTakesNothingHoldsNobodyUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		terminal := stuck{make(chan struct{})}
		p := newPrinter(terminal)
		for range 10 * printerLines {
			p.print("line\n")
		}
		began := time.Now()
		p.close()
		if took := time.Since(began); took != printerPatience {
			t.Errorf("closing took %v, want %v", took, printerPatience)
		}
		close(terminal.released)
		synctest.Wait()
	})
}

func TestLinesArriveInOrderBeforeTheEnd(t *testing.T) {
	var out strings.Builder
	p := newPrinter(&out)
	p.print("one\n")
	p.print("two\n")
	p.close()
	if out.String() != "one\ntwo\n" {
		t.Errorf("printed %q", out.String())
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("input/output error") }

var _ io.Writer = broken{}

func TestATerminalThatIsGoneIsNoError(t *testing.T) {
	p := newPrinter(broken{})
	p.print("line\n")
	p.close()
}
