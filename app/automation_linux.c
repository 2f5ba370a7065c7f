//go:build linux && production && e2e

// This file is compiled into the test binary alone. Wails makes its webview with
// webkit_web_view_new_with_user_content_manager and offers no way to have one
// that WebDriver may control, which can only be chosen when a view is made. The
// linker takes a program's own definition before a shared library's, so this one
// is called instead. A program with it can be controlled by whoever sets
// WEBKIT_INSPECTOR_SERVER: it is never given to a user.

#include <webkit2/webkit2.h>

static WebKitWebView *automated = NULL;

static WebKitWebView *give(WebKitAutomationSession *session, gpointer unused) { return automated; }

static void begin(WebKitWebContext *context, WebKitAutomationSession *session, gpointer unused) {
	WebKitApplicationInfo *info = webkit_application_info_new();
	webkit_application_info_set_name(info, "clanker-grid");
	webkit_automation_session_set_application_info(session, info);
	webkit_application_info_unref(info);
	// There is one window, so a session that asks for a new view gets its view.
	g_signal_connect(session, "create-web-view", G_CALLBACK(give), NULL);
}

GtkWidget *webkit_web_view_new_with_user_content_manager(WebKitUserContentManager *manager) {
	WebKitWebContext *context = webkit_web_context_get_default();
	webkit_web_context_set_automation_allowed(context, TRUE);
	g_signal_connect(context, "automation-started", G_CALLBACK(begin), NULL);
	automated = g_object_new(WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager, "is-controlled-by-automation", TRUE, NULL);
	// WebDriver does not tell what the page complains about; so it is printed.
	webkit_settings_set_enable_write_console_messages_to_stdout(webkit_web_view_get_settings(automated), TRUE);
	return GTK_WIDGET(automated);
}
