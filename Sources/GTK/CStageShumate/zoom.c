#if defined(STAGECRAFT_MAPS)
#include "CStageShumate.h"

void stage_map_set_zoom_label(GtkWidget *widget, const char *icon, const char *label) {
  GtkWidget *child = gtk_widget_get_first_child(widget);
  for (; child; child = gtk_widget_get_next_sibling(child)) {
    stage_map_set_zoom_label(child, icon, label);
    if (!GTK_IS_IMAGE(child) || g_strcmp0(gtk_image_get_icon_name(GTK_IMAGE(child)), icon) != 0) {
      continue;
    }
    GtkWidget *button = gtk_widget_get_ancestor(child, GTK_TYPE_BUTTON);
    if (!button) continue;
    gtk_widget_set_tooltip_text(button, label);
    gtk_accessible_update_property(
        GTK_ACCESSIBLE(button), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
  }
}
#endif
