// Package desktop starts the real window on a screen and uses it as a person
// does, with keys and eyes. It decides whether the program as built opens,
// draws, types and ends. It must not look inside: what needs that is tested in
// a browser, where it is possible.
package desktop
