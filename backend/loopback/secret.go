package loopback

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"log/slog"
)

// Secret admits a caller to one surface for one start of the owner. It prints
// as a placeholder, so that a stray log line cannot hold it.
type Secret struct{ value string }

// NewSecret returns 256 random bits.
func NewSecret() Secret {
	var b [32]byte
	rand.Read(b[:]) // never fails: crypto/rand aborts the program instead
	return Secret{base64.RawURLEncoding.EncodeToString(b[:])}
}

// Reveal returns the secret's base64url text. Who calls it decides where the
// secret may appear.
func (s Secret) Reveal() string { return s.value }

// Matches compares in time that depends on neither content nor length of the
// secret. An empty secret matches nothing.
func (s Secret) Matches(candidate string) bool {
	want, got := sha256.Sum256([]byte(s.value)), sha256.Sum256([]byte(candidate))
	return subtle.ConstantTimeCompare(want[:], got[:]) == 1 && s.value != ""
}

// String hides the secret.
func (s Secret) String() string { return "[secret]" }

// GoString hides the secret from %#v.
func (s Secret) GoString() string { return s.String() }

// LogValue hides the secret from structured logs.
func (s Secret) LogValue() slog.Value { return slog.StringValue(s.String()) }

var _ slog.LogValuer = Secret{}
