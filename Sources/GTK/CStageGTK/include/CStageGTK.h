#pragma once

#include <gtk/gtk.h>

// --- Main loop ---------------------------------------------------------------------------------

/// Serves the main queue, and so the main actor, from GLib's main context. Idempotent.
void stage_loop_attach(int priority);

/// Whether this is the first thread of the process. `pthread_self` must not be used for this: the
/// compiler may move its result over a suspension.
gboolean stage_is_first_thread(void);

/// How often the loop has drained the main queue.
guint64 stage_loop_drains(void);

// --- Signals -----------------------------------------------------------------------------------

typedef void (*StageHandler)(
    void *data, const GValue *parameters, unsigned count, GValue *result);

/// Connects a handler. `destroy` is called with `data` when the connection ends, which is at the
/// latest when the object is finalized.
gulong stage_connect(
    void *object, const char *signal, StageHandler handler, void *data, void (*destroy)(void *));

/// The name of an object's type; null if the pointer is not one to an object.
const char *stage_object_type(void *object);
/// Whether an object is an instance of a type; false for null.
gboolean stage_is_a(void *object, GType type);
/// Whether an object has a signal and, for `notify::name`, the property.
gboolean stage_has_signal(void *object, const char *signal);
/// Whether a value holds a text.
gboolean stage_holds_text(const GValue *value);
/// Whether a value holds an object or null.
gboolean stage_holds_object(const GValue *value);
/// Whether a value holds a structure or null.
gboolean stage_holds_structure(const GValue *value);
/// The text in a variant; null if the value holds none.
const char *stage_variant_text(const GValue *value);

/// Emits a signal without parameters.
void stage_emit(void *object, const char *signal);

/// Calls `body` when the object is finalized.
void stage_on_finalize(void *object, void (*body)(void *data), void *data);

/// Sets what assistive technologies call a widget, and the row of a list which shows it.
void stage_set_label(void *widget, const char *text);
/// Calls the row of a list, or the cell of a table and its row, by what a part of its child shows.
void stage_name_row(GtkWidget *child, GtkWidget *part);
/// Calls the items of a list by their texts, where GTK creates the widgets of `GtkStringObject`s.
void stage_name_items(GtkListItemFactory *factory);
/// Sets further properties that assistive technologies read.
void stage_set_description(void *widget, const char *text);
void stage_set_value_text(void *widget, const char *text);
void stage_set_role(void *widget, GtkAccessibleRole role);
/// Sets a property of an object that holds a text.
void stage_set_text_property(void *object, const char *name, const char *text);

// --- Widgets -----------------------------------------------------------------------------------

/// Creates a drawing area that assistive technologies call an image.
GtkWidget *stage_drawing_area_new(void);
/// Closes the popovers in a widget, such as a menu button, when it is no longer shown.
void stage_close_popovers_on_unmap(GtkWidget *widget);
/// Puts a popover beside a widget, until one of them ends.
void stage_popover_attach(GtkWidget *popover, GtkWidget *widget);
void stage_popover_detach(GtkWidget *popover, GtkWidget *widget);

// --- Menus -------------------------------------------------------------------------------------

/// Calls `open` when the user asks for the menu of a widget. `open` returns whether there is one.
void stage_add_context_menu(
    GtkWidget *widget, gboolean (*open)(void *data, gboolean is_at_pointer, double x, double y),
    void *data, void (*destroy)(void *data));
/// Returns a popover with a reference that the caller owns.
GtkWidget *stage_menu_popover_new(GMenuModel *menu, const char *prefix, GActionGroup *actions);
/// Opens a popover at a point in a widget, or beside the widget.
void stage_menu_popover_open(
    GtkWidget *popover, GtkWidget *widget, gboolean is_at_pointer, double x, double y);

// --- Textures ----------------------------------------------------------------------------------

/// Returns a texture of pixels in cairo's format, and takes over their memory.
GdkTexture *stage_texture_new(void *pixels, int width, int height);
/// Returns a paintable, with a reference that the caller owns, of a texture that has `scale` pixels
/// for a unit.
GdkPaintable *stage_paintable_new(GdkTexture *texture, double scale);
/// Releases an object now on the main thread, or there in a later turn.
void stage_unref_on_main(void *object);
/// Gives a widget without children a size that does not depend on its content; a negative one ends
/// this.
void stage_set_fixed_size(GtkWidget *widget, int width, int height);

// --- Rows and models ---------------------------------------------------------------------------

/// Creates a row object, which retains a payload until it is finalized.
void *stage_row_new(void *payload, void (*destroy)(void *payload));
void *stage_row_payload(void *row);

typedef struct {
  unsigned (*count)(void *data);
  /// Returns a row with a reference that the caller owns.
  void *(*row)(void *data, unsigned position);
} StageModelFunctions;

/// Creates a `GListModel`.
void *stage_model_new(void *data, const StageModelFunctions *functions);
/// Makes the model empty; it does not use its data again.
void stage_model_disconnect(void *model);
void stage_model_changed(void *model, unsigned position, unsigned removed, unsigned added);

// --- Messages ----------------------------------------------------------------------------------

/// Counts warnings and criticals from now on.
void stage_log_install(void);
int stage_log_warnings(void);
int stage_log_criticals(void);
/// Writes a line to the standard error.
void stage_say(const char *message);
/// Writes a warning with GLib.
void stage_log_warn(const char *message);

