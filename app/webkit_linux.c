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

static void lookup(void) {
	if (view != NULL)
		return;
	GList *windows = gtk_window_list_toplevels();
	for (GList *each = windows; each != NULL; each = each->next)
		find(GTK_WIDGET(each->data), NULL);
	g_list_free(windows);
	if (view != NULL)
		g_object_add_weak_pointer(G_OBJECT(view), (gpointer *)&view);
}

// window is the one that the page is in, or NULL.
static GtkWindow *window(void) {
	lookup();
	GtkWidget *top = view != NULL ? gtk_widget_get_toplevel(GTK_WIDGET(view)) : NULL;
	return GTK_IS_WINDOW(top) ? GTK_WINDOW(top) : NULL;
}

static gboolean watch(gpointer unused) {
	lookup();
	if (view != NULL)
		g_signal_connect(view, "web-process-terminated", G_CALLBACK(ended), NULL);
	return G_SOURCE_REMOVE;
}

static gboolean changed(GtkWidget *widget, GdkEvent *event, gpointer unused) {
	GdkWindow *shown = gtk_widget_get_window(widget);
	GdkWindowState state = shown != NULL ? gdk_window_get_state(shown) : GDK_WINDOW_STATE_WITHDRAWN;
	int x, y, width, height;
	gtk_window_get_position(GTK_WINDOW(widget), &x, &y);
	gtk_window_get_size(GTK_WINDOW(widget), &width, &height);
	windowChanged(x, y, width, height, (state & GDK_WINDOW_STATE_MAXIMIZED) != 0,
		(state & (GDK_WINDOW_STATE_WITHDRAWN | GDK_WINDOW_STATE_ICONIFIED | GDK_WINDOW_STATE_FULLSCREEN | GDK_WINDOW_STATE_TILED)) != 0);
	return FALSE;
}

static gboolean follow(gpointer unused) {
	GtkWindow *top = window();
	if (top != NULL) {
		g_signal_connect(top, "configure-event", G_CALLBACK(changed), NULL);
		g_signal_connect(top, "window-state-event", G_CALLBACK(changed), NULL);
	}
	return G_SOURCE_REMOVE;
}

typedef struct {
	int x, y, maximised;
} Place;

static gboolean move(gpointer data) {
	Place *to = data;
	GtkWindow *top = window();
	if (top != NULL) {
		gtk_window_move(top, to->x, to->y);
		if (to->maximised)
			gtk_window_maximize(top);
	}
	g_free(to);
	return G_SOURCE_REMOVE;
}

static gboolean setDecorated(gpointer on) {
	GtkWindow *top = window();
	if (top != NULL)
		gtk_window_set_decorated(top, GPOINTER_TO_INT(on));
	return G_SOURCE_REMOVE;
}

static gboolean reload(gpointer unused) {
	if (view != NULL)
		webkit_web_view_reload(view);
	return G_SOURCE_REMOVE;
}

// WebKitGTK repaints the window for the caret of the field that has the focus, seen or not, for as long as it
// has it: twice a second, and for every frame where the desktop's settings ask for no blinking, because it then
// waits for no time at all. Of the longest time it waits for half: twelve days.
static gboolean steady(gpointer unused) {
	g_object_set(gtk_settings_get_default(), "gtk-cursor-blink", TRUE, "gtk-cursor-blink-time", G_MAXINT, NULL);
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
void steadyCaret(void) { g_idle_add(steady, NULL); }
void followWindow(void) { g_idle_add(follow, NULL); }
void decorate(int on) { g_idle_add(setDecorated, GINT_TO_POINTER(on)); }

// placeWindow comes after what Wails has queued, which centres the window.
void placeWindow(int x, int y, int maximised) {
	Place *to = g_new(Place, 1);
	*to = (Place){x, y, maximised};
	g_idle_add_full(G_PRIORITY_LOW, move, to, NULL);
}

int workAreas(GdkRectangle *out, int most) {
	if (!gtk_init_check(NULL, NULL))
		return 0;
	GdkDisplay *display = gdk_display_get_default();
	int n = MIN(gdk_display_get_n_monitors(display), most);
	for (int i = 0; i < n; i++)
		gdk_monitor_get_workarea(gdk_display_get_monitor(display, i), &out[i]);
	return n;
}

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
