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
#endif
