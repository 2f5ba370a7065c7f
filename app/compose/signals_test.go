//go:build unix

package compose

import (
	"context"
	"log/slog"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/app/bind"
	"clankergrid/backend/core"
)

// quitter is an application whose plan takes its time.
type quitter struct {
	takes    time.Duration
	plan     bind.QuitPlan
	quitting chan struct{}
}

func (q quitter) QuitPlan() bind.QuitPlan {
	<-time.After(q.takes)
	return q.plan
}
func (q quitter) Quitting() <-chan struct{} { return q.quitting }
func (q quitter) Log() *slog.Logger         { return slog.New(slog.DiscardHandler) }

var busy = bind.QuitPlan{Running: []core.RunningWork{{Title: "api", Program: "vim", Pid: 7}}}

func TestWhatSignalsMean(t *testing.T) {
	type sent struct {
		at     time.Duration
		signal os.Signal
	}
	const never = -1
	for name, tt := range map[string]struct {
		takes time.Duration // to make a plan
		plan  bind.QuitPlan
		sent  []sent
		ends  time.Duration
		lists int
	}{
		"nothing runs":                      {0, bind.QuitPlan{}, []sent{{0, os.Interrupt}}, 0, 0},
		"once":                              {0, busy, []sent{{0, os.Interrupt}}, never, 1},
		"twice":                             {0, busy, []sent{{0, os.Interrupt}, {4 * time.Second, os.Interrupt}}, 4 * time.Second, 1},
		"twice, too slowly":                 {0, busy, []sent{{0, os.Interrupt}, {5 * time.Second, os.Interrupt}}, never, 2},
		"the third in time for the second":  {0, busy, []sent{{0, os.Interrupt}, {5 * time.Second, os.Interrupt}, {9 * time.Second, os.Interrupt}}, 9 * time.Second, 2},
		"twice before the list":             {20 * time.Second, busy, []sent{{0, os.Interrupt}, {2 * time.Second, os.Interrupt}}, 2 * time.Second, 0},
		"in time for a late list":           {8 * time.Second, busy, []sent{{0, os.Interrupt}, {12 * time.Second, os.Interrupt}}, 12 * time.Second, 1},
		"nothing runs, as is known late":    {8 * time.Second, bind.QuitPlan{}, []sent{{0, os.Interrupt}}, 8 * time.Second, 0},
		"TERM":                              {0, busy, []sent{{0, syscall.SIGTERM}}, 0, 0},
		"TERM during a plan":                {20 * time.Second, busy, []sent{{0, os.Interrupt}, {time.Second, syscall.SIGTERM}}, time.Second, 0},
		"QUIT":                              {0, busy, []sent{{0, syscall.SIGQUIT}}, 0, 0},
		"hanging up":                        {0, bind.QuitPlan{}, []sent{{0, syscall.SIGHUP}, {time.Second, syscall.SIGPIPE}}, never, 0},
		"a plan that is made is made alone": {20 * time.Second, busy, []sent{{0, os.Interrupt}, {6 * time.Second, os.Interrupt}, {12 * time.Second, os.Interrupt}}, never, 1},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := &Signals{make(chan os.Signal, 8), make(chan os.Signal, 1)}
				app := quitter{tt.takes, tt.plan, make(chan struct{})}
				began, lists, ended := time.Now(), 0, make(chan time.Duration, 1)
				go func() {
					s.UntilEnd(app, func(bind.QuitPlan) { lists++ })
					ended <- time.Since(began)
				}()
				for _, sent := range tt.sent {
					<-time.After(sent.at - time.Since(began))
					if sent.signal == syscall.SIGHUP || sent.signal == syscall.SIGPIPE {
						s.harmless <- sent.signal
					} else {
						s.ending <- sent.signal
					}
				}
				<-time.After(time.Minute)
				got := time.Duration(never)
				select {
				case got = <-ended:
				default:
					close(app.quitting) // which ends the watch
					<-ended
				}
				if got != tt.ends || lists != tt.lists {
					t.Errorf("ended at %v after %d lists, want %v after %d", got, lists, tt.ends, tt.lists)
				}
			})
		})
	}
}

func TestOneMoreSignalCutsTheWaitOfTheEnd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &Signals{make(chan os.Signal, 8), make(chan os.Signal, 1)}
		closing, cancel := s.Closing(t.Context(), time.Minute)
		defer cancel()
		synctest.Wait()
		if closing.Err() != nil {
			t.Fatal("it ended by itself")
		}
		s.ending <- syscall.SIGTERM
		synctest.Wait()
		if closing.Err() != context.Canceled {
			t.Errorf("err = %v", closing.Err())
		}
	})
}

func TestTheListNamesWhatEndsAndWhatStays(t *testing.T) {
	got := RunningList(bind.QuitPlan{
		Running:      []core.RunningWork{{Title: "api", Program: "vim", Pid: 7}},
		KeepsRunning: []core.Process{{Name: "tmux", Pid: 8}},
	})
	for _, want := range []string{"vim (pid 7) in api", "tmux (pid 8) keeps running", "within 5 seconds"} {
		if !strings.Contains(got, want) {
			t.Errorf("the list lacks %q: %s", want, got)
		}
	}
}
