//go:build linux && cgo

package main

/*
#cgo !webkit2_41 pkg-config: gtk+-3.0 webkit2gtk-4.0
#cgo webkit2_41 pkg-config: gtk+-3.0 webkit2gtk-4.1

#include <stdlib.h>
#include <webkit2/webkit2.h>

static void show(int width, int height, char *address) {
	gtk_init(NULL, NULL);
	GtkWidget *window = gtk_window_new(GTK_WINDOW_TOPLEVEL);
	gtk_window_set_default_size(GTK_WINDOW(window), width, height);
	gtk_window_set_decorated(GTK_WINDOW(window), FALSE);
	GtkWidget *view = webkit_web_view_new();
	// As in the product's window.
	webkit_settings_set_hardware_acceleration_policy(
		webkit_web_view_get_settings(WEBKIT_WEB_VIEW(view)), WEBKIT_HARDWARE_ACCELERATION_POLICY_NEVER);
	gtk_container_add(GTK_CONTAINER(window), view);
	g_signal_connect(window, "destroy", G_CALLBACK(gtk_main_quit), NULL);
	webkit_web_view_load_uri(WEBKIT_WEB_VIEW(view), address);
	gtk_widget_show_all(window);
	gtk_widget_grab_focus(view);
	gtk_main();
}
*/
import "C"

import (
	"runtime"
	"unsafe"
)

func show(width, height int, address string) {
	runtime.LockOSThread() // GTK belongs to the thread that started it
	text := C.CString(address)
	defer C.free(unsafe.Pointer(text))
	C.show(C.int(width), C.int(height), text)
}
