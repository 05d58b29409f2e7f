#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

typedef struct {
  gboolean (*open)(void *data, gboolean is_at_pointer, double x, double y);
  void *data;
  void (*destroy)(void *data);
} StageContextMenu;

static void menu_destroyed(gpointer data, GClosure *closure) {
  StageContextMenu *menu = data;
  menu->destroy(menu->data);
  g_free(menu);
}

static void menu_clicked(GtkGestureClick *gesture, int count, double x, double y, gpointer data) {
  StageContextMenu *menu = data;
  if (menu->open(menu->data, TRUE, x, y)) {
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  }
}

static void menu_pressed(GtkGestureLongPress *gesture, double x, double y, gpointer data) {
  StageContextMenu *menu = data;
  if (menu->open(menu->data, TRUE, x, y)) {
    gtk_gesture_set_state(GTK_GESTURE(gesture), GTK_EVENT_SEQUENCE_CLAIMED);
  }
}

static gboolean menu_key(GtkWidget *widget, GVariant *arguments, gpointer data) {
  StageContextMenu *menu = data;
  return menu->open(menu->data, FALSE, 0, 0);
}

// The row of a list has the focus, and not what is in it.
static gboolean menu_key_of_row(GtkWidget *widget, GVariant *arguments, gpointer data) {
  GtkRoot *root = gtk_widget_get_root(widget);
  GtkWidget *focus = root ? gtk_root_get_focus(root) : NULL;
  if (!focus || !gtk_widget_is_ancestor(widget, focus)) return FALSE;
  const gboolean is_row = GTK_IS_LIST_BOX_ROW(focus) || GTK_IS_FLOW_BOX_CHILD(focus) ||
                          !g_strcmp0(G_OBJECT_TYPE_NAME(focus), "GtkListItemWidget");
  return is_row && menu_key(widget, arguments, data);
}

static void add_keys(
    GtkWidget *widget, GtkShortcutScope scope, GtkShortcutFunc body, StageContextMenu *menu) {
  GtkEventController *controller = gtk_shortcut_controller_new();
  gtk_shortcut_controller_set_scope(GTK_SHORTCUT_CONTROLLER(controller), scope);
  const char *keys[] = {"Menu", "<Shift>F10"};
  for (int index = 0; index < 2; index++) {
    gtk_shortcut_controller_add_shortcut(
        GTK_SHORTCUT_CONTROLLER(controller),
        gtk_shortcut_new(
            gtk_shortcut_trigger_parse_string(keys[index]),
            gtk_callback_action_new(body, menu, NULL)));
  }
  gtk_widget_add_controller(widget, controller);
}

void stage_add_context_menu(
    GtkWidget *widget, gboolean (*open)(void *data, gboolean is_at_pointer, double x, double y),
    void *data, void (*destroy)(void *data)) {
  StageContextMenu *menu = g_new(StageContextMenu, 1);
  *menu = (StageContextMenu){open, data, destroy};
  // The widget ends all controllers at once, so one of them owns the menu.
  GtkGesture *click = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), GDK_BUTTON_SECONDARY);
  g_signal_connect_data(click, "pressed", G_CALLBACK(menu_clicked), menu, menu_destroyed, 0);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
  GtkGesture *press = gtk_gesture_long_press_new();
  gtk_gesture_single_set_touch_only(GTK_GESTURE_SINGLE(press), TRUE);
  g_signal_connect(press, "pressed", G_CALLBACK(menu_pressed), menu);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(press));
  add_keys(widget, GTK_SHORTCUT_SCOPE_LOCAL, menu_key, menu);
  add_keys(widget, GTK_SHORTCUT_SCOPE_GLOBAL, menu_key_of_row, menu);
}

GtkWidget *stage_menu_popover_new(GMenuModel *menu, const char *prefix, GActionGroup *actions) {
  GtkWidget *popover = gtk_popover_menu_new_from_model(menu);
  gtk_popover_set_has_arrow(GTK_POPOVER(popover), FALSE);
  gtk_widget_set_halign(popover, GTK_ALIGN_START);
  gtk_widget_insert_action_group(popover, prefix, actions);
  return g_object_ref_sink(popover);
}

void stage_menu_popover_open(
    GtkWidget *popover, GtkWidget *widget, gboolean is_at_pointer, double x, double y) {
  // The layout manager of its parent places a popover.
  GtkWidget *host = widget;
  while (host && !gtk_widget_get_layout_manager(host)) host = gtk_widget_get_parent(host);
  if (!host) host = widget;
  GtkWidget *old = gtk_widget_get_parent(popover);
  if (old && old != host) stage_popover_detach(popover, old);
  if (old != host) stage_popover_attach(popover, host);
  double left = 0, top = 0;
  gtk_widget_translate_coordinates(widget, host, x, y, &left, &top);
  GdkRectangle place = {(int)left, (int)top, 1, 1};
  if (!is_at_pointer) {
    place.width = gtk_widget_get_width(widget);
    place.height = gtk_widget_get_height(widget);
  }
  gtk_popover_set_pointing_to(GTK_POPOVER(popover), &place);
  gtk_popover_popup(GTK_POPOVER(popover));
}
#endif