// --- Lists -------------------------------------------------------------------------------------

/// The serial number of a row; cells that show it need not show it again.
guint64 stage_row_serial(void *row);
/// Gives a row a new serial number: its content has changed.
void stage_row_touch(void *row);

typedef struct {
  gboolean (*is_selected)(void *data, unsigned position);
  /// Adds the selected positions in a range.
  void (*add_selected)(void *data, GtkBitset *result, unsigned position, unsigned count);
  /// Selects those of the positions in `mask` that are also in `selected`, and no others of them.
  gboolean (*select)(void *data, GtkBitset *selected, GtkBitset *mask);
} StageSelectionFunctions;

/// Creates a `GtkSelectionModel` of the rows of a model, which it retains.
void *stage_selection_new(void *model, void *data, const StageSelectionFunctions *functions);
/// Makes the selection empty; it does not use its data again.
void stage_selection_disconnect(void *selection);
void stage_selection_changed(void *selection, unsigned position, unsigned count);

typedef struct {
  /// Creates the cell of a list item, and sets the item's child. The item owns the cell.
  void *(*make)(void *data, GtkListItem *item);
  /// Shows a row; not called if the cell shows it already.
  void (*show)(void *cell, void *payload);
  void (*destroy)(void *cell);
} StageFactoryFunctions;

void *stage_factory_new(void *data, const StageFactoryFunctions *functions);
void stage_factory_disconnect(void *factory);
/// Notes that the cell of a list item shows the latest content of its row.
void stage_cell_update(void *item);

/// The widget in a list, grid or column view that contains the rows.
GtkWidget *stage_list_in(GtkWidget *view);
/// Scrolls as little as needed to show a row.
gboolean stage_list_scroll_to(GtkWidget *list, unsigned position);
/// Uses the clicks on a widget that nothing in it uses, so that what is around it ignores them.
void stage_claim_clicks(GtkWidget *widget);

// --- Stages ------------------------------------------------------------------------------------

/// Creates a toggle button that assistive technologies call a tab.
GtkWidget *stage_tab_button_new(const char *text);
/// Says whether a tab is the selected one.
void stage_set_selected(void *widget, gboolean is_selected);
/// Creates a widget that assistive technologies call a group, with a name.
GtkWidget *stage_tab_list_new(int spacing);

/// Whether a widget is an instance of a text that is edited.
gboolean stage_is_text(void *widget);
/// The name of a widget's type.
const char *stage_type_name(void *widget);
/// The name that was given to a widget; null if it has only that of its type.
const char *stage_own_name(void *widget);

/// Calls `body` when a key is pressed in a widget, unless a widget in it handles the key. `body`
/// returns whether it has handled it.
void stage_on_key(
    void *widget, unsigned key, unsigned modifiers, gboolean (*body)(void *data), void *data,
    void (*destroy)(void *data));
/// Calls `body` when the wheel of a mouse is turned over a widget, unless a widget in it handles
/// the event: with 1 for down and right, with -1 for up and left. `body` returns whether it has
/// handled it.
void stage_on_wheel(
    void *widget, gboolean (*body)(void *data, int step), void *data,
    void (*destroy)(void *data));

// --- Dragging ----------------------------------------------------------------------------------

/// A type of values that hold an identifier.
GType stage_item_type(const char *name);

typedef struct {
  /// Returns a text that the caller frees; null if there is nothing to drag.
  char *(*payload)(void *data);
  /// Returns a paintable with a reference that the caller owns; null for the widget's image.
  GdkPaintable *(*icon)(void *data);
  void (*ended)(void *data, gboolean is_accepted);
  void (*destroy)(void *data);
} StageDragFunctions;

/// Lets the user drag a value of a type from a widget.
void stage_drag_source_add(
    GtkWidget *widget, GType type, gboolean moves, const StageDragFunctions *functions,
    void *data);

typedef struct {
  /// Returns whether the value is accepted.
  gboolean (*drop)(void *data, const char *payload, double x, double y);
  void (*hover)(void *data, gboolean is_over, double x, double y);
  void (*destroy)(void *data);
} StageDropFunctions;

/// Lets the user drop a value of a type on a widget.
void stage_drop_target_add(
    GtkWidget *widget, GType type, const StageDropFunctions *functions, void *data);

// --- Application -------------------------------------------------------------------------------

/// Whether an error says that a file is not there.
gboolean stage_is_missing_file(const GError *error);
/// Renames a file, and returns whether it was possible.
gboolean stage_rename(const char *from, const char *to);

/// Calls `body` for each link that an application is to open, and at last with null.
gulong stage_on_open(
    void *application, void (*body)(void *data, const char *link), void *data);

/// Calls `body` when keys are pressed in a widget, or anywhere in its window if the shortcut is
/// global. `body` returns whether it has handled them.
void stage_add_shortcut(
    void *widget, const char *text, gboolean is_global, gboolean (*body)(void *data), void *data,
    void (*destroy)(void *data));

void stage_notification_button(
    GNotification *notification, const char *label, const char *action, const char *target);
void stage_notification_default(
    GNotification *notification, const char *action, const char *target);
/// Creates an action with a text.
void *stage_text_action_new(const char *name);
void stage_on_text_action(
    void *action, void (*body)(void *data, const char *text), void *data);
