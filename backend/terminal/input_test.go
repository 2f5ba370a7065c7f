package terminal

import (
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
)

// answers returns the control messages since the last call.
func (s *screen) answers() string {
	s.take()
	var all []string
	for _, m := range s.control {
		switch m := m.(type) {
		case InputAck:
			all = append(all, fmt.Sprintf("ack %d:%d", m.Epoch, m.Offset))
		case InputRefused:
			all = append(all, fmt.Sprintf("%s %d:%d", m.Reason, m.Epoch, m.Expected))
		}
	}
	s.control = nil
	return strings.Join(all, ", ")
}

func TestInputIsWrittenOnceAndInOrder(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		for _, step := range []struct {
			offset int64
			data   string
			want   string
		}{
			{0, "ab", "ack 1:2"},
			{2, "cd", "ack 1:4"},
			{0, "abcd", "ack 1:4"},     // a repetition
			{2, "cdef", "ack 1:6"},     // half a repetition
			{9, "z", "gap 1:6"},        // something is missing
			{-1, "z", "gap 1:6"},       // nonsense
			{6, "", "ack 1:6"},         // nothing at all
			{6, "g", "ack 1:7"},        // on it goes
			{1 << 62, "z", "gap 1:7"},  // far away
			{-1 << 63, "z", "gap 1:7"}, // far away
		} {
			s.view.Input(id, 1, step.offset, []byte(step.data))
			if got := s.answers(); got != step.want {
				t.Errorf("%q at %d: %s, expected %s", step.data, step.offset, got, step.want)
			}
		}
		if got := f.typed(); got != "abcdefg" {
			t.Errorf("typed %q", got)
		}
	})
}

func TestInputOfAnOlderEpochIsRefused(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		s.view.Input(id, 1, 0, []byte("exit\n"))
		s.answers()
		f.exitWith(core.Exit{})
		close(f.output)
		s.take()
		s.view.Input(id, 1, 5, []byte("rm -rf\n"))
		if got := s.answers(); got != "closed 1:5" {
			t.Errorf("after the exit: %s", got)
		}
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		s.take()
		s.view.Input(id, 1, 0, []byte("rm -rf\n"))
		s.view.Input(id, 7, 0, []byte("rm -rf\n"))
		s.view.Input(id, 2, 0, []byte("ls\n"))
		if got := s.answers(); got != "epoch 1:0, epoch 7:0, ack 2:3" {
			t.Errorf("after the restart: %s", got)
		}
		if got := b.env.last().typed(); got != "ls\n" {
			t.Errorf("typed %q", got)
		}
	})
}

func TestInputThatTheProgramDidNotTakeEndsWithIt(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.stuck = make(chan struct{})
		s.view.Input(id, 1, 0, []byte("one"))
		synctest.Wait()
		s.view.Input(id, 1, 3, []byte("two"))
		f.exitWith(core.Exit{})
		close(f.output)
		if got := s.answers(); got != "closed 1:6" {
			t.Errorf("answers %s", got)
		}
		if err := b.service.Restart(t.Context(), id); err != nil {
			t.Fatal(err)
		}
		s.take()
		if got := b.env.last().typed(); got != "" {
			t.Errorf("the next process was given %q", got)
		}
	})
}

func TestAPasteIntoAProgramThatDoesNotReadAffectsNothingElse(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		stuck := make(chan struct{})
		f.stuck = stuck
		const frame = 32 << 10
		accepted := int64(0)
		for offset := int64(0); offset < 8<<20; offset += frame {
			s.view.Input(id, 1, offset, make([]byte, frame))
			if got := s.answers(); got == "" {
				accepted = offset + frame
			} else if want := fmt.Sprintf("gap 1:%d", accepted); got != want {
				t.Fatalf("at %d: %s, expected %s", offset, got, want)
			}
		}
		if accepted != maxUnwritten {
			t.Errorf("accepted %d bytes", accepted)
		}
		other := b.create()
		s2 := b.watch(viewB, other, small)
		s2.take()
		s2.view.Input(other, 1, 0, []byte("ls"))
		if got := s2.answers(); got != "ack 1:2" {
			t.Errorf("the other terminal: %s", got)
		}
		// Another view of the stuck terminal has room of its own.
		s3 := b.service.OpenView(core.ViewID(strings.Repeat("c", 32)))
		s3.Input(id, 1, 0, []byte("x"))
		if m, _ := s3.nextNow(canceled()); m != nil {
			t.Errorf("answer %#v", m)
		}
		close(stuck)
		synctest.Wait()
		if got := s.answers(); got != fmt.Sprintf("ack 1:%d", maxUnwritten) {
			t.Errorf("answers %s", got)
		}
		if got := len(f.typed()); got != maxUnwritten+1 {
			t.Errorf("%d bytes were written", got)
		}
	})
}

func TestInputGoesOnAfterAReconnect(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		s.view.Input(id, 1, 0, []byte("abc"))
		s.answers()
		s.view.Close()
		b.pass(keepInput - time.Minute)
		s = b.watch(viewA, id, small)
		s.take()
		if got := s.attached[0].Input; got != 3 {
			t.Fatalf("expected input offset %d", got)
		}
		s.view.Input(id, 1, 0, []byte("abcdef"))
		if got := s.answers(); got != "ack 1:6" || f.typed() != "abcdef" {
			t.Errorf("answers %s, typed %q", got, f.typed())
		}
	})
}

func TestViewsThatLeftLongAgoAreForgotten(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, _, s := b.running()
		s.view.Input(id, 1, 0, []byte("abc"))
		s.view.Close()
		b.pass(keepInput + time.Second)
		for i := range maxDeparted + 10 {
			v := b.service.OpenView(core.ViewID(fmt.Sprintf("%032d", i)))
			v.Input(id, 1, 0, []byte("x"))
			v.Close()
		}
		s = b.watch(viewA, id, small)
		s.take()
		if got := s.attached[0].Input; got != 0 {
			t.Errorf("input offset %d is remembered", got)
		}
		if n := len(b.service.lookup(id).inputs); n > maxDeparted+1 {
			t.Errorf("%d views are remembered", n)
		}
	})
}

func TestTheKeyThatEndsAProgramIsNotCalledLost(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.mu.Lock()
		f.stuck = make(chan struct{})
		f.mu.Unlock()
		s.view.Input(id, 1, 0, []byte("exit\r"))
		synctest.Wait()
		f.exitWith(core.Exit{Code: 3})
		synctest.Wait()
		if got := s.answers(); got != "" {
			t.Errorf("answered %s while it was being written", got)
		}
		close(f.stuck)
		if got := s.answers(); got != "ack 1:5" {
			t.Errorf("answered %q", got)
		}
	})
}

func TestWhatAnEndedProgramDidNotTakeIsCalledLost(t *testing.T) {
	inBubble(t, 0, func(t *testing.T, b *bed) {
		id, f, s := b.running()
		f.mu.Lock()
		f.stuck = make(chan struct{})
		f.mu.Unlock()
		s.view.Input(id, 1, 0, []byte("exit\r"))
		synctest.Wait()
		s.view.Input(id, 1, 5, []byte("more"))
		f.exitWith(core.Exit{})
		if got := s.answers(); got != "closed 1:9" {
			t.Errorf("answered %q", got)
		}
	})
}
