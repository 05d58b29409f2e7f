#if defined(STAGECRAFT_GTK)
#include "CStageGTKTestKit.h"

#include <gtk/gtk.h>

void stage_test_answer(void *application, const char *action, const char *text) {
  g_action_group_activate_action(
      G_ACTION_GROUP(application), action, g_variant_new_string(text));
}

int stage_test_press(void *widget, const char *keys) {
  int result = 0;
  GListModel *controllers = gtk_widget_observe_controllers(widget);
  for (guint index = 0; index < g_list_model_get_n_items(controllers); index++) {
    GObject *controller = g_list_model_get_item(controllers, index);
    if (GTK_IS_SHORTCUT_CONTROLLER(controller)) {
      for (guint place = 0; place < g_list_model_get_n_items(G_LIST_MODEL(controller)); place++) {
        GtkShortcut *shortcut = g_list_model_get_item(G_LIST_MODEL(controller), place);
        char *text = gtk_shortcut_trigger_to_string(gtk_shortcut_get_trigger(shortcut));
        if (!g_strcmp0(text, keys)) {
          result |= gtk_shortcut_action_activate(
              gtk_shortcut_get_action(shortcut), GTK_SHORTCUT_ACTION_EXCLUSIVE, widget, NULL);
        }
        g_free(text);
        g_object_unref(shortcut);
      }
    }
    g_object_unref(controller);
  }
  g_object_unref(controllers);
  return result;
}

static GtkWidget *stage_test_dialog(int *count) {
  GtkWidget *result = NULL;
  GListModel *windows = gtk_window_get_toplevels();
  for (guint index = 0; index < g_list_model_get_n_items(windows); index++) {
    GtkWidget *window = g_list_model_get_item(windows, index);
    if (GTK_IS_FILE_CHOOSER_DIALOG(window) && gtk_widget_get_mapped(window)) {
      result = window;
      ++*count;
    }
    g_object_unref(window);
  }
  return result;
}

int stage_test_dialogs(void) {
  int count = 0;
  stage_test_dialog(&count);
  return count;
}

int stage_test_dialog_folder_is(const char *path) {
  int count = 0;
  GtkWidget *dialog = stage_test_dialog(&count);
  GFile *folder = dialog ? gtk_file_chooser_get_current_folder(GTK_FILE_CHOOSER(dialog)) : NULL;
  char *text = folder ? g_file_get_path(folder) : NULL;
  int result = !g_strcmp0(text, path);
  g_free(text);
  g_clear_object(&folder);
  return result;
}

void stage_test_dialog_respond(int response) {
  int count = 0;
  GtkWidget *dialog = stage_test_dialog(&count);
  if (dialog) gtk_dialog_response(GTK_DIALOG(dialog), response);
}
#endif
