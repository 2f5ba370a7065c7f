package terminal

import (
	"context"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
)

// releaseFor bounds how long what a launch acquired is waited for to be given back:
// the shell that follows must not wait for a disk that does not answer.
const releaseFor = 5 * time.Second

// request is what the process is started with: the launch that the terminal was opened
// for, once, and the shell otherwise. A launch that could not be started stays the
// terminal's, so that a restart tries again.
func (p *process) request(ctx context.Context) (command.TerminalRequest, error) {
	t := p.terminal
	t.mu.Lock()
	p.guest = t.launch
	t.mu.Unlock()
	if p.guest == nil {
		return t.shell(ctx)
	}
	prepared, err := p.guest.Prepare(ctx, t.id)
	if err == nil {
		p.release = prepared.Release
	}
	return prepared.Request, err
}

// giveBack releases what a launch acquired. It may be called again.
func (p *process) giveBack() {
	if p.release == nil {
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(p.terminal.ctx), releaseFor)
	defer cancel()
	p.release(ctx)
}

// agentEnded notes how the agent ended. The terminal is about to start the shell, so
// for nobody it is over. It needs mu.
func (t *terminal) agentEnded(exit core.Exit) {
	t.state, t.exit = core.TerminalPending, nil
	ended := *t.agent
	ended.Exit = &exit
	t.agent, t.launch = &ended, nil
}

// followWithShell starts the user's shell in the place of an agent that has ended.
func (t *terminal) followWithShell(old *process) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing || t.process != old {
		return
	}
	t.process = newProcess(t, old)
	t.tasks.Go(t.process.live)
}

// hostsAgent reports whether the agent that the terminal was opened for runs. It needs
// mu.
func (t *terminal) hostsAgent() bool {
	return t.state == core.TerminalRunning && t.agent != nil && t.agent.Exit == nil
}

// leader is what the session's leader is called. It needs mu.
func (t *terminal) leader() string {
	if t.hostsAgent() {
		return t.agent.Name
	}
	return t.program
}
