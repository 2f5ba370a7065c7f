package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
)

// ensure installs what is missing, saying what and why first. Where it may not
// install, it ends with the one command that would.
func (w *workshop) ensure(ctx context.Context, m *machine, needs ...[]need) error {
	plan, err := planInstall(m, slices.Concat(needs...))
	if err != nil || len(plan.missing) == 0 {
		return err
	}
	for _, n := range plan.missing {
		w.say("install %s: %s", strings.Join(n.packages[m.manager.name], " "), n.why)
	}
	if m.elevate == nil {
		return &failure{
			code:    exitUsage,
			message: "packages are missing and this account may not install them",
			hint:    "Run: sudo " + plan.line(),
		}
	}
	if m.manager.refresh != nil {
		if err := w.run(ctx, child{argv: slices.Concat(m.elevate, m.manager.refresh), env: quietInstall, quiet: true}); err != nil {
			// Stale lists are often still good enough; a real fault shows below.
			w.say("the package lists could not be refreshed, going on with the old ones")
		}
	}
	if err := w.run(ctx, child{argv: slices.Concat(m.elevate, plan.argv), env: quietInstall, quiet: true}); err != nil {
		return &failure{code: exitFailed, message: err.Error(), hint: "Run it by hand to see why: sudo " + plan.line()}
	}
	for _, n := range plan.missing {
		if !n.met(m) {
			return &failure{
				code:    exitUsage,
				message: fmt.Sprintf("%s is still missing after installing %s", n.what(), strings.Join(n.packages[m.manager.name], " ")),
				hint:    "Install it by hand; " + n.why + ".",
			}
		}
	}
	return nil
}

// quietInstall keeps Debian's package scripts from asking.
var quietInstall = []string{"DEBIAN_FRONTEND=noninteractive"}

// installPlan is what ensure would do: one command for everything missing.
type installPlan struct {
	missing []need
	argv    []string
}

func (p installPlan) line() string { return strings.Join(p.argv, " ") }

// planInstall is the decision, apart from carrying it out.
func planInstall(m *machine, needs []need) (installPlan, error) {
	var plan installPlan
	for _, n := range needs {
		if n.met(m) || slices.ContainsFunc(plan.missing, func(o need) bool { return o.what() == n.what() }) {
			continue
		}
		plan.missing = append(plan.missing, n)
	}
	if len(plan.missing) == 0 {
		return plan, nil
	}
	if m.manager == nil {
		return plan, &failure{
			code:    exitUsage,
			message: "no known package manager was found, and " + plan.missing[0].what() + " is missing",
			hint:    "Install it by hand; " + plan.missing[0].why + ".",
		}
	}
	plan.argv = slices.Clone(m.manager.install)
	for _, n := range plan.missing {
		packages, ok := n.packages[m.manager.name]
		if !ok {
			return plan, &failure{
				code:    exitUsage,
				message: fmt.Sprintf("%s is missing and has no known %s package", n.what(), m.manager.name),
				hint:    "Install it by hand; " + n.why + ".",
			}
		}
		plan.argv = append(plan.argv, packages...)
	}
	return plan, nil
}
