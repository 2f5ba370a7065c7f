// Package status is the verb that shows what the running application holds.
package status

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"clankergrid/app/compose"
	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/core"
	"clankergrid/backend/errs"
)

type options struct {
	process *cli.Process
	json    bool
}

// NewCommand returns the verb.
func NewCommand(p *cli.Process) *cobra.Command {
	o := &options{process: p}
	cmd := &cobra.Command{
		Use:   "status",
		Short: "Show workspaces and terminals of the running application",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), o) },
	}
	cmd.Flags().BoolVar(&o.json, "json", false, "print JSON with stable fields")
	return cmd
}

func run(ctx context.Context, o *options) error {
	const op = "status.run"
	client, err := compose.DialOwner(ctx, o.process.Getenv, o.process.Home)
	if err != nil {
		return err
	}
	defer client.Close()
	raw, err := client.Status(ctx)
	if err != nil {
		return err
	}
	if o.json {
		_, err := fmt.Fprintf(o.process.Stdout, "%s\n", raw)
		return errs.Wrap(op, errs.Storage, "The status cannot be written.", "", err)
	}
	var s compose.Status
	if err := json.Unmarshal(raw, &s); err != nil {
		return errs.Wrap(op, errs.Unsupported, "The running application speaks another version.", "Use its own clanker, or restart it.", err)
	}
	return errs.Wrap(op, errs.Storage, "The status cannot be written.", "", print(o.process.Stdout, s))
}

func print(out io.Writer, s compose.Status) error {
	fmt.Fprintf(out, "%s %s, pid %d, since %s\n", s.Kind, s.Version, s.Pid, s.Started.Local().Format(time.DateTime))
	for _, ws := range s.Workspaces {
		fmt.Fprintf(out, "\n%s  %s\n", compose.Printable(ws.Name), compose.Printable(ws.Path))
		table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
		for _, t := range ws.Terminals {
			fmt.Fprintf(table, "  %s\t%s\t%s\t%s\t%s\n", t.ID[:min(8, len(t.ID))], state(t), compose.Printable(cmp.Or(t.Foreground, t.Program)), compose.Printable(t.Cwd), compose.Printable(label(t)))
		}
		if err := table.Flush(); err != nil {
			return err
		}
	}
	if len(s.Workspaces) == 0 {
		_, err := fmt.Fprintln(out, "No workspace is open.")
		return err
	}
	return nil
}

// label is what the user called the pane, else the title that its program set.
func label(t compose.TerminalStatus) string { return cmp.Or(t.Name, t.Title) }

func state(t compose.TerminalStatus) string {
	switch {
	case t.State == core.TerminalRunning:
		return fmt.Sprintf("pid %d", t.Pid)
	case t.Exit != nil && t.Exit.Signal != "":
		return "ended by " + t.Exit.Signal
	case t.Exit != nil:
		return fmt.Sprintf("ended with code %d", t.Exit.Code)
	default:
		return string(t.State)
	}
}
