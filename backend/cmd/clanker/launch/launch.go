// Package launch is the verb that starts a coding-agent CLI in the terminal that it is
// typed in, as the application would in one of its own. It decides what is printed; the
// launch itself is composed elsewhere.
package launch

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"clankergrid/app/compose"
	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/command"
	"clankergrid/backend/errs"
	"clankergrid/backend/launch"
)

type options struct {
	process *cli.Process
	model   string
	print   bool
}

// NewCommand returns the verb.
func NewCommand(p *cli.Process) *cobra.Command {
	o := &options{process: p}
	cmd := &cobra.Command{
		Use:   "launch HARNESS [-- FLAGS]",
		Short: "Start a coding-agent CLI in this terminal, with the settings of the application",
		Args:  cobra.MinimumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if at := cmd.ArgsLenAtDash(); len(args) > 1 && at != 1 {
				return cli.Usage(fmt.Errorf("flags for %s come after --", args[0]))
			}
			return run(cmd.Context(), o, args[0], args[1:])
		},
	}
	cmd.Flags().StringVar(&o.model, "model", "", "the model to start with, in place of the default of the settings")
	cmd.Flags().BoolVar(&o.print, "print-command", false, "print what would be started, and start nothing")
	return cmd
}

func run(ctx context.Context, o *options, harness string, flags []string) (err error) {
	opened, err := compose.OpenHarnesses(o.process.Getenv, o.process.Environ, o.process.Home)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, opened.Close()) }()
	if err := opened.ReadSettings(); err != nil {
		return err
	}
	composed, err := opened.Launches.Compose(launch.Request{Harness: harness, Model: o.model, Flags: flags})
	if err != nil {
		return err
	}
	req, err := opened.Launches.Here(ctx, composed, o.process.Dir)
	if err != nil {
		return err
	}
	if o.print {
		return errs.Wrap("launch.print", errs.Storage, "The command cannot be written.", "", print(o.process.Stdout, req, composed.Env))
	}
	return become(req)
}

// print shows one JSON object: argv, and the names of the variables that are added.
// Their values may be credentials.
func print(out io.Writer, req command.TerminalRequest, added []string) error {
	names := []string{}
	for _, entry := range added {
		name, _, _ := strings.Cut(entry, "=")
		names = append(names, name)
	}
	data, err := json.Marshal(map[string]any{"argv": slices.Concat([]string{req.Program}, req.Args), "environment": names})
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s\n", data)
	return err
}
