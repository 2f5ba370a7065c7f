package main

import (
	"bufio"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// virtualScreen is an X server without a screen, for windows that nobody looks at.
type virtualScreen struct {
	command *exec.Cmd
	display string
}

func startVirtualScreen(width, height int) (*virtualScreen, error) {
	read, write, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer read.Close()
	cmd := exec.Command("Xvfb", "-displayfd", "3", "-screen", "0", fmt.Sprintf("%dx%dx24", width, height), "-noreset", "-nolisten", "tcp")
	cmd.ExtraFiles = []*os.File{write}
	err = cmd.Start()
	write.Close()
	if err != nil {
		return nil, err
	}
	// The server writes the number that it has chosen once it takes clients.
	number, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		return nil, fmt.Errorf("the virtual screen did not start: %w", err)
	}
	return &virtualScreen{command: cmd, display: ":" + strings.TrimSpace(number)}, nil
}

func (s *virtualScreen) close() {
	s.command.Process.Signal(os.Interrupt)
	s.command.Wait() // how it ends is of no interest
}

// window is a program's window on a virtual screen, used through xdotool.
type window struct {
	world         *world
	command       *exec.Cmd
	id            string
	width, height int
}

var _ screen = (*window)(nil)

// openWindow starts a program and waits for its window.
func openWindow(w *world, width, height int, environ []string, argv ...string) (*window, error) {
	cmd := exec.Command(argv[0], argv[1:]...)
	cmd.Env = w.environ(environ...)
	cmd.Dir = w.home
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	v := &window{world: w, command: cmd, width: width, height: height}
	err := await("a window of "+argv[0], patience, func() bool {
		out, err := v.tool("search", "--onlyvisible", "--pid", strconv.Itoa(cmd.Process.Pid))
		fields := strings.Fields(out)
		if err != nil || len(fields) == 0 {
			return false
		}
		v.id = fields[len(fields)-1]
		return true
	})
	if err != nil {
		v.close()
		return nil, err
	}
	// There is no window manager that would do these two.
	if _, err := v.tool("windowsize", v.id, strconv.Itoa(width), strconv.Itoa(height)); err != nil {
		return v, err
	}
	_, err = v.tool("windowfocus", v.id)
	return v, err
}

func (v *window) tool(args ...string) (string, error) {
	cmd := exec.Command("xdotool", args...)
	cmd.Env = v.world.environ()
	out, err := cmd.Output()
	if err != nil {
		return "", fmt.Errorf("xdotool %s: %w", strings.Join(args, " "), err)
	}
	return string(out), nil
}

func (v *window) keys(text string, pace time.Duration) error {
	if pace == typing {
		_, err := v.tool("type", "--delay", strconv.FormatInt(pace.Milliseconds(), 10), "--", text)
		return err
	}
	// One program for the whole text: to start one for each key takes longer than the pace.
	var chain []string
	for _, letter := range text {
		chain = append(chain, "key", string(letter), "sleep", strconv.FormatFloat(pause(pace).Seconds(), 'f', 4, 64))
	}
	_, err := v.tool(chain...)
	return err
}

func (v *window) enter() error { return v.chord("Return") }

func (v *window) chord(keys string) error {
	_, err := v.tool("key", keys)
	return err
}

func (v *window) click(x, y float64) error {
	_, err := v.tool("mousemove", "--window", v.id, strconv.Itoa(int(x*float64(v.width))), strconv.Itoa(int(y*float64(v.height))), "click", "1")
	return err
}

func (v *window) picture() ([]byte, error) {
	cmd := exec.Command("import", "-window", "root", "png:-")
	cmd.Env = v.world.environ()
	return cmd.Output()
}

func (v *window) close() error {
	v.command.Process.Signal(os.Interrupt)
	timer := time.AfterFunc(10*time.Second, func() { v.command.Process.Kill() })
	defer timer.Stop()
	v.command.Wait() // how it ends is of no interest
	return nil
}
