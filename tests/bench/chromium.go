package main

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

// chromium is a headless browser, driven through its pipe:
// https://chromedevtools.github.io/devtools-protocol/.
type chromium struct {
	command  *exec.Cmd
	commands *os.File
	answers  *bufio.Reader
	output   *os.File
	next     int
}

var chromiumNames = []string{"chromium", "chromium-browser", "google-chrome"}

func findChromium() (string, error) {
	for _, name := range chromiumNames {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", errors.New("there is no Chromium")
}

func startChromium(w *world, binary string) (*chromium, error) {
	theirCommands, commands, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirCommands.Close()
	output, theirAnswers, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirAnswers.Close()
	cmd := exec.Command(binary, "--headless=new", "--remote-debugging-pipe", "--user-data-dir="+filepath.Join(w.root, "profile"),
		"--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
		"--disable-component-update", "--disable-sync", "--disable-extensions",
		// What is measured is in front; nothing may be slowed down because it seems not to be.
		"--disable-renderer-backgrounding", "--disable-backgrounding-occluded-windows", "--disable-background-timer-throttling")
	cmd.Env = w.environ()
	cmd.ExtraFiles = []*os.File{theirCommands, theirAnswers}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	return &chromium{command: cmd, commands: commands, answers: bufio.NewReader(output), output: output}, nil
}

// call sends one command and waits for its answer; events in between are dropped.
func (c *chromium) call(session, method string, params, result any) error {
	c.next++
	request := map[string]any{"id": c.next, "method": method, "params": params}
	if session != "" {
		request["sessionId"] = session
	}
	data, err := json.Marshal(request)
	if err != nil {
		return err
	}
	if _, err := c.commands.Write(append(data, 0)); err != nil {
		return err
	}
	for {
		data, err := c.answers.ReadBytes(0)
		if err != nil {
			return fmt.Errorf("%s: the browser has ended: %w", method, err)
		}
		var message struct {
			ID     int
			Result json.RawMessage
			Error  *struct{ Message string }
		}
		if err := json.Unmarshal(data[:len(data)-1], &message); err != nil {
			return err
		}
		switch {
		case message.ID != c.next:
		case message.Error != nil:
			return fmt.Errorf("%s: %s", method, message.Error.Message)
		case result == nil:
			return nil
		default:
			return json.Unmarshal(message.Result, result)
		}
	}
}

func (c *chromium) close() error {
	c.call("", "Browser.close", map[string]any{}, nil) // it may be gone already
	timer := time.AfterFunc(10*time.Second, func() { c.command.Process.Kill() })
	defer timer.Stop()
	c.command.Wait() // how it ends is of no interest
	return errors.Join(c.commands.Close(), c.output.Close())
}

// tab is a page of a browser of its own.
type tab struct {
	browser       *chromium
	session       string
	width, height int
}

var _ screen = (*tab)(nil)

func openTab(c *chromium, width, height int, address string) (*tab, error) {
	var target struct{ TargetID string }
	if err := c.call("", "Target.createTarget", map[string]any{"url": "about:blank"}, &target); err != nil {
		return nil, err
	}
	var attached struct{ SessionID string }
	if err := c.call("", "Target.attachToTarget", map[string]any{"targetId": target.TargetID, "flatten": true}, &attached); err != nil {
		return nil, err
	}
	t := &tab{browser: c, session: attached.SessionID, width: width, height: height}
	size := map[string]any{"width": width, "height": height, "deviceScaleFactor": 1, "mobile": false}
	if err := t.call("Emulation.setDeviceMetricsOverride", size, nil); err != nil {
		return nil, err
	}
	return t, t.call("Page.navigate", map[string]any{"url": address}, nil)
}

func (t *tab) call(method string, params, result any) error {
	return t.browser.call(t.session, method, params, result)
}

func (t *tab) key(event map[string]any) error {
	for _, kind := range []string{"keyDown", "keyUp"} {
		event["type"] = kind
		if kind == "keyUp" {
			delete(event, "text")
		}
		if err := t.call("Input.dispatchKeyEvent", event, nil); err != nil {
			return err
		}
	}
	return nil
}

func (t *tab) keys(text string, pace time.Duration) error {
	for _, letter := range text {
		event := map[string]any{"text": string(letter), "key": string(letter)}
		if code := strings.ToUpper(string(letter)); code >= "A" && code <= "Z" {
			event["code"], event["windowsVirtualKeyCode"] = "Key"+code, int(code[0])
		}
		if err := t.key(event); err != nil {
			return err
		}
		time.Sleep(pause(pace))
	}
	return nil
}

func (t *tab) enter() error {
	return t.key(map[string]any{"key": "Enter", "code": "Enter", "text": "\r", "windowsVirtualKeyCode": 13})
}

func (t *tab) chord(keys string) error {
	parts := strings.Split(keys, "+")
	bits := map[string]int{"alt": 1, "ctrl": 2, "shift": 8}
	modifiers := 0
	for _, part := range parts[:len(parts)-1] {
		modifiers |= bits[part]
	}
	letter := strings.ToUpper(parts[len(parts)-1])
	return t.key(map[string]any{"modifiers": modifiers, "key": letter, "code": "Key" + letter, "windowsVirtualKeyCode": int(letter[0])})
}

func (t *tab) click(x, y float64) error {
	for _, kind := range []string{"mousePressed", "mouseReleased"} {
		event := map[string]any{"type": kind, "x": x * float64(t.width), "y": y * float64(t.height), "button": "left", "clickCount": 1}
		if err := t.call("Input.dispatchMouseEvent", event, nil); err != nil {
			return err
		}
	}
	return nil
}

func (t *tab) picture() ([]byte, error) {
	var shot struct{ Data []byte }
	err := t.call("Page.captureScreenshot", map[string]any{}, &shot)
	return shot.Data, err
}

func (t *tab) close() error { return t.browser.close() }
