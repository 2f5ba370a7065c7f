package main

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

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
	// File is relative to the manifest.
	File string `json:"file"`
}

// addHelpers adds the clanker of every helper system and their manifest. The one
// for own, if the package has one outside of this folder, is there already, at ownFile.
func (p *packing) addHelpers(ctx context.Context, tree *archive.Tree, folder string, own system, ownFile string) error {
	manifest := helperManifest{Version: p.release.String()}
	systems := helperSystems
	if own.goos == "windows" {
		systems = append([]system{own}, systems...)
	}
	for _, on := range systems {
		data, err := p.program(ctx, cliBinary, on)
		if err != nil {
			return err
		}
		file := ownFile
		if on != own {
			file = on.goos + "-" + on.goarch + "/" + on.executable(cliBinary)
			tree.Program(folder+"/"+file, data)
		}
		sum := sha256.Sum256(data)
		manifest.Helpers = append(manifest.Helpers, helperEntry{on.goos, on.goarch, hex.EncodeToString(sum[:]), len(data), file})
	}
	data, err := json.MarshalIndent(manifest, "", "  ")
	tree.File(folder+"/helpers.json", append(data, '\n'))
	return err
}
