package compose

import "runtime/debug"

// version is set by the linker for a release build.
var version = "dev"

// Version is the one answer to "which version is this": what the build set, else
// the revision that Go recorded, else "dev".
func Version() string {
	info, ok := debug.ReadBuildInfo()
	if version != "dev" || !ok {
		return version
	}
	return versionOf(info)
}

func versionOf(info *debug.BuildInfo) string {
	var revision, modified string
	for _, s := range info.Settings {
		switch s.Key {
		case "vcs.revision":
			revision = s.Value
		case "vcs.modified":
			if s.Value == "true" {
				modified = "-dirty"
			}
		}
	}
	const shown = 12 // as git abbreviates in a repository of this kind
	if len(revision) < shown {
		return "dev"
	}
	return "dev-" + revision[:shown] + modified
}
