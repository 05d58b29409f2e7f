#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

#include <glib/gstdio.h>

gboolean stage_is_missing_file(const GError *error) {
  return g_error_matches(error, G_FILE_ERROR, G_FILE_ERROR_NOENT);
}

gboolean stage_rename(const char *from, const char *to) { return g_rename(from, to) == 0; }

// --- Links --------------------------------------------------------------------------------------

typedef struct {
  void (*body)(void *data, const char *link);
  void *data;
} StageOpen;

static void stage_opened(
    GApplication *application, GFile **files, int count, const char *hint, gpointer data) {
  StageOpen *open = data;
  for (int index = 0; index < count; index++) {
    char *link = g_file_get_uri(files[index]);
    open->body(open->data, link);
    g_free(link);
  }
  open->body(open->data, NULL);
}

static void stage_open_free(gpointer data, GClosure *closure) { g_free(data); }

gulong stage_on_open(
    void *application, void (*body)(void *data, const char *link), void *data) {
  StageOpen *open = g_new(StageOpen, 1);
  *open = (StageOpen){body, data};
  return g_signal_connect_data(
      application, "open", G_CALLBACK(stage_opened), open, stage_open_free, 0);
}

// --- Shortcuts ----------------------------------------------------------------------------------

typedef struct {
  gboolean (*body)(void *data);
  void *data;
  void (*destroy)(void *data);
} StageShortcut;

static gboolean stage_shortcut_pressed(GtkWidget *widget, GVariant *arguments, gpointer data) {
  StageShortcut *shortcut = data;
  // What is not on the screen, such as another tab, has no shortcuts.
  if (!gtk_widget_get_mapped(widget) || !gtk_widget_is_sensitive(widget)) return FALSE;
  return shortcut->body(shortcut->data);
}

static void stage_shortcut_free(gpointer data) {
  StageShortcut *shortcut = data;
  shortcut->destroy(shortcut->data);
  g_free(shortcut);
}

void stage_add_shortcut(
    void *widget, const char *text, gboolean is_global, gboolean (*body)(void *data), void *data,
    void (*destroy)(void *data)) {
  StageShortcut *shortcut = g_new(StageShortcut, 1);
  *shortcut = (StageShortcut){body, data, destroy};
  GtkEventController *controller = gtk_shortcut_controller_new();
  gtk_shortcut_controller_set_scope(
      GTK_SHORTCUT_CONTROLLER(controller),
      is_global ? GTK_SHORTCUT_SCOPE_GLOBAL : GTK_SHORTCUT_SCOPE_LOCAL);
  gtk_shortcut_controller_add_shortcut(
      GTK_SHORTCUT_CONTROLLER(controller),
      gtk_shortcut_new(
          gtk_shortcut_trigger_parse_string(text),
          gtk_callback_action_new(stage_shortcut_pressed, shortcut, stage_shortcut_free)));
  gtk_widget_add_controller(widget, controller);
}

// --- Notifications ------------------------------------------------------------------------------

void stage_notification_button(
    GNotification *notification, const char *label, const char *action, const char *target) {
  g_notification_add_button_with_target(notification, label, action, "s", target);
}

void stage_notification_default(
    GNotification *notification, const char *action, const char *target) {
  g_notification_set_default_action_and_target(notification, action, "s", target);
}

void *stage_text_action_new(const char *name) {
  return g_simple_action_new(name, G_VARIANT_TYPE_STRING);
}

typedef struct {
  void (*body)(void *data, const char *text);
  void *data;
} StageTextAction;

static void stage_text_activated(GSimpleAction *object, GVariant *value, gpointer data) {
  StageTextAction *action = data;
  action->body(action->data, g_variant_get_string(value, NULL));
}

void stage_on_text_action(
    void *object, void (*body)(void *data, const char *text), void *data) {
  StageTextAction *action = g_new(StageTextAction, 1);
  *action = (StageTextAction){body, data};
  g_signal_connect_data(
      object, "activate", G_CALLBACK(stage_text_activated), action, stage_open_free, 0);
}
#endif
