package terminal

import (
	"context"
	"time"

	"clankergrid/backend/command"
	"clankergrid/backend/core"
)

// surveyFor bounds a look at the machine's processes, which takes milliseconds.
// Someone waits for it with a question on the screen.
const surveyFor = 5 * time.Second

// Running lists the work that ending these terminals, or all if none is given,
// would end: an agent, or what is in the foreground unless it is the shell itself, else
// what the shell has in the background. There is at most one entry for each terminal. When the
// system does not tell, every live terminal is listed.
func (s *Service) Running(ids ...core.TerminalID) []core.RunningWork {
	scenes, ptys := s.scenes(ids)
	if len(ptys) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), surveyFor)
	defer cancel()
	activities, err := s.options.Environment.Activities(ctx, ptys)
	if err != nil {
		s.log.Warn("what runs in the terminals is not known", "err", err)
		return unknown(scenes)
	}
	var all []core.RunningWork
	for _, scene := range scenes {
		n := len(scene.ptys)
		if w, ok := scene.running(activities[:n]); ok {
			all = append(all, w)
		}
		activities = activities[n:]
	}
	return all
}

// unknown counts every live terminal as work: where nobody can tell, nobody may
// end anything without asking.
func unknown(scenes []scene) []core.RunningWork {
	var all []core.RunningWork
	for _, scene := range scenes {
		if scene.current == nil {
			continue
		}
		w, leader := scene.work, scene.current.Process()
		w.Program, w.Pid = leader.Name, leader.Pid
		all = append(all, w)
	}
	return all
}

// KeepsRunning lists the processes that left these terminals, or all if none is
// given, and that ending would leave alone.
func (s *Service) KeepsRunning(ids ...core.TerminalID) []core.Process {
	_, ptys := s.scenes(ids)
	if len(ptys) == 0 {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), surveyFor)
	defer cancel()
	departed, err := s.options.Environment.Departed(ctx, ptys)
	if err != nil {
		s.log.Warn("what left the terminals is not known", "err", err)
		return nil
	}
	var all []core.Process
	for _, left := range departed {
		all = union(all, left)
	}
	return all
}

// scene is what is asked about one terminal: all its processes that may have a
// session, at one moment.
type scene struct {
	work    core.RunningWork // without its program
	current command.Terminal // whose foreground counts; nil unless running
	// agent is set when current's leader is not the shell but what the user works with.
	agent string
	ptys  []command.Terminal
}

// scenes returns those of the terminals of these IDs that have a process, or of all
// for none, and the pseudo-terminals of all of them in the same order.
func (s *Service) scenes(ids []core.TerminalID) ([]scene, []command.Terminal) {
	var scenes []scene
	var ptys []command.Terminal
	for _, t := range s.selected(ids) {
		if scene := t.scene(); len(scene.ptys) > 0 {
			scenes = append(scenes, scene)
			ptys = append(ptys, scene.ptys...)
		}
	}
	return scenes, ptys
}

func (t *terminal) scene() scene {
	t.mu.Lock()
	defer t.mu.Unlock()
	s := scene{work: core.RunningWork{Workspace: t.request.Workspace, Terminal: t.id, Title: t.label()}}
	for _, p := range t.processes() {
		if p.hasStarted() {
			s.ptys = append(s.ptys, p.pty)
		}
	}
	if t.state == core.TerminalRunning {
		s.current = t.process.pty
	}
	if t.hostsAgent() {
		s.agent = t.agent.Name
	}
	return s
}

// running picks the work from what each pseudo-terminal of the scene does.
func (s scene) running(activities []command.Activity) (core.RunningWork, bool) {
	w := s.work
	if s.agent != "" {
		w.Program, w.Pid = s.agent, s.current.Process().Pid
		return w, true
	}
	for i, pty := range s.ptys {
		if fg := activities[i].Foreground; pty == s.current && !fg.Leader && fg.Pid > 0 {
			w.Program, w.Pid = fg.Name, fg.Pid
			return w, true
		}
	}
	for i, pty := range s.ptys {
		for _, member := range activities[i].Session {
			if member.Pid != pty.Process().Pid {
				w.Program, w.Pid = member.Name, member.Pid
				return w, true
			}
		}
	}
	return w, false
}

// hasStarted reports, without waiting, whether there is a pseudo-terminal.
func (p *process) hasStarted() bool {
	select {
	case <-p.spawned:
		return p.pty != nil
	default:
		return false
	}
}
