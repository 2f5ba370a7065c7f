package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// sampleTree writes a repository that has just what the generator reads.
func sampleTree(t *testing.T, bind string) string {
	t.Helper()
	root := t.TempDir()
	for path, text := range map[string]string{
		"app/bind/bind.go": "package bind\n\nimport (\"time\"; \"clankergrid/backend/core\"; \"clankergrid/backend/errs\")\n\n" + bind,
		"backend/core/core.go": `package core
// ID names a thing.
type ID string
// State is where it is.
type State string
const (
	On  State = "on"
	Off State = "off"
)
`,
		"backend/errs/errs.go":   "package errs\n// Public crosses.\ntype Public struct { Message string `json:\"message\"` }\n",
		"frontend/src/bridge/.k": "",
	} {
		full := filepath.Join(root, filepath.FromSlash(path))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return root
}

const sampleBind = `
type Services struct { Things *Things }
// Things are kept.
type Things struct { private int }
// Thing is one.
type Thing struct {
	ID    core.ID    ` + "`json:\"id\"`" + `
	State core.State ` + "`json:\"state\"`" + ` // now
	When  time.Time  ` + "`json:\"when,omitzero\"`" + `
	Part  *Thing     ` + "`json:\"part,omitempty\"`" + `
	Names []string   ` + "`json:\"names\"`" + `
	skip  int
}
// Get returns a thing.
func (t *Things) Get(id core.ID, deep bool) (Thing, error) { panic(0) }
func (t *Things) Drop(id core.ID) error { panic(0) }
func (t *Things) All() []Thing { panic(0) }
func (t *Things) hidden() {}
type EventMap struct { Gone core.ID ` + "`json:\"thing-gone\"`" + ` }
`

func TestTheClientHasEveryMethodTypeAndEvent(t *testing.T) {
	got, err := clientSource(sampleTree(t, sampleBind))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"/** Get returns a thing. */\n  get(id: ID, deep: boolean): Promise<Thing>;",
		"  drop(id: ID): Promise<void>;",
		"  all(): Promise<Thing[]>;",
		"export type State =\n  | \"on\"\n  | \"off\";",
		"export type ID = string;",
		"  /** now */\n  state: State;",
		"  when?: string;",
		"  part?: Thing;",
		"  names: string[];",
		"call(\"Things.Get\", [id, deep]) as Promise<Thing>",
		"  \"thing-gone\": ID;",
		"export interface Public {",
	} {
		if !strings.Contains(string(got), want) {
			t.Errorf("the client lacks %q:\n%s", want, got)
		}
	}
	for _, unwanted := range []string{"hidden", "skip", "private"} {
		if strings.Contains(string(got), unwanted) {
			t.Errorf("the client shows %q", unwanted)
		}
	}
}

func TestWhatCannotCrossIsNamed(t *testing.T) {
	for name, change := range map[string][2]string{
		"a channel":      {"Names []string", "Names chan string"},
		"two values":     {"(t *Things) All() []Thing", "(t *Things) All() (Thing, Thing)"},
		"unknown type":   {"func (t *Things) Drop(id core.ID)", "func (t *Things) Drop(id core.Nope)"},
		"another module": {"When  time.Time", "When  url.URL"},
	} {
		root := sampleTree(t, strings.Replace(sampleBind, change[0], change[1], 1))
		if _, err := clientSource(root); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

func TestAStaleClientIsFoundAndRewritten(t *testing.T) {
	root := sampleTree(t, sampleBind)
	if err := generateClient(root, true); err == nil {
		t.Error("a missing client must be stale")
	}
	if err := generateClient(root, false); err != nil {
		t.Fatal(err)
	}
	if err := generateClient(root, true); err != nil {
		t.Errorf("a fresh client: %v", err)
	}
	path := filepath.Join(root, filepath.FromSlash(clientFile))
	if err := os.WriteFile(path, []byte("// edited\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if err := generateClient(root, true); err == nil {
		t.Error("an edited client must be stale")
	}
}

func TestTheCommittedClientIsFresh(t *testing.T) {
	if err := generateClient("..", true); err != nil {
		t.Error(err)
	}
}
