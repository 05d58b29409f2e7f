#if defined(STAGECRAFT_WEB_PAGES)
#include "CStageWebKit.h"

WebKitWebContext *stage_web_context_new(WebKitMemoryPressureSettings *settings) {
  if (!settings) return g_object_new(WEBKIT_TYPE_WEB_CONTEXT, NULL);
  return g_object_new(WEBKIT_TYPE_WEB_CONTEXT, "memory-pressure-settings", settings, NULL);
}

// The key under which a view stores the last Tab event that its page received.
static const char tab_event[] = "stagecraft-tab";

static gboolean is_tab(guint key) { return key == GDK_KEY_Tab || key == GDK_KEY_ISO_Left_Tab; }

// Called in a page, before the page receives the key.
static gboolean key_pressed(
    GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, gpointer view) {
  if (!is_tab(key)) return FALSE;
  GdkEvent *event = gtk_event_controller_get_current_event(GTK_EVENT_CONTROLLER(keys));
  if (event == g_object_get_data(view, tab_event)) event = NULL;
  g_object_set_data_full(
      view, tab_event, event ? gdk_event_ref(event) : NULL, (GDestroyNotify)gdk_event_unref);
  return FALSE;
}

// Called in a window after the focus has left a page. Other keys, such as Shift, may return before
// Tab. If the page received another Tab before the focus left, that one goes to the page's first
// link, and the one that returns moves the focus in its place.
static gboolean key_returned(
    GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, gpointer tab) {
  if (!is_tab(key)) return FALSE;
  GtkEventController *controller = GTK_EVENT_CONTROLLER(keys);
  const gboolean was_used = gtk_event_controller_get_current_event(controller) == tab;
  gtk_widget_remove_controller(gtk_event_controller_get_widget(controller), controller);
  return was_used;
}

static void event_free(gpointer event, GClosure *closure) { gdk_event_unref(event); }

static void focus_left(GtkEventControllerFocus *focus, gpointer view) {
  GtkWidget *root = GTK_WIDGET(gtk_widget_get_root(view));
  GdkEvent *tab = root ? g_object_steal_data(view, tab_event) : NULL;
  if (!tab) return;
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect_data(keys, "key-pressed", G_CALLBACK(key_returned), tab, event_free, 0);
  gtk_widget_add_controller(root, keys);
}

// After the last link or field of a page, WebKitGTK 2.50 moves the focus to the next widget.
// Without this function, that is WebKit's own child, a text without a size in which Tab is input.
// WebKit also returns the key to the window, like every key that the page did not use, and the
// window would move the focus again.
static void let_tab_leave(GtkWidget *view) {
  GtkWidget *child = gtk_widget_get_first_child(view);
  for (; child; child = gtk_widget_get_next_sibling(child)) gtk_widget_set_can_focus(child, FALSE);
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect(keys, "key-pressed", G_CALLBACK(key_pressed), view);
  gtk_widget_add_controller(view, keys);
  GtkEventController *focus = gtk_event_controller_focus_new();
  g_signal_connect(focus, "leave", G_CALLBACK(focus_left), view);
  gtk_widget_add_controller(view, focus);
}

GtkWidget *stage_web_view_new(WebKitWebContext *context, WebKitUserContentManager *manager) {
  GtkWidget *view = g_object_new(
      WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager, NULL);
  let_tab_leave(view);
  return view;
}
#endif
