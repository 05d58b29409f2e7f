#if defined(STAGECRAFT_GTK)
#include "CStageGTKTestKit.h"

#include <gtk/gtk.h>

static int drop(GtkWidget *target, const GValue *value, double x, double y) {
  GListModel *all = gtk_widget_observe_controllers(target);
  gboolean result = FALSE;
  for (guint index = 0; index < g_list_model_get_n_items(all) && !result; index++) {
    gpointer controller = g_list_model_get_item(all, index);
    if (GTK_IS_DROP_TARGET(controller) &&
        gdk_content_formats_contain_gtype(
            gtk_drop_target_get_formats(controller), G_VALUE_TYPE(value))) {
      g_signal_emit_by_name(controller, "drop", value, x, y, &result);
    }
    g_object_unref(controller);
  }
  g_object_unref(all);
  return result;
}

int stage_test_click_secondary(void *widget, double x, double y) {
  GListModel *all = gtk_widget_observe_controllers(widget);
  int result = 0;
  for (guint index = 0; index < g_list_model_get_n_items(all); index++) {
    gpointer controller = g_list_model_get_item(all, index);
    if (GTK_IS_GESTURE_CLICK(controller) &&
        gtk_gesture_single_get_button(controller) == GDK_BUTTON_SECONDARY) {
      g_signal_emit_by_name(controller, "pressed", 1, x, y);
      result = 1;
    }
    g_object_unref(controller);
  }
  g_object_unref(all);
  return result;
}

int stage_test_drag(void *source, void *target, double x, double y) {
  GListModel *all = gtk_widget_observe_controllers(source);
  int result = 0;
  for (guint index = 0; index < g_list_model_get_n_items(all); index++) {
    gpointer controller = g_list_model_get_item(all, index);
    GdkContentProvider *content = NULL;
    if (GTK_IS_DRAG_SOURCE(controller)) {
      g_signal_emit_by_name(controller, "prepare", 0.0, 0.0, &content);
    }
    if (content) {
      GdkContentFormats *formats = gdk_content_provider_ref_formats(content);
      gsize count = 0;
      const GType *types = gdk_content_formats_get_gtypes(formats, &count);
      GValue value = G_VALUE_INIT;
      if (count > 0) {
        g_value_init(&value, types[0]);
        if (gdk_content_provider_get_value(content, &value, NULL)) {
          result = drop(target, &value, x, y);
        }
        g_value_unset(&value);
      }
      gdk_content_formats_unref(formats);
      g_object_unref(content);
    }
    g_object_unref(controller);
  }
  g_object_unref(all);
  return result;
}
#endif
