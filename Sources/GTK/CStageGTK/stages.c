#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

#include <string.h>

GtkWidget *stage_tab_button_new(const char *text) {
  GtkWidget *button = g_object_new(
      GTK_TYPE_TOGGLE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_TAB, "label", text, NULL);
  gtk_widget_add_css_class(button, "text-button");
  GtkWidget *label = gtk_button_get_child(GTK_BUTTON(button));
  gtk_label_set_ellipsize(GTK_LABEL(label), PANGO_ELLIPSIZE_END);
  gtk_label_set_max_width_chars(GTK_LABEL(label), 24);
  return button;
}

void stage_set_selected(void *widget, gboolean is_selected) {
  gtk_accessible_update_state(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, is_selected, -1);
}

GtkWidget *stage_tab_list_new(int spacing) {
  return g_object_new(
      GTK_TYPE_BOX, "accessible-role", GTK_ACCESSIBLE_ROLE_TAB_LIST, "spacing", spacing, NULL);
}

gboolean stage_is_text(void *widget) { return GTK_IS_TEXT(widget); }

const char *stage_type_name(void *widget) { return G_OBJECT_TYPE_NAME(widget); }

const char *stage_own_name(void *widget) {
  const char *name = gtk_widget_get_name(widget);
  return name && strcmp(name, G_OBJECT_TYPE_NAME(widget)) != 0 ? name : NULL;
}

typedef struct {
  unsigned key;
  unsigned modifiers;
  gboolean (*body)(void *data);
  void *data;
  void (*destroy)(void *data);
} StageKey;

static gboolean key_pressed(
    GtkEventControllerKey *controller, guint value, guint code, GdkModifierType state,
    gpointer data) {
  StageKey *key = data;
  const unsigned all = GDK_CONTROL_MASK | GDK_ALT_MASK | GDK_SHIFT_MASK | GDK_SUPER_MASK;
  return value == key->key && (state & all) == key->modifiers && key->body(key->data);
}

static void key_destroyed(gpointer data, GClosure *closure) {
  StageKey *key = data;
  key->destroy(key->data);
  g_free(key);
}

void stage_on_key(
    void *widget, unsigned value, unsigned modifiers, gboolean (*body)(void *data), void *data,
    void (*destroy)(void *data)) {
  StageKey *key = g_new(StageKey, 1);
  *key = (StageKey){value, modifiers, body, data, destroy};
  GtkEventController *controller = gtk_event_controller_key_new();
  g_signal_connect_data(
      controller, "key-pressed", G_CALLBACK(key_pressed), key, key_destroyed, 0);
  gtk_widget_add_controller(widget, controller);
}

typedef struct {
  gboolean (*body)(void *data, int step);
  void *data;
  void (*destroy)(void *data);
} StageWheel;

static gboolean wheel_turned(
    GtkEventControllerScroll *controller, double dx, double dy, gpointer data) {
  StageWheel *wheel = data;
  GdkDevice *device = gtk_event_controller_get_current_event_device(GTK_EVENT_CONTROLLER(controller));
  // A touchpad does not turn a wheel, but swipes.
  if (!device || gdk_device_get_source(device) == GDK_SOURCE_TOUCHPAD) return FALSE;
  const double distance = dy != 0 ? dy : dx;
  return distance != 0 && wheel->body(wheel->data, distance > 0 ? 1 : -1);
}

static void wheel_destroyed(gpointer data, GClosure *closure) {
  StageWheel *wheel = data;
  wheel->destroy(wheel->data);
  g_free(wheel);
}

void stage_on_wheel(
    void *widget, gboolean (*body)(void *data, int step), void *data,
    void (*destroy)(void *data)) {
  StageWheel *wheel = g_new(StageWheel, 1);
  *wheel = (StageWheel){body, data, destroy};
  GtkEventController *controller =
      gtk_event_controller_scroll_new(GTK_EVENT_CONTROLLER_SCROLL_BOTH_AXES);
  g_signal_connect_data(
      controller, "scroll", G_CALLBACK(wheel_turned), wheel, wheel_destroyed, 0);
  gtk_widget_add_controller(widget, controller);
}
#endif
