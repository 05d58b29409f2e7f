#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

// --- A selection --------------------------------------------------------------------------------

// GTK's own selections search the model for their rows after each splice. This one asks: what is
// selected is known by identity, outside.

typedef struct {
  GObject parent;
  GListModel *model;
  void *data;
  StageSelectionFunctions functions;
} StageSelection;

typedef struct {
  GObjectClass parent;
} StageSelectionClass;

static GType stage_selection_get_type(void);

static GType stage_selection_item_type(GListModel *list) {
  return g_list_model_get_item_type(((StageSelection *)list)->model);
}

static guint stage_selection_count(GListModel *list) {
  return g_list_model_get_n_items(((StageSelection *)list)->model);
}

static gpointer stage_selection_item(GListModel *list, guint position) {
  return g_list_model_get_item(((StageSelection *)list)->model, position);
}

static void stage_selection_list_init(GListModelInterface *interface) {
  interface->get_item_type = stage_selection_item_type;
  interface->get_n_items = stage_selection_count;
  interface->get_item = stage_selection_item;
}

static gboolean stage_selection_is_selected(GtkSelectionModel *model, guint position) {
  StageSelection *self = (StageSelection *)model;
  return self->data && self->functions.is_selected(self->data, position);
}

static GtkBitset *stage_selection_in_range(
    GtkSelectionModel *model, guint position, guint count) {
  StageSelection *self = (StageSelection *)model;
  GtkBitset *result = gtk_bitset_new_empty();
  if (self->data) self->functions.add_selected(self->data, result, position, count);
  return result;
}

static gboolean stage_selection_set(
    GtkSelectionModel *model, GtkBitset *selected, GtkBitset *mask) {
  StageSelection *self = (StageSelection *)model;
  return self->data && self->functions.select(self->data, selected, mask);
}

// Everything else is a case of it.
static gboolean stage_selection_set_range(
    GtkSelectionModel *model, guint position, guint count, gboolean selects, gboolean all) {
  GtkBitset *selected = gtk_bitset_new_empty();
  GtkBitset *mask = gtk_bitset_new_empty();
  if (selects) gtk_bitset_add_range(selected, position, count);
  if (all) {
    gtk_bitset_add_range(mask, 0, stage_selection_count((GListModel *)model));
  } else {
    gtk_bitset_add_range(mask, position, count);
  }
  gboolean result = stage_selection_set(model, selected, mask);
  gtk_bitset_unref(selected);
  gtk_bitset_unref(mask);
  return result;
}

static gboolean stage_selection_select_item(
    GtkSelectionModel *model, guint position, gboolean alone) {
  return stage_selection_set_range(model, position, 1, TRUE, alone);
}

static gboolean stage_selection_unselect_item(GtkSelectionModel *model, guint position) {
  return stage_selection_set_range(model, position, 1, FALSE, FALSE);
}

static gboolean stage_selection_select_range(
    GtkSelectionModel *model, guint position, guint count, gboolean alone) {
  return stage_selection_set_range(model, position, count, TRUE, alone);
}

static gboolean stage_selection_unselect_range(
    GtkSelectionModel *model, guint position, guint count) {
  return stage_selection_set_range(model, position, count, FALSE, FALSE);
}

static gboolean stage_selection_select_all(GtkSelectionModel *model) {
  guint count = stage_selection_count((GListModel *)model);
  return stage_selection_set_range(model, 0, count, TRUE, TRUE);
}

static gboolean stage_selection_unselect_all(GtkSelectionModel *model) {
  return stage_selection_set_range(model, 0, 0, FALSE, TRUE);
}

static void stage_selection_model_init(GtkSelectionModelInterface *interface) {
  interface->is_selected = stage_selection_is_selected;
  interface->get_selection_in_range = stage_selection_in_range;
  interface->select_item = stage_selection_select_item;
  interface->unselect_item = stage_selection_unselect_item;
  interface->select_range = stage_selection_select_range;
  interface->unselect_range = stage_selection_unselect_range;
  interface->select_all = stage_selection_select_all;
  interface->unselect_all = stage_selection_unselect_all;
  interface->set_selection = stage_selection_set;
}

G_DEFINE_TYPE_WITH_CODE(
    StageSelection, stage_selection, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, stage_selection_list_init)
        G_IMPLEMENT_INTERFACE(GTK_TYPE_SELECTION_MODEL, stage_selection_model_init))

static void stage_selection_finalize(GObject *object) {
  g_object_unref(((StageSelection *)object)->model);
  G_OBJECT_CLASS(stage_selection_parent_class)->finalize(object);
}

static void stage_selection_class_init(StageSelectionClass *type) {
  G_OBJECT_CLASS(type)->finalize = stage_selection_finalize;
}

