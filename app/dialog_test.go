package app

import "testing"

func TestAProgramsNameIsNoFormatInADialog(t *testing.T) {
	if got := dialogText("linux", "100%n"); got != "100%%n" {
		t.Errorf("on Linux it is %q", got)
	}
	if got := dialogText("darwin", "100%n"); got != "100%n" {
		t.Errorf("elsewhere it is %q", got)
	}
}
