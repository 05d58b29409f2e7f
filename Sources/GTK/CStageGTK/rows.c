#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

// --- A row --------------------------------------------------------------------------------------

typedef struct {
  GObject parent;
  void *payload;
  void (*destroy)(void *);
  guint64 serial;
} StageRow;

typedef struct {
  GObjectClass parent;
} StageRowClass;

static GType stage_row_get_type(void);
G_DEFINE_TYPE(StageRow, stage_row, G_TYPE_OBJECT)

static void stage_row_finalize(GObject *object) {
  StageRow *row = (StageRow *)object;
  row->destroy(row->payload);
  G_OBJECT_CLASS(stage_row_parent_class)->finalize(object);
}

static void stage_row_class_init(StageRowClass *type) {
  G_OBJECT_CLASS(type)->finalize = stage_row_finalize;
}

void stage_row_touch(void *row) {
  static guint64 last = 0;
  ((StageRow *)row)->serial = ++last;
}

guint64 stage_row_serial(void *row) { return ((StageRow *)row)->serial; }

static void stage_row_init(StageRow *row) { stage_row_touch(row); }

void *stage_row_new(void *payload, void (*destroy)(void *)) {
  StageRow *row = g_object_new(stage_row_get_type(), NULL);
  row->payload = payload;
  row->destroy = destroy;
  return row;
}

void *stage_row_payload(void *row) { return ((StageRow *)row)->payload; }

// --- A model ------------------------------------------------------------------------------------

typedef struct {
  GObject parent;
  void *data;
  StageModelFunctions functions;
} StageModel;

typedef struct {
  GObjectClass parent;
} StageModelClass;

static GType stage_model_get_type(void);

static GType stage_model_item_type(GListModel *model) { return stage_row_get_type(); }

static guint stage_model_count(GListModel *list) {
  StageModel *model = (StageModel *)list;
  return model->data ? model->functions.count(model->data) : 0;
}

static gpointer stage_model_item(GListModel *list, guint position) {
  StageModel *model = (StageModel *)list;
  return model->data ? model->functions.row(model->data, position) : NULL;
}

static void stage_model_list_init(GListModelInterface *interface) {
  interface->get_item_type = stage_model_item_type;
  interface->get_n_items = stage_model_count;
  interface->get_item = stage_model_item;
}

G_DEFINE_TYPE_WITH_CODE(
    StageModel, stage_model, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE(G_TYPE_LIST_MODEL, stage_model_list_init))

static void stage_model_class_init(StageModelClass *type) {}

static void stage_model_init(StageModel *model) {}

void *stage_model_new(void *data, const StageModelFunctions *functions) {
  StageModel *model = g_object_new(stage_model_get_type(), NULL);
  model->data = data;
  model->functions = *functions;
  return model;
}

void stage_model_disconnect(void *model) { ((StageModel *)model)->data = NULL; }

void stage_model_changed(void *model, unsigned position, unsigned removed, unsigned added) {
  g_list_model_items_changed(G_LIST_MODEL(model), position, removed, added);
}
#endif
