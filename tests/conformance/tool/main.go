// Command tool prepares conformance runs and writes down what they came to: "install
// -into FOLDER" installs the CLIs, "report -results FILE" renders docs/conformance.md.
// It decides which version stands where; the checks are elsewhere.
package main

import (
	"context"
	"flag"
	"fmt"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:]); err != nil {
		fmt.Fprintln(os.Stderr, "conformance: "+err.Error())
		os.Exit(1)
	}
}

func run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return fmt.Errorf("say install or report")
	}
	flags := flag.NewFlagSet(args[0], flag.ContinueOnError)
	switch args[0] {
	case "install":
		into := flags.String("into", "", "the folder that holds the CLIs")
		if err := flags.Parse(args[1:]); err != nil || *into == "" {
			return fmt.Errorf("install needs -into: %v", err)
		}
		return installAll(ctx, *into)
	case "report":
		results := flags.String("results", "", "what a run has written")
		to := flags.String("to", "docs/conformance.md", "the page")
		if err := flags.Parse(args[1:]); err != nil || *results == "" {
			return fmt.Errorf("report needs -results: %v", err)
		}
		return report(*results, *to)
	}
	return fmt.Errorf("there is no %q: say install or report", args[0])
}
