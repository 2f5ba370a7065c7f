package main

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"clankergrid/build/archive"
)

// helperSystems are the machines that a host can be, which the application sends
// its own clanker to.
var helperSystems = []system{{"linux", "amd64"}, {"linux", "arm64"}, {"darwin", "amd64"}, {"darwin", "arm64"}}

// helperManifest says which clanker of this version is for which machine. The
// backend reads it and trusts no file that it does not name by hash.
type helperManifest struct {
	Version string        `json:"version"`
	Helpers []helperEntry `json:"helpers"`
}

type helperEntry struct {
	OS     string `json:"os"`
	Arch   string `json:"arch"`
	SHA256 string `json:"sha256"`
	Size   int    `json:"size"`
	// Beside says that it is the one beside the programs. Every other lies in a folder
	// named for its system: a manifest that named files could name any.
	Beside bool `json:"beside,omitempty"`
}

// addHelpers adds the clanker of every helper system and their manifest to a
// package for some system. With beside, the package has that system's own already.
func (p *packing) addHelpers(ctx context.Context, tree *archive.Tree, folder string, target system, beside bool) error {
	manifest := helperManifest{Version: p.release.String()}
	systems := helperSystems
	if target.goos == "windows" {
		systems = append([]system{target}, systems...)
	}
	for _, on := range systems {
		data, err := p.program(ctx, cliBinary, on)
		if err != nil {
			return err
		}
		entry := helperEntry{OS: on.goos, Arch: on.goarch, SHA256: fmt.Sprintf("%x", sha256.Sum256(data)), Size: len(data), Beside: beside && on == target}
		name := folder + "/" + on.goos + "-" + on.goarch + "/" + on.executable(cliBinary)
		switch {
		case entry.Beside:
		case on.goos == target.goos:
			tree.Program(name, data)
		default: // it is sent to others and cannot be run here
			tree.File(name, data)
		}
		manifest.Helpers = append(manifest.Helpers, entry)
	}
	data, err := json.MarshalIndent(manifest, "", "  ")
	tree.File(folder+"/helpers.json", append(data, '\n'))
	return err
}
