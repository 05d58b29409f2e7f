#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

void stage_set_text_property(void *object, const char *name, const char *text) {
  g_object_set(object, name, text, NULL);
}

GtkWidget *stage_drawing_area_new(void) {
  return g_object_new(
      GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
}

// A widget that is destroyed must have no popover left; its wrapper may be gone by then.
void stage_popover_attach(GtkWidget *popover, GtkWidget *widget) {
  gtk_widget_set_parent(popover, widget);
  g_signal_connect_swapped(widget, "destroy", G_CALLBACK(gtk_widget_unparent), popover);
}

void stage_popover_detach(GtkWidget *popover, GtkWidget *widget) {
  g_signal_handlers_disconnect_by_func(widget, gtk_widget_unparent, popover);
  gtk_widget_unparent(popover);
}
#endif
