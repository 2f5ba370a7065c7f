package compose

import (
	"context"

	"clankergrid/backend/owner"
	"clankergrid/backend/paths"
)

// DialOwner connects to the running owner of the user's configuration folder.
// Kind NotFound when there is none.
func DialOwner(ctx context.Context, getenv func(string) string, home string) (*owner.Client, error) {
	set, err := paths.Resolve(getenv, home)
	if err != nil {
		return nil, err
	}
	return owner.Dial(ctx, set.Config, set.Runtime)
}

// SecretsDirOf is where a program beside the owner may put a short-lived file that
// holds a secret. It fails when no folder of the user's is private.
func SecretsDirOf(getenv func(string) string, home string) (string, error) {
	set, err := paths.Resolve(getenv, home)
	if err != nil {
		return "", err
	}
	return set.Secrets()
}
