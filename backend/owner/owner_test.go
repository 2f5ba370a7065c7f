package owner

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"clankergrid/backend/errs"
)

func TestASecondStartLearnsWhoTheFirstIs(t *testing.T) {
	config, run := folders(t)
	own := acquire(t, config, run)
	serve(t, own, &answers{})
	_, err := Acquire(t.Context(), Options{ConfigDir: config, RuntimeDir: run, Kind: "browser"})
	wantKind(t, err, errs.Busy)
	var held *HeldError
	if !errors.As(err, &held) {
		t.Fatalf("no HeldError in %v", err)
	}
	want := HeldError{Kind: "desktop", Pid: os.Getpid(), Version: "1.2.3", Endpoint: filepath.Join(config, "owner.sock")}
	if *held != want {
		t.Errorf("held = %+v, want %+v", *held, want)
	}
	if message := errs.PublicOf(err).Message; !strings.Contains(message, "desktop") {
		t.Errorf("message = %q", message)
	}
}

func TestASecondStartWaitsForAFirstThatIsStillStarting(t *testing.T) {
	config, run := folders(t)
	own := acquire(t, config, run)
	asking := make(chan error, 1)
	go func() {
		_, err := Acquire(context.Background(), Options{ConfigDir: config, RuntimeDir: run})
		asking <- err
	}()
	// The second has connected when the first finds it waiting.
	conn := firstWaiting(t, own)
	defer conn.Close()
	select {
	case err := <-asking:
		t.Fatalf("the second start did not wait: %v", err)
	default:
	}
	conn.Close()
	serve(t, own, &answers{})
	err := <-asking
	var held *HeldError
	if !errors.As(err, &held) || held.Kind != "desktop" {
		t.Errorf("error = %v", err)
	}
}

func TestASecondStartTakesOverWhenTheFirstEndsMeanwhile(t *testing.T) {
	config, run := folders(t)
	own := acquire(t, config, run)
	taken := make(chan error, 1)
	go func() {
		second, err := Acquire(context.Background(), Options{ConfigDir: config, RuntimeDir: run})
		if err == nil {
			err = second.Close()
		}
		taken <- err
	}()
	conn := firstWaiting(t, own)
	conn.Close()
	if err := own.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-taken; err != nil {
		t.Errorf("second start: %v", err)
	}
}

func TestAnOwnerThatNeverAnswersIsReportedWithoutItsOldRecord(t *testing.T) {
	config, run := folders(t)
	acquire(t, config, run) // and does not serve
	began := time.Now()
	_, err := Acquire(t.Context(), Options{ConfigDir: config, RuntimeDir: run})
	wantKind(t, err, errs.Busy)
	var held *HeldError
	if !errors.As(err, &held) || *held != (HeldError{}) {
		t.Errorf("held = %+v", held)
	}
	if waited := time.Since(began); waited < settleWait || waited > settleWait+soon {
		t.Errorf("waited %v", waited)
	}
}

func TestAStartThatIsGivenUpSaysSo(t *testing.T) {
	config, run := folders(t)
	acquire(t, config, run)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := Acquire(ctx, Options{ConfigDir: config, RuntimeDir: run})
	wantKind(t, err, errs.Canceled)
}

func TestAKilledOwnerLeavesTheFolderFree(t *testing.T) {
	config, run := folders(t)
	child := startChild(t, config, run)
	_, err := Acquire(t.Context(), Options{ConfigDir: config, RuntimeDir: run})
	var held *HeldError
	if !errors.As(err, &held) || held.Pid != child.Process.Pid || held.Kind != "browser" {
		t.Fatalf("error = %v", err)
	}
	child.Process.Kill()
	child.Wait()
	for _, left := range []string{"owner.lock", "owner.json", "owner.sock"} {
		if _, err := os.Lstat(filepath.Join(config, left)); err != nil {
			t.Errorf("the kill did not leave %s, so this proves nothing", left)
		}
	}
	_, err = Dial(t.Context(), config, run)
	wantKind(t, err, errs.NotFound)
	own := acquire(t, config, run)
	serve(t, own, &answers{url: "x"})
	if url, err := dialed(t, config, run).URL(t.Context()); err != nil || url != "x" {
		t.Errorf("URL = %q, %v", url, err)
	}
}

