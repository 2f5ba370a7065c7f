// Package serve is the verb that runs the application in a browser. It decides
// what is printed and how a browser is opened; everything else is the
// composition's.
package serve

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"time"

	"github.com/spf13/cobra"

	"clankergrid/app/bind"
	"clankergrid/app/compose"
	"clankergrid/backend/cmd/clanker/cli"
	"clankergrid/backend/errs"
	"clankergrid/backend/owner"
)

type options struct {
	process *cli.Process
	port    int
	open    bool
	app     bool
	debug   bool
}

// NewCommand returns the verb.
func NewCommand(p *cli.Process) *cobra.Command {
	o := &options{process: p}
	cmd := &cobra.Command{
		Use:   "serve",
		Short: "Run the application in a browser",
		Long: "Runs the application and prints the address to open as the first line of standard output.\n" +
			"The address holds a secret: who has it controls your terminals. It changes with every start.\n\n" +
			"The first Ctrl+C lists what is running, a second within 5 seconds ends it; with nothing running the first ends.",
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error { return run(cmd.Context(), o) },
	}
	flags := cmd.Flags()
	flags.IntVar(&o.port, "port", 0, "port on 127.0.0.1 (0 takes a free one)")
	flags.BoolVar(&o.open, "open", false, "open the default browser")
	flags.BoolVar(&o.app, "app", false, "open a Chromium window without tabs")
	flags.BoolVar(&o.debug, "debug", false, "keep debug lines in the log")
	cmd.MarkFlagsMutuallyExclusive("open", "app")
	return cmd
}

// closeTimeout bounds the end of everything but process trees, which have a bound
// of their own.
const closeTimeout = 10 * time.Second

func run(ctx context.Context, o *options) error {
	assets, err := o.process.Assets()
	if err != nil {
		return err
	}
	hostname, _ := os.Hostname() // without one, file links name no host
	signals := compose.CatchSignals()
	defer signals.Stop()
	app, err := compose.Start(ctx, compose.Options{
		Shell:      bind.Browser,
		Getenv:     o.process.Getenv,
		Environ:    o.process.Environ,
		Home:       o.process.Home,
		Executable: compose.Executable(),
		Hostname:   hostname,
		Assets:     assets,
		Port:       o.port,
		Debug:      o.debug,
	})
	var held *owner.HeldError
	if errors.As(err, &held) {
		return useOwner(ctx, o, held)
	}
	if err != nil {
		return err
	}
	out, complaints := newPrinter(o.process.Stdout), newPrinter(o.process.Stderr)
	defer complaints.close()
	defer out.close()
	out.print(app.URL() + "\n")
	for _, notice := range app.Notices() {
		complaints.print("clanker: " + notice.Message + "\n")
	}
	redirect := browse(ctx, o, app.URL(), complaints)
	defer redirect.remove()

	signals.UntilEnd(app, func(plan bind.QuitPlan) { complaints.print(compose.RunningList(plan)) })
	closing, cancel := signals.Closing(context.WithoutCancel(ctx), closeTimeout)
	defer cancel()
	return app.Close(closing)
}

// useOwner prints the address of the application that runs already.
func useOwner(ctx context.Context, o *options, held *owner.HeldError) error {
	const op = "serve.useOwner"
	client, err := compose.DialOwner(ctx, o.process.Getenv, o.process.Home)
	if err != nil {
		return errs.Wrap(op, errs.Busy, fmt.Sprintf("The application runs already (%s, pid %d) and does not answer.", held.Kind, held.Pid), "End it, then start again.", err)
	}
	defer client.Close()
	address, err := client.URL(ctx)
	if err != nil {
		return errs.Wrap(op, errs.Busy, fmt.Sprintf("The application runs already (%s, pid %d) and gives no browser address.", held.Kind, held.Pid), "Use its window, or end it first.", err)
	}
	out, complaints := newPrinter(o.process.Stdout), newPrinter(o.process.Stderr)
	defer complaints.close()
	defer out.close()
	out.print(address + "\n")
	complaints.print(fmt.Sprintf("The application runs already (%s, pid %d); this is its address.\n", held.Kind, held.Pid))
	if o.port != 0 && portOf(address) != strconv.Itoa(o.port) {
		complaints.print(fmt.Sprintf("Port %d was not used; end the application first to start it on that port.\n", o.port))
	}
	browse(ctx, o, address, complaints).removeAfterUse(ctx)
	return nil
}

// portOf is the port in an address, or empty.
func portOf(address string) string {
	parsed, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return parsed.Port()
}
