#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

GType stage_item_type(const char *name) {
  GType type = g_type_from_name(name);
  return type ? type : g_boxed_type_register_static(name, (GBoxedCopyFunc)g_strdup, g_free);
}

// Files are passed as addresses, one a line.
static GdkFileList *file_list(const char *addresses) {
  char **lines = g_strsplit(addresses, "\n", -1);
  GSList *files = NULL;
  for (char **line = lines; *line; line++) {
    if (**line) files = g_slist_prepend(files, g_file_new_for_uri(*line));
  }
  g_strfreev(lines);
  files = g_slist_reverse(files);
  GdkFileList *list = gdk_file_list_new_from_list(files);
  g_slist_free_full(files, g_object_unref);
  return list;
}

static char *file_addresses(GdkFileList *list) {
  GString *addresses = g_string_new(NULL);
  GSList *files = gdk_file_list_get_files(list);
  for (GSList *next = files; next; next = next->next) {
    char *address = g_file_get_uri(next->data);
    g_string_append_printf(addresses, "%s\n", address);
    g_free(address);
  }
  g_slist_free(files);
  return g_string_free(addresses, FALSE);
}

// --- Sources ------------------------------------------------------------------------------------

typedef struct {
  GType type;
  StageDragFunctions functions;
  void *data;
  gboolean is_cancelled;
} StageDrag;

static GdkContentProvider *drag_prepare(
    GtkDragSource *source, double x, double y, gpointer data) {
  StageDrag *drag = data;
  drag->is_cancelled = FALSE;
  char *payload = drag->functions.payload(drag->data);
  if (!payload) return NULL;
  GValue value = G_VALUE_INIT;
  g_value_init(&value, drag->type);
  if (drag->type == G_TYPE_STRING) {
    g_value_take_string(&value, payload);
  } else if (drag->type == GDK_TYPE_FILE_LIST) {
    g_value_take_boxed(&value, file_list(payload));
    g_free(payload);
  } else {
    g_value_take_boxed(&value, payload);
  }
  GdkContentProvider *content = gdk_content_provider_new_for_value(&value);
  g_value_unset(&value);
  return content;
}

static void drag_begin(GtkDragSource *source, GdkDrag *started, gpointer data) {
  StageDrag *drag = data;
  GdkPaintable *icon = GDK_PAINTABLE(drag->functions.icon(drag->data));
  if (!icon) {
    // An image of the widget as it is now: the row may show something else in the next frame.
    GtkWidget *widget = gtk_event_controller_get_widget(GTK_EVENT_CONTROLLER(source));
    GdkPaintable *live = gtk_widget_paintable_new(widget);
    icon = gdk_paintable_get_current_image(live);
    g_object_unref(live);
  }
  gtk_drag_source_set_icon(source, icon, 0, 0);
  g_object_unref(icon);
}

static gboolean drag_cancel(
    GtkDragSource *source, GdkDrag *cancelled, GdkDragCancelReason reason, gpointer data) {
  ((StageDrag *)data)->is_cancelled = TRUE;
  return FALSE;
}

static void drag_end(GtkDragSource *source, GdkDrag *ended, gboolean deletes, gpointer data) {
  StageDrag *drag = data;
  drag->functions.ended(drag->data, !drag->is_cancelled);
}

static void drag_destroyed(gpointer data, GClosure *closure) {
  StageDrag *drag = data;
  drag->functions.destroy(drag->data);
  g_free(drag);
}

void stage_drag_source_add(
    GtkWidget *widget, GType type, gboolean moves, const StageDragFunctions *functions,
    void *data) {
  StageDrag *drag = g_new(StageDrag, 1);
  *drag = (StageDrag){type, *functions, data, FALSE};
  GtkDragSource *source = gtk_drag_source_new();
  gtk_drag_source_set_actions(source, moves ? GDK_ACTION_MOVE : GDK_ACTION_COPY);
  g_signal_connect(source, "prepare", G_CALLBACK(drag_prepare), drag);
  g_signal_connect(source, "drag-begin", G_CALLBACK(drag_begin), drag);
  g_signal_connect(source, "drag-cancel", G_CALLBACK(drag_cancel), drag);
  g_signal_connect_data(source, "drag-end", G_CALLBACK(drag_end), drag, drag_destroyed, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(source));
}

// --- Targets ------------------------------------------------------------------------------------

typedef struct {
  StageDropFunctions functions;
  void *data;
} StageDrop;

static gboolean drop_dropped(
    GtkDropTarget *target, const GValue *value, double x, double y, gpointer data) {
  StageDrop *drop = data;
  if (G_VALUE_HOLDS(value, GDK_TYPE_FILE_LIST)) {
    char *addresses = file_addresses(g_value_get_boxed(value));
    const gboolean is_accepted = drop->functions.drop(drop->data, addresses, x, y);
    g_free(addresses);
    return is_accepted;
  }
  const char *payload =
      G_VALUE_HOLDS_STRING(value) ? g_value_get_string(value) : g_value_get_boxed(value);
  return drop->functions.drop(drop->data, payload, x, y);
}

static GdkDragAction drop_moved(GtkDropTarget *target, double x, double y, gpointer data) {
  StageDrop *drop = data;
  drop->functions.hover(drop->data, TRUE, x, y);
  GdkDrop *current = gtk_drop_target_get_current_drop(target);
  const GdkDragAction offered = current ? gdk_drop_get_actions(current) : 0;
  return offered & GDK_ACTION_MOVE ? GDK_ACTION_MOVE : offered & GDK_ACTION_COPY;
}

static void drop_left(GtkDropTarget *target, gpointer data) {
  StageDrop *drop = data;
  drop->functions.hover(drop->data, FALSE, 0, 0);
}

static void drop_destroyed(gpointer data, GClosure *closure) {
  StageDrop *drop = data;
  drop->functions.destroy(drop->data);
  g_free(drop);
}

void stage_drop_target_add(
    GtkWidget *widget, GType type, const StageDropFunctions *functions, void *data) {
  StageDrop *drop = g_new(StageDrop, 1);
  *drop = (StageDrop){*functions, data};
  GtkDropTarget *target = gtk_drop_target_new(type, GDK_ACTION_MOVE | GDK_ACTION_COPY);
  g_signal_connect(target, "enter", G_CALLBACK(drop_moved), drop);
  g_signal_connect(target, "motion", G_CALLBACK(drop_moved), drop);
  g_signal_connect(target, "leave", G_CALLBACK(drop_left), drop);
  g_signal_connect_data(target, "drop", G_CALLBACK(drop_dropped), drop, drop_destroyed, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(target));
}
#endif
