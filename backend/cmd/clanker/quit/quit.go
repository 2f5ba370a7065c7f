// Package quit is the verb that ends the running application.
package quit

import (
	"context"
	"time"

	"github.com/spf13/cobra"

	"clankergrid/app/compose"
	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/errs"
)

type options struct {
	process *cli.Process
	force   bool
}

// NewCommand returns the verb.
func NewCommand(p *cli.Process) *cobra.Command {
	o := &options{process: p}
	cmd := &cobra.Command{
		Use:   "quit",
		Short: "End the running application",
		Long:  "Ends the running application and its terminals. Refused while a program runs in one of them, unless forced.",
		Args:  cobra.NoArgs,
		RunE:  func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), o) },
	}
	cmd.Flags().BoolVar(&o.force, "force", false, "end running programs too")
	return cmd
}

const (
	// endTimeout is the ladder that ends process trees, 3 s, and room to close.
	endTimeout   = 10 * time.Second
	pollInterval = 50 * time.Millisecond
)

func run(ctx context.Context, o *options) error {
	client, err := compose.DialOwner(ctx, o.process.Getenv, o.process.Home)
	if err != nil {
		return err
	}
	err = client.Quit(ctx, o.force)
	client.Close()
	if err != nil {
		return err
	}
	return awaitEnd(ctx, o.process)
}

// awaitEnd returns when no owner answers any more, so that a script may go on.
func awaitEnd(ctx context.Context, p *cli.Process) error {
	ctx, cancel := context.WithTimeout(ctx, endTimeout)
	defer cancel()
	tick := time.NewTicker(pollInterval)
	defer tick.Stop()
	for {
		client, err := compose.DialOwner(ctx, p.Getenv, p.Home)
		if errs.KindOf(err) == errs.NotFound {
			return nil
		}
		if err == nil {
			client.Close()
		}
		select {
		case <-tick.C:
		case <-ctx.Done():
			return errs.Wrap("quit.awaitEnd", errs.Timeout, "The application is still ending.", "Look at clanker status in a moment.", ctx.Err())
		}
	}
}
