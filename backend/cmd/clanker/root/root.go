// Package root is the command line's top: it knows every verb and maps errors to
// exit codes in one place. It must not do a verb's work.
package root

import (
	"errors"
	"strings"

	"github.com/spf13/cobra"

	"clankergrid/app/compose"
	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/cmd/clanker/harness"
	"clankergrid/backend/cmd/clanker/launch"
	"clankergrid/backend/cmd/clanker/model"
	"clankergrid/backend/cmd/clanker/open"
	"clankergrid/backend/cmd/clanker/quit"
	"clankergrid/backend/cmd/clanker/serve"
	"clankergrid/backend/cmd/clanker/status"
	"clankergrid/backend/errs"
)

// Execute runs one command line and returns the exit code.
func Execute(p *cli.Process, args []string) int {
	verbRan := false
	cmd := newCommand(p, &verbRan)
	cmd.SetArgs(args)
	err := cmd.Execute()
	var known *errs.Error
	if err != nil && !verbRan && !errors.As(err, &known) {
		// The parser's errors are untyped; after it, every error is the verb's.
		err = cli.Usage(firstLine(err))
	}
	return p.Report(err)
}

func newCommand(p *cli.Process, verbRan *bool) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "clanker",
		Short: "Coding agents side by side in real terminals",
		Long: "Clanker Grid shows terminals side by side, in its own window or in a browser.\n" +
			"This program is the browser mode and the command line.",
		Version:       compose.Version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.NoArgs,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
		PersistentPreRun: func(*cobra.Command, []string) {
			*verbRan = true
		},
	}
	cmd.SetOut(p.Stdout)
	cmd.SetErr(p.Stderr)
	cmd.SetVersionTemplate("clanker {{.Version}}\n")
	cmd.SetFlagErrorFunc(func(_ *cobra.Command, err error) error { return cli.Usage(err) })
	cmd.AddCommand(serve.NewCommand(p), status.NewCommand(p), open.NewCommand(p), quit.NewCommand(p),
		harness.NewCommand(p), model.NewCommand(p), launch.NewCommand(p))
	return cmd
}

// firstLine drops the suggestions that the parser appends.
func firstLine(err error) error {
	line, _, _ := strings.Cut(err.Error(), "\n")
	return errors.New(line)
}