static void stage_selection_init(StageSelection *selection) {}

static void stage_selection_rows_changed(
    GListModel *model, guint position, guint removed, guint added, gpointer selection) {
  g_list_model_items_changed(G_LIST_MODEL(selection), position, removed, added);
}

void *stage_selection_new(void *model, void *data, const StageSelectionFunctions *functions) {
  StageSelection *selection = g_object_new(stage_selection_get_type(), NULL);
  selection->model = g_object_ref(model);
  selection->data = data;
  selection->functions = *functions;
  g_signal_connect_object(
      model, "items-changed", G_CALLBACK(stage_selection_rows_changed), selection, 0);
  return selection;
}

void stage_selection_disconnect(void *selection) { ((StageSelection *)selection)->data = NULL; }

void stage_selection_changed(void *selection, unsigned position, unsigned count) {
  if (count == 0) return;
  gtk_selection_model_selection_changed(GTK_SELECTION_MODEL(selection), position, count);
}

// --- A factory ----------------------------------------------------------------------------------

typedef struct {
  void *data;
  StageFactoryFunctions functions;
} StageFactory;

typedef struct {
  void *cell;
  void (*destroy)(void *cell);
  /// What the cell shows.
  guint64 serial;
} StageCell;

static GQuark stage_quark(void) {
  static GQuark quark = 0;
  if (!quark) quark = g_quark_from_static_string("stage");
  return quark;
}

static void stage_cell_free(gpointer data) {
  StageCell *cell = data;
  cell->destroy(cell->cell);
  g_free(cell);
}

static void stage_factory_setup(
    GtkSignalListItemFactory *object, GtkListItem *item, StageFactory *factory) {
  if (!factory->data) return;
  StageCell *cell = g_new0(StageCell, 1);
  cell->destroy = factory->functions.destroy;
  cell->cell = factory->functions.make(factory->data, item);
  g_object_set_qdata_full(G_OBJECT(item), stage_quark(), cell, stage_cell_free);
}

// GTK binds a list item again whenever its position changes: for each splice above, all of them.
static void stage_factory_bind(
    GtkSignalListItemFactory *object, GtkListItem *item, StageFactory *factory) {
  StageCell *cell = g_object_get_qdata(G_OBJECT(item), stage_quark());
  void *row = gtk_list_item_get_item(item);
  if (!factory->data || !cell || !row) return;
  guint64 serial = stage_row_serial(row);
  if (cell->serial == serial) return;
  cell->serial = serial;
  factory->functions.show(cell->cell, stage_row_payload(row));
}

void *stage_factory_new(void *data, const StageFactoryFunctions *functions) {
  GtkListItemFactory *object = gtk_signal_list_item_factory_new();
  StageFactory *factory = g_new(StageFactory, 1);
  factory->data = data;
  factory->functions = *functions;
  g_object_set_qdata_full(G_OBJECT(object), stage_quark(), factory, g_free);
  g_signal_connect(object, "setup", G_CALLBACK(stage_factory_setup), factory);
  g_signal_connect(object, "bind", G_CALLBACK(stage_factory_bind), factory);
  return object;
}

void stage_factory_disconnect(void *object) {
  StageFactory *factory = g_object_get_qdata(G_OBJECT(object), stage_quark());
  factory->data = NULL;
}

void stage_cell_update(void *item) {
  StageCell *cell = g_object_get_qdata(G_OBJECT(item), stage_quark());
  void *row = gtk_list_item_get_item(GTK_LIST_ITEM(item));
  if (cell && row) cell->serial = stage_row_serial(row);
}

GtkWidget *stage_list_in(GtkWidget *view) {
  if (GTK_IS_LIST_VIEW(view) || GTK_IS_GRID_VIEW(view)) return view;
  for (GtkWidget *child = gtk_widget_get_first_child(view); child;
       child = gtk_widget_get_next_sibling(child)) {
    if (GTK_IS_LIST_VIEW(child)) return child;
  }
  return view;
}

gboolean stage_list_scroll_to(GtkWidget *list, unsigned position) {
  return gtk_widget_activate_action(list, "list.scroll-to-item", "u", position);
}

static void stage_claim(GtkGestureClick *click, int count, double x, double y, gpointer data) {
  gtk_gesture_set_state(GTK_GESTURE(click), GTK_EVENT_SEQUENCE_CLAIMED);
}

void stage_claim_clicks(GtkWidget *widget) {
  GtkGesture *click = gtk_gesture_click_new();
  gtk_gesture_single_set_button(GTK_GESTURE_SINGLE(click), 0);
  g_signal_connect(click, "pressed", G_CALLBACK(stage_claim), NULL);
  gtk_widget_add_controller(widget, GTK_EVENT_CONTROLLER(click));
}
#endif
