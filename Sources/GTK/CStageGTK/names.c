#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

#include <string.h>

static GQuark name_quark(void) {
  static GQuark quark = 0;
  if (!quark) quark = g_quark_from_static_string("stage-name");
  return quark;
}

static void set_label(GtkWidget *widget, const char *text) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}

// The widgets around what a row shows have the keyboard focus, and no public type.
static gboolean is_row(GtkWidget *widget) {
  return widget && g_type_is_a(G_OBJECT_TYPE(widget), g_type_from_name("GtkListItemWidget"));
}

// A given name stands for all that is in a widget; a button has a name of its own.
static void add_texts(GtkWidget *widget, GString *texts) {
  const char *text = g_object_get_qdata(G_OBJECT(widget), name_quark());
  if (!text && GTK_IS_LABEL(widget)) text = gtk_label_get_text(GTK_LABEL(widget));
  if (text) {
    if (*text && texts->len) g_string_append(texts, ", ");
    g_string_append(texts, text);
    return;
  }
  for (GtkWidget *child = gtk_widget_get_first_child(widget); child;
       child = gtk_widget_get_next_sibling(child)) {
    if (gtk_widget_get_visible(child) && !GTK_IS_BUTTON(child)) add_texts(child, texts);
  }
}

static void name_by_texts(GtkWidget *widget, GtkWidget *part) {
  GString *texts = g_string_new(NULL);
  add_texts(part, texts);
  set_label(widget, texts->str);
  g_string_free(texts, TRUE);
}

void stage_name_row(GtkWidget *child, GtkWidget *part) {
  GtkWidget *row = gtk_widget_get_parent(child);
  if (!is_row(row)) return;
  name_by_texts(row, part);
  // Of a table, this was a cell.
  row = gtk_widget_get_parent(row);
  if (is_row(row)) name_by_texts(row, row);
}

void stage_set_label(void *widget, const char *text) {
  g_object_set_qdata_full(G_OBJECT(widget), name_quark(), g_strdup(text), g_free);
  set_label(widget, text);
  stage_name_row(widget, widget);
}

static void name_item(GtkSignalListItemFactory *factory, GtkListItem *item, gpointer data) {
  GtkWidget *content = gtk_list_item_get_child(item);
  void *object = gtk_list_item_get_item(item);
  if (!content || !GTK_IS_STRING_OBJECT(object)) return;
  GtkWidget *row = gtk_widget_get_parent(content);
  if (is_row(row)) set_label(row, gtk_string_object_get_string(GTK_STRING_OBJECT(object)));
}

void stage_name_items(GtkListItemFactory *factory) {
  if (GTK_IS_SIGNAL_LIST_ITEM_FACTORY(factory)) {
    g_signal_connect(factory, "bind", G_CALLBACK(name_item), NULL);
  }
}
#endif
