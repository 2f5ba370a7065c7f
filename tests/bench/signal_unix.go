//go:build unix

package main

import "syscall"

// tellFill is what a shell of a world fills its terminal at.
const tellFill = syscall.SIGUSR1
