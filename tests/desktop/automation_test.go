//go:build linux

package desktop

import (
	"debug/elf"
	"os"
	"slices"
	"testing"
)

// allowsAutomation is the function without which no driver may control a webview.
const allowsAutomation = "webkit_web_context_set_automation_allowed"

func importsAutomation(t *testing.T, program string) bool {
	t.Helper()
	file, err := elf.Open(program)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	imported, err := file.ImportedSymbols()
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(imported, func(s elf.ImportedSymbol) bool { return s.Name == allowsAutomation })
}

func TestTheProgramForUsersCannotBeControlledByADriver(t *testing.T) {
	if importsAutomation(t, desktopBinary(t)) {
		t.Errorf("the program imports %s", allowsAutomation)
	}
	// The other way round, so that a function by another name would be noticed.
	automated := os.Getenv("CLANKER_AUTOMATED_BINARY")
	if automated == "" {
		t.Skip("needs the program for tests as well")
	}
	if !importsAutomation(t, automated) {
		t.Errorf("the program for tests does not import %s", allowsAutomation)
	}
}
