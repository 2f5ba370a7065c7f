// Package open is the verb that shows a folder in the running application.
package open

import (
	"context"
	"path/filepath"

	"github.com/spf13/cobra"

	"clankergrid/app/compose"
	"clankergrid/backend/cmd/clanker/cli"
)

type options struct {
	process *cli.Process
	path    string
}

// NewCommand returns the verb.
func NewCommand(p *cli.Process) *cobra.Command {
	return &cobra.Command{
		Use:   "open PATH",
		Short: "Show a folder in the running application",
		Long:  "Opens the folder as a workspace in the running application, or brings its open workspace to the front.",
		Args:  cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			return run(cmd.Context(), &options{process: p, path: args[0]})
		},
	}
}

func run(ctx context.Context, o *options) error {
	path := o.path
	if !filepath.IsAbs(path) { // the owner's own folder is another
		path = filepath.Join(o.process.Dir, path)
	}
	client, err := compose.DialOwner(ctx, o.process.Getenv, o.process.Home)
	if err != nil {
		return err
	}
	defer client.Close()
	return client.Focus(ctx, path)
}
