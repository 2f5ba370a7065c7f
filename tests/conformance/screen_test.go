//go:build conformance

package conformance

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

// Screen is what stands in a terminal.
type Screen struct {
	Rows      []string `json:"rows"`
	History   []string `json:"history"` // of the normal screen, wrapped lines joined
	Alternate bool     `json:"alternate"`
	Bracketed bool     `json:"pasteBracketed"`
	Cursor    [2]int   `json:"cursor"`
}

// Has reports whether a text stands on the screen, or above it.
func (s Screen) Has(text string) bool {
	return strings.Contains(strings.Join(s.Rows, "\n"), text) || strings.Contains(strings.Join(s.History, "\n"), text)
}

func (s Screen) String() string { return strings.TrimRight(strings.Join(s.Rows, "\n"), "\n ") }

// emulator is a terminal emulator in a process of its own. One call at a time.
type emulator struct {
	cmd     *exec.Cmd
	in      io.WriteCloser
	answers func([]byte) // what the emulator says to the program

	mu      sync.Mutex // guards in and the order of calls
	replies chan emulatorSays
	over    chan struct{}
}

type emulatorSays struct {
	Answer []byte  `json:"answer"`
	Parsed bool    `json:"parsed"`
	Screen *Screen `json:"screen"`
}

func newEmulator(t *testing.T, answers func([]byte)) *emulator {
	t.Helper()
	script, err := filepath.Abs(filepath.Join("screen", "screen.mjs"))
	if err != nil {
		t.Fatal(err)
	}
	e := &emulator{cmd: exec.Command("node", script), answers: answers, replies: make(chan emulatorSays), over: make(chan struct{})}
	e.cmd.Dir = filepath.Dir(script)
	var errors strings.Builder
	e.cmd.Stderr = &errors
	in, err := e.cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := e.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	e.in = in
	if err := e.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	go e.listen(out)
	t.Cleanup(func() {
		in.Close()
		<-e.over
		if err := e.cmd.Wait(); err != nil {
			t.Errorf("the emulator: %v: %s", err, errors.String())
		}
	})
	return e
}

func (e *emulator) listen(out io.Reader) {
	defer close(e.over)
	lines := bufio.NewReaderSize(out, 1<<20)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			return
		}
		var says emulatorSays
		if json.Unmarshal(line, &says) != nil {
			continue
		}
		if says.Answer != nil {
			e.answers(says.Answer)
			continue
		}
		e.replies <- says
	}
}

func (e *emulator) call(message map[string]any, waits bool) (emulatorSays, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	line, err := json.Marshal(message)
	if err != nil {
		return emulatorSays{}, err
	}
	if _, err := fmt.Fprintf(e.in, "%s\n", line); err != nil || !waits {
		return emulatorSays{}, err
	}
	select {
	case says := <-e.replies:
		return says, nil
	case <-e.over:
		return emulatorSays{}, io.ErrUnexpectedEOF
	}
}

func (e *emulator) write(data []byte) error {
	_, err := e.call(map[string]any{"write": data}, true)
	return err
}

func (e *emulator) resize(cols, rows uint16) error {
	_, err := e.call(map[string]any{"resize": []uint16{cols, rows}}, false)
	return err
}

func (e *emulator) reset() error {
	_, err := e.call(map[string]any{"reset": true}, false)
	return err
}

func (e *emulator) show() (Screen, error) {
	says, err := e.call(map[string]any{"show": true}, true)
	if err != nil || says.Screen == nil {
		return Screen{}, fmt.Errorf("the emulator shows nothing: %v", err)
	}
	return *says.Screen, nil
}
