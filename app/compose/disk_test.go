//go:build unix

package compose

import (
	"context"
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
)

// deadDisk is an environment whose folders answer when they are released.
type deadDisk struct {
	environment.Environment
	released chan struct{}
	asked    chan string
}

func (d deadDisk) ListFolder(_ context.Context, path string, _ int) (core.Folder, error) {
	d.asked <- path
	<-d.released // the kernel takes no context
	return core.Folder{Path: path}, nil
}

func (d deadDisk) ResolveFolder(_ context.Context, path string) (string, error) {
	d.asked <- path
	<-d.released
	return path, nil
}

func newDeadDisk() (deadDisk, patientEnvironment) {
	dead := deadDisk{released: make(chan struct{}), asked: make(chan string, 2*diskQuestions)}
	return dead, patientEnvironment{dead, newDisk()}
}

func TestAFolderThatDoesNotAnswerCanBeGivenUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dead, env := newDeadDisk()
		defer close(dead.released)
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := env.ListFolder(ctx, "/net/gone", 1); errs.KindOf(err) != errs.Canceled {
			t.Errorf("canceled: %v", err)
		}
		began := time.Now()
		if _, err := env.ResolveFolder(t.Context(), "/net/gone"); errs.KindOf(err) != errs.Timeout {
			t.Errorf("not answered: %v", err)
		}
		if took := time.Since(began); took != diskPatience {
			t.Errorf("given up after %v, want %v", took, diskPatience)
		}
	})
}

func TestADeadFolderHoldsOneQuestionHoweverOftenItIsAsked(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dead, env := newDeadDisk()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for range 3 * diskQuestions {
			env.ListFolder(ctx, "/net/gone", 1)
		}
		synctest.Wait()
		if len(dead.asked) != 1 {
			t.Errorf("%d questions", len(dead.asked))
		}
		close(dead.released)
		synctest.Wait()
		if folder, err := env.ListFolder(t.Context(), "/net/gone", 1); err != nil || folder.Path != "/net/gone" {
			t.Errorf("once it answers: %+v, %v", folder, err)
		}
	})
}

func TestQuestionsThatWereGivenUpAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		dead, env := newDeadDisk()
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		for i := range diskQuestions {
			env.ListFolder(ctx, fmt.Sprint("/net/", i), 1)
		}
		if _, err := env.ListFolder(t.Context(), "/home", 1); errs.KindOf(err) != errs.Limit {
			t.Errorf("one more: %v", err)
		}
		close(dead.released)
		synctest.Wait()
		if _, err := env.ListFolder(t.Context(), "/home", 1); err != nil {
			t.Errorf("once they answer: %v", err)
		}
	})
}

func TestADefectInAQuestionIsAnError(t *testing.T) {
	_, err := ask(t.Context(), newDisk(), "", func(context.Context) (string, error) { panic("a defect") })
	if errs.KindOf(err) != errs.Internal {
		t.Errorf("err = %v", err)
	}
}
