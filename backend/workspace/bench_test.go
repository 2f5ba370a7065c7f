package workspace

import (
	"context"
	"fmt"
	"testing"

	"clankergrid/backend/store"
)

// The figures that docs/adr/0013 names: one layout, and the order of sixty tabs, on
// a real file.

func benchService(b *testing.B, workspaces int) *Service {
	b.Helper()
	db, _, err := store.Open(b.Context(), store.Options{ConfigDir: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	machine := &still{}
	service := New(Options{Environment: machine, Terminals: machine, Recents: db, Saved: db})
	b.Cleanup(func() {
		service.Shutdown(context.Background())
		db.Close()
	})
	for n := range workspaces {
		if _, _, err := service.Open(b.Context(), fmt.Sprintf("/%d", n), 3, nil); err != nil {
			b.Fatal(err)
		}
	}
	return service
}

func BenchmarkArrange(b *testing.B) {
	service := benchService(b, 1)
	ws := service.List()[0]
	for b.Loop() {
		next, err := service.Arrange(b.Context(), ws.ID, ws.Layout.Revision, mirrored(ws.Layout.Root))
		if err != nil {
			b.Fatal(err)
		}
		ws = next
	}
}

func BenchmarkMoveAmongSixty(b *testing.B) {
	service := benchService(b, 60)
	first := service.List()[0].ID
	for to := 59; b.Loop(); to = 59 - to {
		if err := service.Move(b.Context(), first, to); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkRestoreSixty(b *testing.B) {
	earlier := benchService(b, 60)
	saved := earlier.saved
	for b.Loop() {
		machine := &still{}
		service := New(Options{Environment: machine, Terminals: machine, Recents: saved.(Recents), Saved: saved})
		if err := service.RestoreAll(b.Context()); err != nil {
			b.Fatal(err)
		}
		if n := len(service.List()); n != 60 {
			b.Fatalf("%d restored", n)
		}
		service.Shutdown(context.Background())
	}
}
