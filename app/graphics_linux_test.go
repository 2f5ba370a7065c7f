package app

import (
	"testing"
	"testing/fstest"
)

func TestTheCardIsFound(t *testing.T) {
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	for name, test := range map[string]struct {
		system fstest.MapFS
		want   card
	}{
		"nothing":              {fstest.MapFS{}, card{}},
		"a display alone":      {fstest.MapFS{"dev/dri/card0": file("")}, card{}},
		"another card":         {fstest.MapFS{"dev/dri/renderD128": file(""), "sys/module/nouveau/version": file("1")}, card{present: true}},
		"NVIDIA's module":      {fstest.MapFS{"dev/dri/renderD129": file(""), "sys/module/nvidia/version": file("550.54.14\n")}, card{true, "550.54.14"}},
		"a part of the kernel": {fstest.MapFS{"proc/driver/nvidia/version": file("NVRM")}, card{nvidia: "of unknown version"}},
	} {
		t.Run(name, func(t *testing.T) {
			if has := findCard(test.system); has != test.want {
				t.Errorf("%+v, want %+v", has, test.want)
			}
		})
	}
}
