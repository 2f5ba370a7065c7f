package installed

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"io"
	"os"
)

// maxProgram bounds what is read as a program: ours has some 30 MB, and a path
// that leads to something else must not fill the memory.
const maxProgram = 512 << 20

// errNoProgram says that what lies there is a link, a device, a pipe or too large.
var errNoProgram = errors.New("installed: no program")

// open opens a regular file. It is looked at first, because to open a pipe waits
// for whoever writes to it, and again after, because it may have been exchanged.
func open(path string, limit int64) (*os.File, error) {
	before, err := os.Lstat(path)
	if err != nil {
		return nil, err
	}
	if !before.Mode().IsRegular() || before.Size() > limit {
		return nil, errNoProgram
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	if after, err := file.Stat(); err != nil || !os.SameFile(before, after) {
		return nil, errors.Join(errNoProgram, err, file.Close())
	}
	return file, nil
}

// sumOf reads a program piece by piece.
func sumOf(ctx context.Context, path string) (string, error) {
	file, err := open(path, maxProgram)
	if err != nil {
		return "", err
	}
	defer file.Close()
	hash := sha256.New()
	_, err = io.Copy(hash, bounded{ctx, io.LimitReader(file, maxProgram)})
	return hex.EncodeToString(hash.Sum(nil)), err
}

// read returns a program whole.
func read(ctx context.Context, path string) ([]byte, error) {
	file, err := open(path, maxProgram)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(bounded{ctx, io.LimitReader(file, maxProgram)})
}

// bounded ends a long reading, as of a slow disk, between two pieces of it.
type bounded struct {
	ctx  context.Context
	from io.Reader
}

func (b bounded) Read(p []byte) (int, error) {
	if err := b.ctx.Err(); err != nil {
		return 0, err
	}
	return b.from.Read(p)
}
