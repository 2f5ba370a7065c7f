package app

import (
	"testing"
	"testing/fstest"
)

func TestTheNvidiaDriverIsFound(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for name, test := range map[string]struct {
		system fstest.MapFS
		driver string
	}{
		"another card":           {fstest.MapFS{"sys/module/nouveau/version": file("1")}, ""},
		"a module":               {fstest.MapFS{"sys/module/nvidia/version": file("550.54.14\n")}, "550.54.14"},
		"a part of the kernel":   {fstest.MapFS{"proc/driver/nvidia/version": file("NVRM")}, "of unknown version"},
		"a module and its entry": {fstest.MapFS{"sys/module/nvidia/version": file("570.1\n"), "proc/driver/nvidia/version": file("NVRM")}, "570.1"},
	} {
		t.Run(name, func(t *testing.T) {
			if driver := nvidiaDriver(test.system); driver != test.driver {
				t.Errorf("%q, want %q", driver, test.driver)
			}
		})
	}
}
