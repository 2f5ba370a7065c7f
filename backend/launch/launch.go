// Package launch starts coding-agent CLIs in terminals. It decides what is started:
// the executable that was found, the arguments of its provider, the user's own
// flags, and what the application attaches to a launch, acquired in order and
// released in reverse. It must not know any particular CLI, and it wraps none: the
// CLI leads the terminal's session.
package launch
