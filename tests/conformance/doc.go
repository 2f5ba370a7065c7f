// Package conformance runs the real coding-agent CLIs, in the versions that are named
// here, against a model provider of our own: launched as the application launches them,
// in a real pseudo-terminal, watched through a terminal emulator without a window. It
// decides which facts about a CLI are checked. Its tests need the build tag conformance
// and the CLIs, which the build tool installs into a cache; what cannot be installed is
// reported as not run.
package conformance
