package catalog

import (
	"encoding/json"
	"io"
	"os"
	"time"

	"clankergrid/backend/atomicfile"
	"clankergrid/backend/harness"
)

// keptVersion is of the file that lists are kept in. The file is a cache: one of
// another version, or that cannot be read, is as good as none.
const keptVersion = 1

// maxKept bounds the file: a few lists of the largest that are known.
const maxKept = 16 << 20

type keptFile struct {
	Version int                     `json:"version"`
	Lists   map[harness.ID]keptList `json:"lists"`
}

type keptList struct {
	Listed     time.Time       `json:"listed"`
	Incomplete bool            `json:"incomplete,omitempty"`
	Models     []harness.Model `json:"models"`
}

// readKept returns the lists of earlier runs.
func (s *Service) readKept() map[harness.ID]List {
	if s.options.Keep == "" {
		return nil
	}
	info, err := os.Lstat(s.options.Keep)
	if err != nil || !info.Mode().IsRegular() {
		return nil
	}
	f, err := os.Open(s.options.Keep)
	if err != nil {
		return nil
	}
	defer f.Close()
	var kept keptFile
	if err := json.NewDecoder(io.LimitReader(f, maxKept)).Decode(&kept); err != nil || kept.Version != keptVersion {
		s.options.Log.Warn("kept lists of models are not used", "err", err, "version", kept.Version)
		return nil
	}
	lists := map[harness.ID]List{}
	for id, each := range kept.Lists {
		if each.Listed.IsZero() || each.Listed.After(time.Now()) {
			continue // of a clock that was wrong: it would be good for ever
		}
		models, incomplete := Clean(each.Models)
		lists[id] = List{Models: models, Source: Listed, Listed: each.Listed, Incomplete: incomplete || each.Incomplete}
	}
	return lists
}

// keep writes the lists that CLIs gave. Without them the next run asks again.
func (s *Service) keep() {
	if s.options.Keep == "" {
		return
	}
	s.keeping.Lock()
	defer s.keeping.Unlock()
	kept := keptFile{Version: keptVersion, Lists: map[harness.ID]keptList{}}
	for _, it := range s.items {
		if it.shelf == nil {
			continue
		}
		if list := it.shelf.now(); list.Source == Listed {
			kept.Lists[it.provider.Descriptor.ID] = keptList{Listed: list.Listed, Incomplete: list.Incomplete, Models: list.Models}
		}
	}
	data, err := json.Marshal(kept)
	if err == nil {
		err = atomicfile.Write(s.options.Keep, 0o600, data)
	}
	if err != nil {
		s.options.Log.Warn("lists of models are not kept", "err", err)
	}
}
