// Package model is the verb about the models that a coding-agent CLI can be launched
// with. It decides how they are printed; it asks nobody itself.
package model

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
	"clankergrid/backend/catalog"
	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/errs"
	"clankergrid/backend/harness"
)

type options struct {
	process       *cli.Process
	json, refresh bool
}

// NewCommand returns the verb.
func NewCommand(p *cli.Process) *cobra.Command {
	o := &options{process: p}
	cmd := &cobra.Command{
		Use:   "model",
		Short: "Show which models a coding-agent CLI can be launched with",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	list := &cobra.Command{
		Use:   "list HARNESS",
		Short: "List the models that a coding-agent CLI offers",
		Args:  cobra.ExactArgs(1),
		RunE:  func(cmd *cobra.Command, args []string) error { return run(cmd.Context(), o, args[0]) },
	}
	list.Flags().BoolVar(&o.json, "json", false, "print JSON with stable fields")
	list.Flags().BoolVar(&o.refresh, "refresh", false, "let the CLI ask its own servers")
	cmd.AddCommand(list)
	return cmd
}

// answer is a list as it is printed. Listed is absent where the list is ours,
// because the CLI gave none.
type answer struct {
	Harness    string          `json:"harness"`
	Source     catalog.Source  `json:"source"`
	Listed     *time.Time      `json:"listed,omitempty"`
	Incomplete bool            `json:"incomplete"`
	Models     []harness.Model `json:"models"`
}

func run(ctx context.Context, o *options, name string) (err error) {
	const op = "model.list"
	opened, err := compose.OpenHarnesses(o.process.Getenv, o.process.Environ, o.process.Home)
	if err != nil {
		return err
	}
	defer func() { err = cmp.Or(err, opened.Close()) }()
	known := opened.Catalog
	ctx, stop := cli.Interruptible(ctx)
	defer stop()
	list, err := known.Models(ctx, harness.ID(name), o.refresh)
	if err != nil {
		return err
	}
	if err := cli.Interrupted(ctx); err != nil {
		return err
	}
	if list.Failed != nil && list.Source == catalog.None {
		return harness.Public(op, nameOf(known, name), list.Failed)
	}
	return errs.Wrap(op, errs.Storage, "The list cannot be written.", "", print(o.process.Stdout, name, list, o.json))
}

func nameOf(known *catalog.Service, id string) string {
	for _, e := range known.Entries() {
		if string(e.Descriptor.ID) == id {
			return e.Descriptor.Name
		}
	}
	return id
}

func print(out io.Writer, name string, list catalog.List, asJSON bool) error {
	if asJSON {
		a := answer{Harness: name, Source: list.Source, Incomplete: list.Incomplete, Models: list.Models}
		if !list.Listed.IsZero() {
			a.Listed = &list.Listed
		}
		data, err := json.Marshal(a)
		if err != nil {
			return err
		}
		_, err = fmt.Fprintf(out, "%s\n", data)
		return err
	}
	table := tabwriter.NewWriter(out, 0, 8, 2, ' ', 0)
	for _, m := range list.Models {
		fmt.Fprintf(table, "%s\t%s\t%s\n", m.ID, m.Name, m.Provider)
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if len(list.Models) == 0 {
		_, err := fmt.Fprintln(out, "It lists no models.")
		return err
	}
	return nil
}