func TestFilesOfAnOwnerArePrivateAndOnlyTheLockRemains(t *testing.T) {
	config, run := folders(t)
	own := acquire(t, config, run)
	for _, name := range []string{"owner.lock", "owner.json", "owner.sock"} {
		info, err := os.Lstat(filepath.Join(config, name))
		if err != nil {
			t.Fatal(err)
		}
		if info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %v", name, info.Mode())
		}
	}
	if err := own.Close(); err != nil {
		t.Fatal(err)
	}
	entries, _ := os.ReadDir(config)
	if len(entries) != 1 || entries[0].Name() != "owner.lock" {
		t.Errorf("left: %v", entries)
	}
	if err := own.Close(); err != nil {
		t.Errorf("second Close: %v", err)
	}
}

func TestAConfigurationFolderThatTakesNothingIsOwnedThroughTheRuntimeFolder(t *testing.T) {
	config, run := folders(t)
	if err := os.WriteFile(config, []byte("in the way"), 0o600); err != nil {
		t.Fatal(err)
	}
	own := acquire(t, config, run)
	serve(t, own, &answers{url: "x"})
	if url, err := dialed(t, config, run).URL(t.Context()); err != nil || url != "x" {
		t.Errorf("URL = %q, %v", url, err)
	}
	_, err := Acquire(t.Context(), Options{ConfigDir: config, RuntimeDir: run})
	wantKind(t, err, errs.Busy)

	// It remains the owner when the folder can be written again.
	if err := os.Remove(config); err != nil {
		t.Fatal(err)
	}
	_, err = Acquire(t.Context(), Options{ConfigDir: config, RuntimeDir: run})
	wantKind(t, err, errs.Busy)
}

func TestNoPlaceForALockIsAnError(t *testing.T) {
	config, run := folders(t)
	for _, dir := range []string{config, run} {
		if err := os.WriteFile(dir, nil, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	_, err := Acquire(t.Context(), Options{ConfigDir: config, RuntimeDir: run})
	wantKind(t, err, errs.Storage)
	if public := errs.PublicOf(err); !strings.Contains(public.Message, config) || public.Hint == "" {
		t.Errorf("public = %+v", public)
	}
}

func TestALongPathPutsTheSocketIntoTheRuntimeFolder(t *testing.T) {
	config, run := folders(t)
	config = filepath.Join(config, strings.Repeat("long/", 30))
	own := acquire(t, config, run)
	serve(t, own, &answers{url: "x"})
	client := dialed(t, config, run)
	if filepath.Dir(client.endpoint) != run {
		t.Errorf("endpoint = %q", client.endpoint)
	}
	if url, err := client.URL(t.Context()); err != nil || url != "x" {
		t.Errorf("URL = %q, %v", url, err)
	}
}

func TestTwoNamesOfOneFolderHaveOneOwner(t *testing.T) {
	config, run := folders(t)
	acquire(t, config, run)
	link := config + "-link"
	if err := os.Symlink(config, link); err != nil {
		t.Fatal(err)
	}
	if hashOf(config) != hashOf(link) {
		t.Error("the runtime folder has two names for one configuration folder")
	}
	at, taken, err := tryLock(link, run)
	if err != nil || len(taken) != 0 {
		t.Errorf("tryLock = %v, %v, %v", at, taken, err)
	}
}

func TestARecordThatIsNoRecordIsIgnored(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "not JSON": "owner", "no endpoint": `{"pid":1}`, "huge": strings.Repeat(" ", recordLimit) + `{"endpoint":"x"}`,
	} {
		t.Run(name, func(t *testing.T) {
			config, run := folders(t)
			if err := os.MkdirAll(config, 0o700); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(filepath.Join(config, "owner.json"), []byte(content), 0o600); err != nil {
				t.Fatal(err)
			}
			if got := readRecords(config, run); len(got) != 0 {
				t.Errorf("records = %+v", got)
			}
			_, err := Dial(t.Context(), config, run)
			wantKind(t, err, errs.NotFound)
		})
	}
}
