//go:build linux && production

#include <gtk/gtk.h>
#include <stdlib.h>
#include <string.h>

#include "_cgo_export.h"
#include "clipboard_linux.h"

typedef struct {
	char *format;
	uintptr_t request;
} question;

static void answered(GtkClipboard *clipboard, GtkSelectionData *data, gpointer request) {
	// A length below zero, without data, is how the owner says that it has no such format.
	clipboardAnswered((uintptr_t)request, (void *)gtk_selection_data_get_data(data), gtk_selection_data_get_length(data));
}

static void listed(GtkClipboard *clipboard, GdkAtom *formats, gint count, gpointer request) {
	GString *names = g_string_new(NULL);
	for (gint i = 0; formats != NULL && i < count; i++) {
		gchar *name = gdk_atom_name(formats[i]);
		g_string_append(names, name);
		g_string_append_c(names, '\n');
		g_free(name);
	}
	clipboardAnswered((uintptr_t)request, names->str, (int)names->len);
	g_string_free(names, TRUE);
}

static void worded(GtkClipboard *clipboard, const gchar *text, gpointer request) {
	clipboardAnswered((uintptr_t)request, (void *)text, text == NULL ? 0 : (int)strlen(text));
}

// The functions that wait would run a second main loop inside this one, for as long
// as the other program likes.
static gboolean ask(gpointer asked) {
	question *q = asked;
	GtkClipboard *clipboard = gtk_clipboard_get(GDK_SELECTION_CLIPBOARD);
	if (strcmp(q->format, textFormat) == 0)
		gtk_clipboard_request_text(clipboard, worded, (gpointer)q->request);
	else if (strcmp(q->format, namedFormats) == 0)
		gtk_clipboard_request_targets(clipboard, listed, (gpointer)q->request);
	else
		gtk_clipboard_request_contents(clipboard, gdk_atom_intern(q->format, FALSE), answered, (gpointer)q->request);
	free(q->format);
	g_free(q);
	return G_SOURCE_REMOVE;
}

void askClipboard(char *format, uintptr_t request) {
	question *q = g_new(question, 1);
	q->format = format;
	q->request = request;
	g_idle_add(ask, q);
}
