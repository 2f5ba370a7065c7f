package hermes

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"clankergrid/backend/command"
	"clankergrid/backend/harness"
)

// The CLI lists its models to a person alone. Its own interface asks a gateway for
// them, a process that speaks JSON-RPC in lines (tui_gateway/entry.py of 0.19.0),
// and so does this. No model is called.
const doing = "list models"

// request asks for the providers that can be used. What is known already is answered
// from the CLI's cache; a refresh asks the providers.
type request struct {
	Version string `json:"jsonrpc"`
	ID      int    `json:"id"`
	Method  string `json:"method"`
	Params  struct {
		Refresh bool `json:"refresh"`
	} `json:"params"`
}

func discover(ctx context.Context, q harness.ModelQuery) ([]harness.Model, error) {
	python, err := interpreter(q.Home, q.Getenv)
	if err != nil {
		return nil, &harness.Failure{Kind: harness.BinaryUnavailable, Harness: id, Doing: doing, Err: err}
	}
	ask := request{Version: "2.0", ID: 1, Method: "model.options"}
	ask.Params.Refresh = q.Refresh
	c := harness.Command{
		// -P keeps the folder it is started in from standing in for the CLI's own modules.
		Interpreter: python, Args: []string{"-P", "-m", "tui_gateway.entry"},
		Timeout: harness.MaxTimeout, Output: harness.MaxOutput,
	}
	if q.Refresh {
		c.Timeout = harness.MaxInterpreterTimeout
	}
	answer, err := exchange(ctx, q.Executor, c, ask)
	if err != nil {
		return nil, harness.Classify(id, doing, err)
	}
	models, err := parseModels(answer)
	if err != nil {
		return nil, &harness.Failure{Kind: harness.ParseFailure, Harness: id, Doing: doing, Err: err}
	}
	return models, nil
}

// exchange sends one request and returns the result of its answer; the events that
// the gateway tells of by itself are passed over.
func exchange(ctx context.Context, e *harness.Executor, c harness.Command, ask request) (result json.RawMessage, err error) {
	line, err := json.Marshal(ask)
	if err != nil {
		return nil, err
	}
	session, err := e.Open(ctx, c)
	if err != nil {
		return nil, err
	}
	defer func() {
		if closed := session.Close(); err == nil {
			err = closed
		}
	}()
	if err := session.WriteLine(string(line)); err != nil {
		return nil, err
	}
	for {
		line, err := session.ReadLine()
		if errors.Is(err, io.EOF) {
			return nil, ended(session)
		}
		if err != nil {
			return nil, err
		}
		var answer struct {
			ID     int             `json:"id"`
			Result json.RawMessage `json:"result"`
			Error  json.RawMessage `json:"error"`
		}
		switch err := json.Unmarshal([]byte(line), &answer); {
		case err != nil:
			return nil, &harness.Failure{Kind: harness.ParseFailure, Harness: id, Doing: doing, Err: err}
		case answer.ID != ask.ID:
		case len(answer.Error) > 0:
			return nil, &harness.Failure{Kind: harness.CommandFailed, Harness: id, Doing: doing, Err: fmt.Errorf("hermes: the gateway answered with an error of %d bytes", len(answer.Error))}
		default:
			return answer.Result, nil
		}
	}
}

// ended tells why the gateway said nothing more.
func ended(session command.Session) error {
	if _, err := harness.RequireSuccess(session.Wait()); err != nil {
		return err
	}
	return &harness.Failure{Kind: harness.ParseFailure, Harness: id, Doing: doing, Err: errors.New("hermes: the gateway ended without an answer")}
}

// parseModels reads {"providers":[{"slug","name","models":[ID]}]}.
func parseModels(result []byte) ([]harness.Model, error) {
	var answer struct {
		Providers *[]struct {
			Slug   string   `json:"slug"`
			Name   string   `json:"name"`
			Models []string `json:"models"`
		} `json:"providers"`
	}
	if err := json.Unmarshal(result, &answer); err != nil {
		return nil, err
	}
	if answer.Providers == nil {
		return nil, fmt.Errorf("hermes: no providers in %d bytes", len(result))
	}
	var models []harness.Model
	for _, p := range *answer.Providers {
		for _, m := range p.Models {
			if p.Slug != "" && m != "" {
				models = append(models, harness.Model{ID: p.Slug + qualifier + m, Name: m, Provider: p.Name})
			}
		}
	}
	return models, nil
}

// interpreter finds the Python that the CLI was installed with: the one that
// HERMES_PYTHON names, as for the CLI itself, or that of its own environment below
// the home. An environment's python is by its nature a link to the system's; the
// folders on the way to it may be none, so that nobody but the user has put it there.
func interpreter(home string, getenv func(string) string) (string, error) {
	if named := getenv("HERMES_PYTHON"); named != "" {
		if !filepath.IsAbs(named) {
			return "", errors.New("hermes: HERMES_PYTHON is no absolute path")
		}
		return named, runnable(named)
	}
	folder := home
	for _, name := range []string{".hermes", "hermes-agent", "venv", programs()} {
		folder = filepath.Join(folder, name)
		info, err := os.Lstat(folder)
		if err != nil {
			return "", err
		}
		if !info.IsDir() {
			return "", fmt.Errorf("hermes: %s is no folder", folder)
		}
	}
	python := filepath.Join(folder, "python")
	if runtime.GOOS == "windows" {
		python += ".exe"
	}
	return python, runnable(python)
}

// programs is where an environment of Python has its programs.
func programs() string {
	if runtime.GOOS == "windows" {
		return "Scripts"
	}
	return "bin"
}

// runnable refuses what is no regular file, or may be written by others.
func runnable(path string) error {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return fmt.Errorf("hermes: %s: %w", path, fs.ErrInvalid)
	case runtime.GOOS != "windows" && (info.Mode().Perm()&0o111 == 0 || info.Mode().Perm()&0o022 != 0):
		return fmt.Errorf("hermes: %s: %w", path, fs.ErrPermission)
	}
	return nil
}
