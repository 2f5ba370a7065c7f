// Package vt follows a terminal's output and knows, at any byte, what state a
// terminal emulator would be in: modes, pen, character sets, scroll region,
// keyboard protocols, title and working directory. It agrees with xterm.js,
// which draws our terminals, about where every sequence begins and ends.
//
// It decides how to bring a fresh emulator to a known state (Prologue) and how to
// leave whatever a program set (Farewell). It must not keep the contents of the
// screen, answer queries, or do any input or output.
package vt
