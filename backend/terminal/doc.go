// Package terminal owns every terminal: the process on its pseudo-terminal, the
// output it keeps, the views that watch it and the input they send.
//
// It decides when a process starts, how fast it is read, what a view is sent,
// which view owns the size, what input is accepted and how a terminal ends. It
// must not know how bytes travel to a page, how a pseudo-terminal is made, or
// which program runs in it.
//
// # One byte of output
//
// The reader of a process takes up to 64 KiB, appends it to the terminal's
// history (a ring of chunks with the size and epoch changes between them) and
// wakes the views. Each view pulls from the history at its own cursor; nothing
// is queued per view, so a view that never reads costs nothing and a slow one is
// told to start over once its cursor falls out of the ring.
//
// # Locks
//
// Locks are taken in this order, and a later one never waits for an earlier one:
//
//	View.requests   one page request at a time
//	Service.mu      which terminals and views exist
//	Terminal.publishing  snapshots leave in revision order
//	Terminal.mu     one terminal's history, life, input and size
//	View.mu         one view's control queue and list of attachments
package terminal
