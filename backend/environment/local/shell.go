package local

import (
	"bufio"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
	"clankergrid/backend/environment"
	"clankergrid/backend/errs"
	"clankergrid/backend/process"
)

// Shell is the request that starts a shell in a folder with shell integration
// where the shell supports it, and plainly as a login shell where it does not, the
// integration cannot be installed, or it is not wanted.
func (e *Environment) Shell(ctx context.Context, ask environment.ShellRequest) (command.TerminalRequest, error) {
	if err := ctx.Err(); err != nil {
		return command.TerminalRequest{}, errs.Wrap("local.Shell", errs.Canceled, "The shell was not started.", "", err)
	}
	shell, err := e.chosen(ask.Shell)
	if err != nil {
		return command.TerminalRequest{Program: ask.Shell}, err
	}
	env := e.terminalEnviron(ctx, ask.Dir, ask.Terminal)
	if runtime.GOOS != "windows" {
		env = env.with("SHELL", shell)
	}
	req := command.TerminalRequest{Program: shell, Dir: ask.Dir}
	if runtime.GOOS != "windows" {
		// The dash is how login(1) tells a shell that it is a login shell.
		req.Argv0 = "-" + filepath.Base(shell)
	}
	if !ask.Plain {
		scripts, err := e.scripts.install()
		if err != nil {
			// A shell without integration is still a shell.
			e.options.Log.Warn("shell integration is not installed", "err", err)
		} else {
			req.Args, env = integrate(shell, scripts, env, e.options.Home)
		}
	}
	req.Env = env
	return req, nil
}

// Program is the request that starts a program in a terminal of ours, as the user's
// shell would start it there.
func (e *Environment) Program(ctx context.Context, ask environment.ProgramRequest) (command.TerminalRequest, error) {
	req := command.TerminalRequest{Program: ask.Program, Args: ask.Args, Argv0: ask.Program, Dir: ask.Dir}
	if err := ctx.Err(); err != nil {
		return req, errs.Wrap("local.Program", errs.Canceled, "The program was not started.", "", err)
	}
	if err := bare(ask.Program); err != nil {
		return req, err
	}
	env := e.terminalEnviron(ctx, ask.Dir, ask.Terminal)
	if runtime.GOOS != "windows" {
		env = env.with("SHELL", e.loginShell())
	}
	return complete(req, ask, env)
}

// ProgramHere is the request that starts a program in the terminal that this process
// is in itself: it keeps that terminal's variables.
func (e *Environment) ProgramHere(ctx context.Context, ask environment.ProgramRequest) (command.TerminalRequest, error) {
	req := command.TerminalRequest{Program: ask.Program, Args: ask.Args, Argv0: ask.Program, Dir: ask.Dir}
	if err := bare(ask.Program); err != nil {
		return req, err
	}
	return complete(req, ask, e.withPath(ctx, without(e.options.Environ, e.options.Markers, isAgents)))
}

// complete finds the program and adds its own variables.
func complete(req command.TerminalRequest, ask environment.ProgramRequest, env environ) (command.TerminalRequest, error) {
	path, err := locate(ask.Program, env)
	if err != nil {
		return req, err
	}
	for _, entry := range ask.Env {
		if name, value, ok := strings.Cut(entry, "="); ok {
			env = env.with(name, value)
		}
	}
	req.Program, req.Env = path, env
	return req, nil
}

// terminalEnviron is what every program in a terminal finds around itself.
func (e *Environment) terminalEnviron(ctx context.Context, dir string, terminal core.TerminalID) environ {
	env := e.childEnviron(ctx)
	if runtime.GOOS != "windows" {
		env = env.with("PWD", dir)
	}
	return env.with("TERM", "xterm-256color").with("COLORTERM", "truecolor").
		with("TERM_PROGRAM", "clanker-grid").with("TERM_PROGRAM_VERSION", e.options.Version).
		with(process.SessionVariable, string(terminal))
}

// loginShell is SHELL if it can be run, else the user's entry in the password
// file, else what every system of its kind has.
func (e *Environment) loginShell() string {
	env := environ(e.options.Environ)
	if runtime.GOOS == "windows" {
		return windowsShell(env)
	}
	for _, shell := range []string{env.get("SHELL"), passwdShell("/etc/passwd", os.Getuid())} {
		if isProgram(shell) {
			return shell
		}
	}
	if runtime.GOOS == "darwin" && isProgram("/bin/zsh") {
		return "/bin/zsh"
	}
	return "/bin/sh"
}

// tellMissingShell says once that what starts is not what SHELL asks for: a user
// who set it would look for the mistake elsewhere.
func (e *Environment) tellMissingShell(started string) {
	wanted := environ(e.options.Environ).get("SHELL")
	if runtime.GOOS == "windows" || wanted == "" || wanted == started {
		return
	}
	e.toldShell.Do(func() {
		e.options.Log.Warn("SHELL cannot be run", "shell", wanted, "instead", started)
		if e.options.Notice != nil {
			e.options.Notice(core.Notice{
				ID: "shell-missing", Level: "warning",
				Message: fmt.Sprintf("The shell %s that SHELL names cannot be run, so terminals start %s.", errs.Quote(wanted), errs.Quote(started)),
				Hint:    "Set SHELL to the absolute path of an installed shell and start again.",
			})
		}
	})
}

func isProgram(path string) bool {
	if !filepath.IsAbs(path) {
		return false
	}
	found, err := exec.LookPath(path) // for a path with a separator: may it be run
	return err == nil && found != ""
}

// passwdShell reads the last field of the user's line.
func passwdShell(file string, uid int) string {
	f, err := os.Open(file)
	if err != nil {
		return ""
	}
	defer f.Close()
	lines := bufio.NewScanner(f)
	for lines.Scan() {
		fields := strings.Split(lines.Text(), ":")
		if len(fields) == 7 && fields[2] == strconv.Itoa(uid) {
			return fields[6]
		}
	}
	return ""
}

// windowsShell prefers PowerShell 7, which users install on purpose, over the
// PowerShell that comes with the system.
func windowsShell(env environ) string {
	for _, name := range []string{"pwsh.exe", "powershell.exe"} {
		for _, dir := range filepath.SplitList(env.get("PATH")) {
			if path := filepath.Join(dir, name); isProgram(path) {
				return path
			}
		}
	}
	return filepath.Join(env.get("SystemRoot"), "System32", "WindowsPowerShell", "v1.0", "powershell.exe")
}
