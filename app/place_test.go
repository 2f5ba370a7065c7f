package app

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"clankergrid/backend/core"
	"pgregory.net/rapid"
)

func TestTheWindowBeginsInTheColoursOfTheThemes(t *testing.T) {
	tokens, err := os.ReadFile("../frontend/src/ui/tokens.css")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		theme core.Theme
		light bool
	}{{core.ThemeSystem, false}, {core.ThemeSystem, true}, {core.ThemeDark, true}, {core.ThemeLight, false}, {core.ThemeSlate, false}} {
		colour := surface(c.theme, c.light)
		if want := fmt.Sprintf("#%02x%02x%02x", colour.R, colour.G, colour.B); !strings.Contains(string(tokens), want) {
			t.Errorf("%s, light %v: the tokens lack %s", c.theme, c.light, want)
		}
	}
}

func TestAWindowIsPlacedWhereItIsSeen(t *testing.T) {
	left, right := area{0, 24, 1920, 1056}, area{1920, 0, 1280, 1024}
	for name, c := range map[string]struct {
		kept, want area
		unseen     bool
	}{
		"as it was":          {kept: area{100, 100, 1000, 600}, want: area{100, 100, 1000, 600}},
		"under the panel":    {kept: area{0, 0, 1000, 600}, want: area{0, 24, 1000, 600}},
		"half off the left":  {kept: area{-500, 100, 1000, 600}, want: area{0, 100, 1000, 600}},
		"off the bottom":     {kept: area{100, 1000, 1000, 600}, want: area{100, 480, 1000, 600}},
		"larger than all":    {kept: area{-50, -50, 9000, 9000}, want: area{0, 24, 1920, 1056}},
		"across two screens": {kept: area{1700, 100, 1000, 600}, want: area{1920, 100, 1000, 600}},
		"too small":          {kept: area{100, 100, 10, 10}, want: area{100, 100, minWidth, minHeight}},
		"a screen that left": {kept: area{4000, 100, 1000, 600}, unseen: true},
	} {
		got, seen := c.kept.visible([]area{left, right})
		if seen == c.unseen || seen && got != c.want {
			t.Errorf("%s: %+v, %v; want %+v", name, got, seen, c.want)
		}
	}
	if _, seen := (area{0, 0, 10, 10}).visible(nil); seen {
		t.Error("seen without a screen")
	}
}

func TestAVisibleWindowLiesInsideOneScreen(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		extent, size := rapid.IntRange(-maxExtent, maxExtent), rapid.IntRange(1, maxExtent)
		any := rapid.Custom(func(t *rapid.T) area {
			return area{extent.Draw(t, "x"), extent.Draw(t, "y"), size.Draw(t, "width"), size.Draw(t, "height")}
		})
		kept, screens := any.Draw(t, "kept"), rapid.SliceOfN(any, 0, 4).Draw(t, "screens")
		got, seen := kept.visible(screens)
		if !seen {
			return
		}
		for _, screen := range screens {
			if screen.shared(got) == got.Width*got.Height {
				return
			}
		}
		t.Fatalf("%+v is not inside one of %+v", got, screens)
	})
}

func TestWhatIsNoPlaceIsNotUsed(t *testing.T) {
	for _, text := range []string{"", "null", "7", "{}", `{"width":-1,"height":5}`, `{"width":1000000,"height":5}`, `{"x":-1e9,"width":5,"height":5}`, `{"x":"a","width":5,"height":5}`} {
		if p, ok := parsePlace([]byte(text)); ok {
			t.Errorf("%s is %+v", text, p)
		}
	}
	want := place{area{-5, 7, 1000, 600}, true}
	body, err := json.Marshal(want)
	if err != nil {
		t.Fatal(err)
	}
	if got, ok := parsePlace(body); !ok || got != want {
		t.Errorf("%s is %+v", body, got)
	}
}

func TestTheWindowsPlaceIsKeptOnceItRests(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		var kept []string
		k := keepPlace(place{area: area{0, 0, 1000, 600}}, func(body []byte) {
			mu.Lock()
			defer mu.Unlock()
			kept = append(kept, string(body))
		})
		see := func(o observed) {
			k.observe(o)
			synctest.Wait()
		}
		rest := func() {
			<-time.After(2 * placeRest)
			synctest.Wait()
		}
		for x := range 100 { // dragged
			see(observed{place: place{area: area{x, 0, 1000, 600}}})
			<-time.After(10 * time.Millisecond)
		}
		mu.Lock()
		if len(kept) != 0 {
			t.Errorf("kept %q while it moves", kept)
		}
		mu.Unlock()
		rest()
		see(observed{place: place{area{0, 0, 1920, 1080}, false}}) // half of being maximised
		see(observed{place: place{area{0, 0, 1920, 1080}, true}})
		rest()
		see(observed{place: place{area: area{-9, -9, 5, 5}}, aside: true})
		rest()
		see(observed{place: place{area{0, 0, 1920, 1080}, true}})
		rest()
		see(observed{place: place{area: area{50, 0, 1000, 600}}})
		k.close()
		want := []string{
			`{"x":99,"y":0,"width":1000,"height":600,"maximised":false}`,
			`{"x":99,"y":0,"width":1000,"height":600,"maximised":true}`,
			`{"x":50,"y":0,"width":1000,"height":600,"maximised":false}`,
		}
		if strings.Join(kept, "\n") != strings.Join(want, "\n") {
			t.Errorf("kept %q", kept)
		}
	})
}
