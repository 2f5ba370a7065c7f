package bind

import (
	"context"

	"clankergrid/backend/core"
)

// FolderLister lists folders of the machine that terminals run on.
type FolderLister interface {
	ListFolder(ctx context.Context, path string, limit int) (core.Folder, error)
}

// folderLimit bounds one listing: far more than anyone scrolls through, and
// some 200 KiB of JSON. Beyond it the listing says that it is truncated.
const folderLimit = 2000

// Folders lists folders for a picker: the same list in both shells.
type Folders struct {
	life   lifetime
	lister FolderLister
}

// NewFolders returns the service; ctx ends with the owner.
func NewFolders(ctx context.Context, lister FolderLister) *Folders {
	return &Folders{life: lifetime{ctx}, lister: lister}
}

// List returns the sub-folders of path; an empty path is the home folder.
func (f *Folders) List(path string) (core.Folder, error) {
	if path == "" {
		path = "~"
	}
	folder, err := f.lister.ListFolder(f.life.ctx, path, folderLimit)
	folder.Entries = list(folder.Entries)
	return folder, err
}
