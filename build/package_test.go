package main

import (
	"os"
	"regexp"
	"slices"
	"strings"
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

func TestRemovingDeletesWhatWasInstalledFileByFile(t *testing.T) {
	got := removalScript([]string{"clanker.exe", "helpers/helpers.json", "helpers/linux-arm64/clanker"})
	want := strings.ReplaceAll(`Delete "$INSTDIR\clanker.exe"
Delete "$INSTDIR\helpers\helpers.json"
Delete "$INSTDIR\helpers\linux-arm64\clanker"
RMDir "$INSTDIR\helpers\linux-arm64"
RMDir "$INSTDIR\helpers"
`, "\n", "\r\n")
	if got != want {
		t.Errorf("the script is\n%s", got)
	}
}

// The installer runs on Windows alone. What it must never do can be read in it.
func TestTheInstallerForWindowsDeletesNothingOfTheUsers(t *testing.T) {
	data, err := os.ReadFile("packaging/windows/installer.nsi")
	if err != nil {
		t.Fatal(err)
	}
	script := regexp.MustCompile(`(?m)^\s*;.*$`).ReplaceAllString(string(data), "")
	if strings.Contains(strings.ToLower(script), "rmdir /r") {
		t.Error("it deletes a folder with all that is in it")
	}
	for _, deletion := range regexp.MustCompile(`(?im)^\s*Delete\s.*$`).FindAllString(script, -1) {
		if strings.ContainsAny(deletion, "*?") && strings.TrimSpace(deletion) != `Delete "$INSTDIR\clanker-grid-*.old"` {
			t.Errorf("it deletes by a pattern that others' files match: %s", deletion)
		}
	}
	section := func(begin string) string {
		_, after, found := strings.Cut(script, begin)
		text, _, ended := strings.Cut(after, "SectionEnd")
		if !found || !ended {
			t.Fatalf("it has no %q", begin)
		}
		return text
	}
	install := section("Section\n")
	if check, first := strings.Index(install, "Call ours"), strings.Index(install, "SetOutPath"); check < 0 || check > first {
		t.Error("it installs into a folder before it has looked whose that is")
	}
	if !strings.Contains(script, "MUI_PAGE_CUSTOMFUNCTION_LEAVE refuseForeignFolder\n!insertmacro MUI_PAGE_DIRECTORY") {
		t.Error("a folder with others' files can be chosen")
	}
	remove := section(`Section "Uninstall"`)
	deletes := strings.Index(remove, "!include")
	for _, program := range []string{"clanker-grid.exe", "clanker.exe"} {
		if check := strings.Index(remove, `RefuseRunning "`+program+`"`); check < 0 || check > deletes {
			t.Errorf("it deletes before it knows whether %s runs", program)
		}
	}
	if first := strings.Index(remove, "Delete "); first < deletes {
		t.Error("it deletes before it has looked at the programs")
	}
}
