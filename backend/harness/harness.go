// Package harness is the contract between the application and the coding-agent
// CLIs that it launches. It decides what a provider has to say about its CLI, which
// bounds every command of a provider keeps, and how failures are told apart. It
// must not know any particular CLI: those are described by the packages below it,
// and listed in one place.
package harness

// ID names a harness for ever: it is stored beside conversations and settings.
// Lower-case letters and digits, at most 32.
type ID string

// Valid reports whether the text can be an ID at all. Whether there is such a
// harness is known to a Registry.
func (id ID) Valid() bool {
	if len(id) == 0 || len(id) > 32 {
		return false
	}
	for _, c := range id {
		if (c < 'a' || c > 'z') && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}

// Descriptor is what anybody may know of a harness. It is plain data: it crosses
// to the interface as it stands.
type Descriptor struct {
	ID   ID     `json:"id"`
	Name string `json:"name"`
	// Icon is an SVG document of our own drawing, in a box of 16, in the current colour.
	Icon string `json:"icon"`
	// Executable is the bare name that is found on PATH.
	Executable string `json:"executable"`
	// Site is the vendor's page with everything about installing.
	Site    string    `json:"site"`
	Install []Install `json:"install"`
	// FlagsExample stands in the empty field for extra flags.
	FlagsExample string `json:"flagsExample"`
	// ModelExample stands in the empty field for a model that is named by hand.
	ModelExample string `json:"modelExample"`
	// Settings are choices of this harness alone, beside those that all have.
	Settings []Field `json:"settings"`
	// Capabilities are the optional ones that the provider has, in order.
	Capabilities []Capability `json:"capabilities"`
}

// Install is a vendor's way to install the CLI on a system. The application shows
// and copies it and never runs it.
type Install struct {
	// System is GOOS: linux, darwin or windows.
	System  string `json:"system"`
	Command string `json:"command"`
}

// Field is one choice of a harness: on or off.
type Field struct {
	ID      string `json:"id"`
	Label   string `json:"label"`
	Help    string `json:"help"`
	Default bool   `json:"default"`
}

// Capability is something that not every harness can do.
type Capability string

// The capabilities.
const (
	CanListModels Capability = "models"
)

// Provider describes one CLI. What a CLI cannot do is nil.
type Provider struct {
	Descriptor Descriptor
	Launch     Launcher
	// ModelFlags are all spellings of the flags by which a user could choose the model:
	// a launch with a model has none of them among the user's own flags.
	ModelFlags []string
	// Claims are spellings of flags that every launch decides.
	Claims []string
	Models *Models
	// Markers are variables by which the CLI tells those that it starts what started
	// them: no program of the user's is given another agent's. A name that ends in * is
	// a prefix. Settings that a user makes are none.
	Markers []string
}

// Choice is what the user chose for one launch.
type Choice struct {
	// Model is empty for the CLI's own default.
	Model string
	// Settings are the values of the descriptor's fields; an absent one has its default.
	Settings map[string]bool
}

// Invocation is what a launch adds to the executable: arguments without argv[0],
// and variables on top of the child's environment.
type Invocation struct {
	Args []string
	Env  []string
}

// Launcher says how a CLI is started as a person would, in a terminal. The user's
// own flags come after its arguments, in their order.
type Launcher interface {
	// Invocation fails with kind NotConfigured for a model that cannot be meant.
	Invocation(Choice) (Invocation, error)
}

// capabilities are those that the provider has.
func (p Provider) capabilities() []Capability {
	var have []Capability
	if p.Models != nil {
		have = append(have, CanListModels)
	}
	return have
}
