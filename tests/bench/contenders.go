package main

import (
	"bufio"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"clankergrid/tests/bench/figures"
)

// session is one contender, shown in one engine and ready to be typed into.
type session struct {
	world   *world
	screen  screen
	backend int // the process that reads the pseudo-terminals
	closers []func() error
	opened  opening
}

// opening is when a session was begun and when its first prompt could be used.
type opening struct {
	began, ready time.Time
}

func (s *session) close() error {
	var err error
	for i := len(s.closers) - 1; i >= 0; i-- {
		err = errors.Join(err, s.closers[i]())
	}
	s.closers = nil
	return err
}

func (s *session) onClose(f func() error) { s.closers = append(s.closers, f) }

// layout is what a session shows.
type layout struct {
	width, height int
	terminals     int    // beside each other
	then          string // what every shell does once it is ready
}

// plain is the size of a fresh window.
var plain = layout{width: 1440, height: 900, terminals: 1}

// open starts a contender in an engine, each time from nothing.
func (b *bench) open(contender, engine string, l layout) (*session, error) {
	w, err := b.newWorld()
	if err != nil {
		return nil, err
	}
	s := &session{world: w}
	s.onClose(w.dispose)
	if err := b.openIn(s, contender, engine, l); err != nil {
		b.keepPicture(s)
		return nil, errors.Join(fmt.Errorf("%s in %s: %w", contender, engine, err), s.close())
	}
	return s, nil
}

// keepPicture keeps what was on the screen when something failed.
func (b *bench) keepPicture(s *session) {
	if s.screen == nil {
		return
	}
	if png, err := s.screen.picture(); err == nil {
		path := b.path("failed.png")
		if os.WriteFile(path, png, 0o644) == nil {
			b.say("the screen is in %s", path)
		}
	}
}

func (b *bench) openIn(s *session, contender, engine string, l layout) error {
	s.opened.began = time.Now()
	var err error
	if contender == figures.Product {
		err = b.openProduct(s, engine, l)
	} else {
		err = b.openPeer(s, engine, l)
	}
	if err != nil {
		return err
	}
	s.opened.ready, err = s.world.awaitReady(l.terminals, patience)
	return err
}

// openProduct starts the browser mode with a tab, or the real window, and opens a
// folder in it.
func (b *bench) openProduct(s *session, engine string, l layout) error {
	folder, err := s.world.folder("project")
	if err != nil {
		return err
	}
	if err := b.startProduct(s, engine, l); err != nil {
		return err
	}
	if err := b.clanker(s.world, "open", folder); err != nil {
		return err
	}
	for opened := 1; opened < l.terminals; opened++ {
		if _, err := s.world.awaitReady(opened, patience); err != nil {
			return err
		}
		if err := s.screen.chord(newTerminal[engine]); err != nil {
			return err
		}
	}
	return nil
}

// newTerminal are the keys that open one more terminal where there is the most
// room; a browser keeps the usual ones for itself.
var newTerminal = map[string]string{figures.Chromium: "alt+shift+t", figures.WebKitGTK: "ctrl+shift+t"}

func (b *bench) startProduct(s *session, engine string, l layout) error {
	environ := []string{"BENCH_THEN=" + l.then}
	if engine == figures.WebKitGTK {
		v, err := openWindow(s.world, l.width, l.height, environ, b.path("clanker-grid"))
		if err != nil {
			return err
		}
		s.screen, s.backend = v, v.command.Process.Pid
		s.onClose(v.close)
		return nil
	}
	address, pid, stop, err := startServer(s.world, environ, b.path("clanker"), "serve")
	if err != nil {
		return err
	}
	s.backend = pid
	s.onClose(stop)
	return b.openTab(s, l, address)
}

func (b *bench) openTab(s *session, l layout, address string) error {
	c, err := startChromium(s.world, b.chromium)
	if err != nil {
		return err
	}
	t, err := openTab(c, l.width, l.height, address)
	if err != nil {
		return errors.Join(err, c.close())
	}
	s.screen = t
	s.onClose(t.close)
	return nil
}

// clanker runs one of the product's verbs.
func (b *bench) clanker(w *world, args ...string) error {
	cmd := exec.Command(b.path("clanker"), args...)
	cmd.Env, cmd.Dir = w.environ(), w.home
	if out, err := cmd.CombinedOutput(); err != nil {
		return fmt.Errorf("clanker %s: %w\n%s", strings.Join(args, " "), err, out)
	}
	return nil
}

// openPeer starts the peer's server and shows its page, or that of the limit.
func (b *bench) openPeer(s *session, engine string, l layout) error {
	address, pid, stop, err := b.startPeer(s.world, "BENCH_FIRST="+l.then)
	if err != nil {
		return err
	}
	s.backend = pid
	s.onClose(stop)
	size := b.grids[engine]
	page := fmt.Sprintf("%s/peer.html?cols=%d&rows=%d&terminals=%d", address, size.cols/l.terminals, size.rows, l.terminals)
	return b.show(s, engine, l, page)
}

func (b *bench) startPeer(w *world, environ ...string) (address string, pid int, stop func() error, err error) {
	return startServer(w, environ, "node", filepath.Join(b.root, "tests/bench/peer/server.mjs"), b.path("font.woff2"), b.path("floods"))
}

// show shows a page that is not the product's.
func (b *bench) show(s *session, engine string, l layout, page string) error {
	if engine == figures.Chromium {
		return b.openTab(s, l, page)
	}
	v, err := openWindow(s.world, l.width, l.height, nil, b.path("webview"), strconv.Itoa(l.width), strconv.Itoa(l.height), page)
	if err != nil {
		return err
	}
	s.screen = v
	s.onClose(v.close)
	return nil
}

// startServer starts a program that prints its address as its first line.
func startServer(w *world, environ []string, argv ...string) (address string, pid int, stop func() error, err error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env, cmd.Dir = w.environ(environ...), w.home
	// A file, not a pipe: nobody reads on after the first line.
	output, err := os.Create(filepath.Join(w.root, "output"))
	if err != nil {
		return "", 0, nil, err
	}
	defer output.Close()
	cmd.Stdout, cmd.Stderr = output, output
	if err := cmd.Start(); err != nil {
		return "", 0, nil, err
	}
	stop = func() error {
		cmd.Process.Signal(os.Interrupt)
		timer := time.AfterFunc(10*time.Second, func() { cmd.Process.Kill() })
		defer timer.Stop()
		cmd.Wait() // how it ends is of no interest
		return nil
	}
	err = await("the address of "+argv[0], patience, func() bool {
		lines := w.output()
		if len(lines) > 0 {
			address = lines[0]
		}
		return len(lines) > 0
	})
	if err != nil {
		return "", 0, nil, errors.Join(err, stop())
	}
	return address, cmd.Process.Pid, stop, nil
}

// output are the whole lines that the world's server has printed.
func (w *world) output() []string {
	file, err := os.Open(filepath.Join(w.root, "output"))
	if err != nil {
		return nil
	}
	defer file.Close()
	var lines []string
	for r := bufio.NewReader(file); ; {
		line, err := r.ReadString('\n')
		if err != nil {
			return lines // an unfinished line is none yet
		}
		lines = append(lines, strings.TrimSpace(line))
	}
}
