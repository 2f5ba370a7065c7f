//go:build linux && production

#include <gtk/gtk.h>
#include <webkit2/webkit2.h>

#include "_cgo_export.h"
#include "webkit_linux.h"

// Only the main thread touches these; each function is called through the main
// loop's idle queue.

static WebKitWebView *view = NULL;

static void find(GtkWidget *widget, gpointer unused) {
	if (view != NULL)
		return;
	if (WEBKIT_IS_WEB_VIEW(widget))
		view = WEBKIT_WEB_VIEW(widget);
	else if (GTK_IS_CONTAINER(widget))
		gtk_container_forall(GTK_CONTAINER(widget), find, NULL);
}

static void ended(WebKitWebView *of, WebKitWebProcessTerminationReason reason, gpointer unused) {
	webProcessEnded(reason);
}

static gboolean watch(gpointer unused) {
	if (view == NULL) {
		GList *windows = gtk_window_list_toplevels();
		for (GList *each = windows; each != NULL; each = each->next)
			find(GTK_WIDGET(each->data), NULL);
		g_list_free(windows);
		if (view != NULL) {
			g_object_add_weak_pointer(G_OBJECT(view), (gpointer *)&view);
			g_signal_connect(view, "web-process-terminated", G_CALLBACK(ended), NULL);
		}
	}
	return G_SOURCE_REMOVE;
}

static gboolean reload(gpointer unused) {
	if (view != NULL)
		webkit_web_view_reload(view);
	return G_SOURCE_REMOVE;
}

static gboolean dismiss(gpointer unused) {
	GList *windows = gtk_window_list_toplevels();
	for (GList *each = windows; each != NULL; each = each->next)
		if (GTK_IS_MESSAGE_DIALOG(each->data))
			gtk_dialog_response(GTK_DIALOG(each->data), GTK_RESPONSE_NONE);
	g_list_free(windows);
	return G_SOURCE_REMOVE;
}

void watchWebProcess(void) { g_idle_add(watch, NULL); }
void reloadPage(void) { g_idle_add(reload, NULL); }
void dismissDialogs(void) { g_idle_add(dismiss, NULL); }

// prefersLight says what prefers-color-scheme will say in the page: WebKitGTK
// derives it from the same two settings.
int prefersLight(void) {
	if (!gtk_init_check(NULL, NULL))
		return 0;
	gboolean dark = FALSE;
	gchar *theme = NULL;
	g_object_get(gtk_settings_get_default(), "gtk-application-prefer-dark-theme", &dark, "gtk-theme-name", &theme, NULL);
	const gchar *forced = g_getenv("GTK_THEME");
	const gchar *name = forced != NULL && *forced != 0 ? forced : theme;
	if (name != NULL && (g_str_has_suffix(name, "-dark") || g_str_has_suffix(name, "-Dark") || g_str_has_suffix(name, ":dark")))
		dark = TRUE;
	g_free(theme);
	return !dark;
}
