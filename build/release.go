package main

import (
	"context"
	"fmt"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// A release is which version this tree is and when it was made, both from git:
// nothing about a version is written into a file.
type release struct {
	core version // of the last tag, vMAJOR.MINOR.PATCH; zero without one
	pre  string  // what follows it in the tag, such as rc.1
	// since counts the commits after the tag, or all of them without one.
	since  int
	commit string // abbreviated
	dirty  bool   // there are changes that no commit has
	at     time.Time
}

// String is the version as semantic versioning writes it, and as both programs
// print it: 1.2.3 for a tag, 1.2.4-dev.14+g0123456789ab for 14 commits after it,
// which sorts after what it was made from and before whatever comes next. A
// pre-release that is tagged has to sort after dev, as rc does and beta does not.
func (r release) String() string { return r.spelled("-", r.pre) }

// packaged is the version as dpkg and rpm compare it. There "~" sorts before the
// release and "-" would begin a revision.
func (r release) packaged() string { return r.spelled("~", strings.ReplaceAll(r.pre, "-", ".")) }

func (r release) spelled(before, pre string) string {
	if r.since == 0 && !r.dirty {
		if pre == "" {
			return r.core.String()
		}
		return r.core.String() + before + pre
	}
	core, dev := r.core, "dev."+strconv.Itoa(r.since)+"+g"+r.commit
	switch {
	case pre != "": // between this pre-release and the next
		dev = pre + "." + dev
	case core != version{}: // without a tag there is nothing to be after
		core[2]++
	}
	if r.dirty {
		dev += ".dirty"
	}
	return core.String() + before + dev
}

// numeric is the version where only four numbers are taken, as on Windows: the
// tag's, and how far after it this is.
func (r release) numeric() string {
	return fmt.Sprintf("%s.%d", r.core, min(r.since, 65535)) // 16 bits each
}

// describedPattern is what `git describe --long` prints for a tag of ours.
var describedPattern = regexp.MustCompile(`^v(\d+)\.(\d+)\.(\d+)(?:-([0-9A-Za-z.-]+))?-(\d+)-g([0-9a-f]+)$`)

// parseDescribed reads it.
func parseDescribed(text string) (release, bool) {
	match := describedPattern.FindStringSubmatch(text)
	if match == nil {
		return release{}, false
	}
	var r release
	for i := range r.core {
		r.core[i], _ = strconv.Atoi(match[i+1])
	}
	r.pre, r.commit = match[4], match[6]
	r.since, _ = strconv.Atoi(match[5])
	return r, true
}

// abbreviation is how many digits of a commit are shown: enough for a repository
// of any size, and always the same, because git's own choice grows with it.
const abbreviation = "12"

// release asks git. ok is false outside of a repository.
func (w *workshop) release(ctx context.Context) (r release, ok bool) {
	git := func(args ...string) (string, bool) {
		text, err := w.output(ctx, child{argv: append([]string{"git"}, args...)})
		return text, err == nil
	}
	commit, ok := git("rev-parse", "--short="+abbreviation, "HEAD")
	if !ok {
		return release{}, false
	}
	described, _ := git("describe", "--tags", "--long", "--abbrev="+abbreviation, "--match", "v[0-9]*", "HEAD")
	if r, ok = parseDescribed(described); !ok {
		count, _ := git("rev-list", "--count", "HEAD")
		r.since, _ = strconv.Atoi(count)
		r.commit = commit
	}
	changed, _ := git("status", "--porcelain", "--untracked-files=no")
	r.dirty = changed != ""
	seconds, _ := git("log", "-1", "--format=%ct")
	r.at = sourceTime(os.Getenv("SOURCE_DATE_EPOCH"), seconds)
	return r, true
}

// sourceTime is the time that every packaged file gets: what a distribution's
// build system says (https://reproducible-builds.org/specs/source-date-epoch/),
// else the commit's.
func sourceTime(epoch, commit string) time.Time {
	for _, text := range []string{epoch, commit} {
		if seconds, err := strconv.ParseInt(text, 10, 64); err == nil {
			return time.Unix(seconds, 0).UTC()
		}
	}
	return time.Unix(0, 0).UTC()
}

// parseRelease reads a version that somebody else decided.
func parseRelease(text string) (release, bool) {
	return parseDescribed("v" + strings.TrimPrefix(text, "v") + "-0-g0")
}
