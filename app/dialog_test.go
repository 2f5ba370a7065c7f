package app

import (
	"fmt"
	"os"
	"strings"
	"testing"
)

func TestTheWindowBeginsInTheColoursOfTheThemes(t *testing.T) {
	for _, file := range []string{"../frontend/index.html", "../frontend/src/ui/tokens.css"} {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		for _, light := range []bool{false, true} {
			c := surface(light)
			if want := fmt.Sprintf("#%02x%02x%02x", c.R, c.G, c.B); !strings.Contains(string(text), want) {
				t.Errorf("%s lacks %s", file, want)
			}
		}
	}
}

func TestAProgramsNameIsNoFormatInADialog(t *testing.T) {
	if got := dialogText("linux", "100%n"); got != "100%%n" {
		t.Errorf("on Linux it is %q", got)
	}
	if got := dialogText("darwin", "100%n"); got != "100%n" {
		t.Errorf("elsewhere it is %q", got)
	}
}
