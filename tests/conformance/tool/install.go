package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"clankergrid/tests/conformance"
)

// installLimit bounds one CLI: half a gigabyte from a registry.
const installLimit = 10 * time.Minute

// installAll installs what is not there yet, one after the other. What fails is said
// and left out: its checks are reported as not run.
func installAll(ctx context.Context, into string) error {
	if err := os.MkdirAll(into, 0o700); err != nil {
		return err
	}
	for _, c := range conformance.CLIs {
		at := filepath.Join(into, c.Harness+"-"+c.Version)
		if _, err := os.Stat(at); err == nil {
			fmt.Printf("%s %s is there\n", c.Harness, c.Version)
			continue
		}
		if err := install(ctx, c, at); err != nil {
			if ctx.Err() != nil {
				return err
			}
			fmt.Printf("%s %s cannot be installed: %v\n", c.Harness, c.Version, err)
			continue
		}
		fmt.Printf("%s %s is installed\n", c.Harness, c.Version)
	}
	return nil
}

// install makes a folder that is there as a whole or not at all.
func install(ctx context.Context, c conformance.CLI, at string) error {
	ctx, cancel := context.WithTimeout(ctx, installLimit)
	defer cancel()
	// Python keeps the path that it was installed at, so the folder has its name from the
	// beginning, and a mark that it is not finished.
	part := at + ".part"
	if err := errors.Join(os.RemoveAll(part), os.MkdirAll(part, 0o700)); err != nil {
		return err
	}
	if c.Python {
		if err := command(ctx, part, "python3", "-m", "venv", "--copies", "venv"); err != nil {
			return err
		}
		if err := command(ctx, part, filepath.Join(part, "venv", "bin", "python"), append([]string{"-m", "pip", "install", "--quiet"}, c.Packages...)...); err != nil {
			return err
		}
		return os.Rename(part, at)
	}
	if err := os.WriteFile(filepath.Join(part, "package.json"), []byte(`{"private":true}`), 0o600); err != nil {
		return err
	}
	args := []string{"install", "--no-audit", "--no-fund", "--loglevel", "error"}
	if !c.Scripts {
		args = append(args, "--ignore-scripts")
	}
	if err := command(ctx, part, "npm", append(args, c.Packages...)...); err != nil {
		return err
	}
	return os.Rename(part, at)
}

func command(ctx context.Context, dir, program string, args ...string) error {
	cmd := exec.CommandContext(ctx, program, args...)
	cmd.Dir = dir
	cmd.WaitDelay = 5 * time.Second
	output, err := cmd.CombinedOutput()
	if err != nil {
		return fmt.Errorf("%s: %w: %s", program, err, lastLine(output))
	}
	return nil
}

func lastLine(output []byte) string {
	const most = 300
	text := string(output)
	return text[max(0, len(text)-most):]
}
