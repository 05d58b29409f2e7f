#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

void stage_set_text_property(void *object, const char *name, const char *text) {
  g_object_set(object, name, text, NULL);
}

GtkWidget *stage_drawing_area_new(void) {
  return g_object_new(
      GTK_TYPE_DRAWING_AREA, "accessible-role", GTK_ACCESSIBLE_ROLE_IMG, NULL);
}

static void close_popovers(GtkWidget *widget) {
  GtkWidget *child = gtk_widget_get_first_child(widget);
  for (; child; child = gtk_widget_get_next_sibling(child)) {
    if (GTK_IS_POPOVER(child)) gtk_popover_popdown(GTK_POPOVER(child));
    if (GTK_IS_MENU_BUTTON(child)) close_popovers(child);
  }
}

// GTK 4.8 leaks a popover that is open when its window is destroyed. The wrapper may be gone then.
void stage_close_popovers_on_unmap(GtkWidget *widget) {
  g_signal_connect(widget, "unmap", G_CALLBACK(close_popovers), NULL);
}

// A widget that is destroyed must have no popover left.
void stage_popover_attach(GtkWidget *popover, GtkWidget *widget) {
  gtk_widget_set_parent(popover, widget);
  g_signal_connect_object(
      widget, "unmap", G_CALLBACK(gtk_popover_popdown), popover, G_CONNECT_SWAPPED);
  g_signal_connect_object(
      widget, "destroy", G_CALLBACK(gtk_widget_unparent), popover, G_CONNECT_SWAPPED);
}

void stage_popover_detach(GtkWidget *popover, GtkWidget *widget) {
  g_signal_handlers_disconnect_by_func(widget, gtk_popover_popdown, popover);
  g_signal_handlers_disconnect_by_func(widget, gtk_widget_unparent, popover);
  gtk_widget_unparent(popover);
}
#endif
