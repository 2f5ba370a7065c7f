package main

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"strings"
)

// A system is what a program is compiled for, in Go's names.
type system struct{ goos, goarch string }

func here() system { return system{runtime.GOOS, runtime.GOARCH} }

func (s system) String() string { return s.goos + "/" + s.goarch }

// executable is a program's file name there.
func (s system) executable(name string) string {
	if s.goos == "windows" {
		return name + ".exe"
	}
	return name
}

// A compilation is one program for one system.
type compilation struct {
	program string // by its name below bin
	on      system
	version string
	out     string
}

// compile links one program. The same source, Go and system give the same bytes
// of cliBinary on every machine: no path, no time and nothing of this machine's
// processor gets into it. The window's bytes also depend on the C compiler and on
// the libraries that are there.
func (w *workshop) compile(ctx context.Context, c compilation, environment ...string) error {
	linker := []string{"-s", "-w", "-X", versionVariable + "=" + c.version}
	env := []string{
		"GOOS=" + c.on.goos, "GOARCH=" + c.on.goarch,
		// The oldest processors, whatever this machine's user prefers.
		"GOAMD64=v1", "GOARM64=v8.0",
	}
	pkg, tags := "./backend/cmd/clanker", []string(nil)
	// cliBinary has to start on a machine without any graphical library: cgo is
	// off, so it links nothing.
	cgo := "CGO_ENABLED=0"
	if c.program != cliBinary {
		pkg, tags = ".", []string{"desktop", "production"}
		if c.program == automatedBinary {
			tags = append(tags, "e2e")
		}
		switch c.on.goos {
		case "windows":
			// Without the flag a console window would open behind the application.
			linker = append(linker, "-H", "windowsgui")
		case "darwin":
			cgo = "CGO_ENABLED=1"
			env = append(env, "CGO_LDFLAGS=-framework UniformTypeIdentifiers")
		default:
			cgo = "CGO_ENABLED=1"
			tags = append(tags, "webkit2_41")
		}
		if cgo == "CGO_ENABLED=1" && c.on != here() {
			return fmt.Errorf("%s for %s needs that system's own compiler and libraries", c.program, c.on)
		}
	}
	// The version says which commit this is, so Go need not record it: what it
	// records differs between a clone and an unpacked archive.
	argv := []string{"go", "build", "-trimpath", "-buildvcs=false", "-ldflags", strings.Join(linker, " ")}
	if c.program != cliBinary && c.on.goos == "linux" {
		// It holds C code, whose place in memory shall not be known; on the other
		// systems that is how Go builds anyway.
		argv = append(argv, "-buildmode=pie")
	}
	if len(tags) > 0 {
		argv = append(argv, "-tags", strings.Join(tags, ","))
	}
	return w.run(ctx, child{env: slices.Concat(env, []string{cgo}, environment), argv: append(argv, "-o", c.out, pkg)})
}
