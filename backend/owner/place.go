package owner

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"clankergrid/backend/atomicfile"
	"clankergrid/backend/errs"
	"clankergrid/backend/paths"
)

// locks are the operating-system locks of one owner.
type locks []*flock.Flock

// Unlock gives all of them back.
func (l locks) Unlock() error {
	var err error
	for _, lock := range l {
		err = errors.Join(err, lock.Unlock())
	}
	return err
}

// place is where the lock, the record and the endpoint of one configuration
// folder are.
type place struct {
	// stem is the path of those files without their extension.
	stem string
	// spare is the stem in the runtime folder. It equals stem when the
	// configuration folder holds nothing.
	spare string
}

// places returns where to look for an owner, in the order of preference.
func places(configDir, runtimeDir string) [2]place {
	spare := filepath.Join(runtimeDir, "owner-"+hashOf(configDir))
	return [2]place{
		{stem: filepath.Join(configDir, "owner"), spare: spare},
		{stem: spare, spare: spare},
	}
}

// hashOf names a configuration folder in 16 hex digits: short for a socket
// path, and two folders of one user that collide by accident are not a case.
// Links are resolved, so that two names of one folder give one owner.
func hashOf(configDir string) string {
	if resolved, err := filepath.EvalSymlinks(configDir); err == nil {
		configDir = resolved
	}
	sum := sha256.Sum256([]byte(configDir))
	return hex.EncodeToString(sum[:8])
}

// tryLock takes the lock in each place that can have one and returns the first
// of them as the owner's place. Without an error and without locks, another
// process holds one.
func tryLock(configDir, runtimeDir string) (at place, taken locks, err error) {
	var trouble error
	for _, candidate := range places(configDir, runtimeDir) {
		lock, free, err := candidate.tryLock()
		switch {
		case err != nil:
			trouble = errors.Join(trouble, err)
			continue
		case !free:
			return place{}, nil, taken.Unlock()
		}
		if taken = append(taken, lock); len(taken) == 1 {
			at = candidate
		}
	}
	if len(taken) > 0 {
		return at, taken, nil
	}
	kind := errs.Storage
	if errs.KindOf(trouble) == errs.Permission || errors.Is(trouble, fs.ErrPermission) {
		kind = errs.Permission
	}
	return place{}, nil, errs.Wrap("owner.Acquire", kind,
		"Neither "+errs.Quote(configDir)+" nor "+errs.Quote(runtimeDir)+" can hold the lock of a running program.",
		"Make one of them writable and start again.", trouble)
}

func (p place) tryLock() (lock *flock.Flock, free bool, err error) {
	prepare := paths.Private
	if p.stem == p.spare {
		prepare = paths.PrivateRuntime
	}
	if err := prepare(filepath.Dir(p.stem)); err != nil {
		return nil, false, err
	}
	lock = flock.New(p.stem+".lock", flock.SetPermissions(0o600))
	free, err = lock.TryLock()
	return lock, free, err
}

// record is the content of owner.json.
type record struct {
	Kind     string `json:"kind"`
	Pid      int    `json:"pid"`
	Version  string `json:"version"`
	Endpoint string `json:"endpoint"`
}

// recordLimit bounds what is read of a record; ours are far smaller.
const recordLimit = 16 << 10

// writeRecord writes owner.json, in the runtime folder when the configuration
// folder took the lock but takes no file (a full or read-only disk).
func (p place) writeRecord(r record) error {
	data, err := json.Marshal(r)
	if err != nil {
		return err
	}
	err = atomicfile.Write(p.stem+".json", 0o600, append(data, '\n'))
	if err == nil || p.stem == p.spare {
		return err
	}
	if spareErr := paths.PrivateRuntime(filepath.Dir(p.spare)); spareErr != nil {
		return errors.Join(err, spareErr)
	}
	return atomicfile.Write(p.spare+".json", 0o600, append(data, '\n'))
}

// removeRecord forgets the owner. A record that cannot be removed does no harm.
func (p place) removeRecord() {
	os.Remove(p.stem + ".json")
	os.Remove(p.spare + ".json")
}

// readRecords returns the records of all places. Several may be there after a
// crash, and only a connection tells which one lives.
func readRecords(configDir, runtimeDir string) []record {
	var all []record
	for _, at := range places(configDir, runtimeDir) {
		info, err := os.Lstat(at.stem + ".json")
		if err != nil || !info.Mode().IsRegular() || info.Size() > recordLimit {
			continue
		}
		data, err := os.ReadFile(at.stem + ".json")
		if err != nil {
			continue
		}
		var r record
		if json.Unmarshal(data, &r) == nil && r.Endpoint != "" {
			all = append(all, r)
		}
	}
	return all
}
