#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

#include <string.h>

GtkWidget *stage_tab_button_new(const char *text) {
  GtkWidget *button = g_object_new(
      GTK_TYPE_TOGGLE_BUTTON, "accessible-role", GTK_ACCESSIBLE_ROLE_TAB, "label", text, NULL);
  gtk_widget_add_css_class(button, "text-button");
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
#endif
