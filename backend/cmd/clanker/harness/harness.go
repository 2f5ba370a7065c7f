// Package harness is the verb about the coding-agent CLIs of this machine. It
// decides how they are printed; what is known of them it is told.
package harness

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"clankergrid/app/compose"
	"clankergrid/backend/catalog"
	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/errs"
	contract "clankergrid/backend/harness"
)

// NewCommand returns the verb.
func NewCommand(p *cli.Process) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "harness",
		Short: "Show which coding-agent CLIs can be launched here",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	asJSON := false
	list := &cobra.Command{
		Use:   "list",
		Short: "List the coding-agent CLIs that the application knows",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), p, asJSON) },
	}
	list.Flags().BoolVar(&asJSON, "json", false, "print JSON with stable fields")
	cmd.AddCommand(list)
	return cmd
}

// row is one harness as it is printed. Version and path are empty where there is
// none.
type row struct {
	ID           contract.ID           `json:"id"`
	Name         string                `json:"name"`
	Installed    bool                  `json:"installed"`
	Version      string                `json:"version"`
	Path         string                `json:"path"`
	Capabilities []contract.Capability `json:"capabilities"`

	presence catalog.Presence
}

func run(ctx context.Context, p *cli.Process, asJSON bool) (err error) {
	const op = "harness.list"
	opened, err := compose.OpenHarnesses(p.Getenv, p.Environ, p.Home)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, opened.Close()) }()
	known := opened.Catalog
	ctx, stop := cli.Interruptible(ctx)
	defer stop()
	known.Look(ctx)
	if err := cli.Interrupted(ctx); err != nil {
		return err
	}
	rows := rowsOf(known.Entries())
	if asJSON {
		data, err := json.Marshal(map[string]any{"harnesses": rows})
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(p.Stdout, "%s\n", data)
		return errs.Wrap(op, errs.Storage, "The list cannot be written.", "", err)
	}
	return errs.Wrap(op, errs.Storage, "The list cannot be written.", "", print(p.Stdout, rows))
}

func rowsOf(entries []catalog.Entry) []row {
	rows := make([]row, 0, len(entries))
	for _, e := range entries {
		d, at := e.Descriptor, e.Installation
		capabilities := d.Capabilities
		if capabilities == nil {
			capabilities = []contract.Capability{}
		}
		rows = append(rows, row{d.ID, d.Name, at.Presence == catalog.Installed, at.Version, at.Path, capabilities, at.Presence})
	}
	return rows
}

func print(out io.Writer, rows []row) error {
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, r := range rows {
		state := "not installed"
		switch r.presence {
		case catalog.Installed:
			state = cmp.Or(r.Version, "installed")
		case catalog.Unusable:
			state = "cannot be started"
		}
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\n", r.ID, r.Name, state, compose.Printable(r.Path))
	}
	return table.Flush()
}
