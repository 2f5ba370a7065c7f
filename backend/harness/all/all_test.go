package all

import (
	"testing"

	"clankergrid/backend/harness/harnesstest"
)

func TestEveryProviderPassesTheSuite(t *testing.T) {
	for _, p := range Registry().All() {
		t.Run(string(p.Descriptor.ID), func(t *testing.T) { harnesstest.Provider(t, p) })
	}
}
