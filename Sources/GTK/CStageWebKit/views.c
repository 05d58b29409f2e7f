#if defined(STAGECRAFT_WEB_PAGES)
#include "CStageWebKit.h"

WebKitWebContext *stage_web_context_new(WebKitMemoryPressureSettings *settings) {
  if (!settings) return g_object_new(WEBKIT_TYPE_WEB_CONTEXT, NULL);
  return g_object_new(WEBKIT_TYPE_WEB_CONTEXT, "memory-pressure-settings", settings, NULL);
}

// The data of a view that is the last event of the Tab key which its page has received.
static const char tab_key[] = "stage-tab";

static gboolean is_tab(guint key) { return key == GDK_KEY_Tab || key == GDK_KEY_ISO_Left_Tab; }

// In a page.
static gboolean key_pressed(
    GtkEventControllerKey *keys, guint key, guint code, GdkModifierType state, gpointer view) {
  if (!is_tab(key)) return FALSE;
  GdkEvent *event = gtk_event_controller_get_current_event(GTK_EVENT_CONTROLLER(keys));
  if (event == g_object_get_data(view, tab_key)) event = NULL;
  g_object_set_data_full(
      view, tab_key, event ? gdk_event_ref(event) : NULL, (GDestroyNotify)gdk_event_unref);
  return FALSE;
}

// In a window whose focus has left a page. Other keys, such as Shift, may return before Tab.
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
  GdkEvent *tab = root ? g_object_steal_data(view, tab_key) : NULL;
  if (!tab) return;
  GtkEventController *keys = gtk_event_controller_key_new();
  gtk_event_controller_set_propagation_phase(keys, GTK_PHASE_CAPTURE);
  g_signal_connect_data(keys, "key-pressed", G_CALLBACK(key_returned), tab, event_free, 0);
  gtk_widget_add_controller(root, keys);
}

// After the last link or field of a page, WebKitGTK 2.50 moves the focus to the next widget. Two
// faults kept Tab from leaving a page. The next widget was WebKit's own child, a text without a size
// that translates keys: there, Tab is input. And WebKit then returns the key to the window, as each
// key that the page has not used, which would move the focus once more.
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
