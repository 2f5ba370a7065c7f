package main

import (
	"slices"
	"testing"
)

func TestAPackageOwnsItsFoldersAndNoOthers(t *testing.T) {
	got := ownFolders([]string{
		"usr/bin/clanker-grid", "usr/lib/clanker-grid/helpers/helpers.json", "usr/lib/clanker-grid/helpers/linux-arm64/clanker",
		"usr/share/applications/clanker-grid.desktop", "usr/share/licenses/clanker-grid/LICENSE",
	})
	want := []string{"usr/lib/clanker-grid", "usr/lib/clanker-grid/helpers", "usr/lib/clanker-grid/helpers/linux-arm64", "usr/share/licenses/clanker-grid"}
	if !slices.Equal(got, want) {
		t.Errorf("it owns %v, want %v", got, want)
	}
}

func TestFormatsAreChosenByName(t *testing.T) {
	if all, err := chosenFormats(""); err != nil || len(all) != len(formats()) {
		t.Errorf("without a name: %d, %v", len(all), err)
	}
	if two, err := chosenFormats("rpm,deb"); err != nil || len(two) != 2 || two[0].name != "rpm" {
		t.Errorf("two names: %v, %v", two, err)
	}
	if _, err := chosenFormats("deb,floppy"); err == nil {
		t.Error("an unknown format was taken")
	}
}
