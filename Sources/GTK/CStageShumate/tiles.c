#if defined(STAGECRAFT_MAPS)
#include "CStageShumate.h"

// A source that fills tiles by itself. The other way, a subclass of `ShumateDataSource` below a
// raster renderer, decodes on the main thread, and must emit "received-data" before it finishes its
// task: otherwise all tiles stay blank, without an error.
typedef struct {
  ShumateMapSource parent;
  void *data;
  StageTileFunctions functions;
} StageTiles;

typedef struct {
  ShumateMapSourceClass parent;
} StageTilesClass;

static GType stage_tiles_get_type(void);
G_DEFINE_TYPE(StageTiles, stage_tiles, SHUMATE_TYPE_MAP_SOURCE)

typedef struct {
  ShumateTile *tile;
  void *job;
  gulong handler;
  void (*cancelled)(void *job);
  void (*destroy)(void *job);
} StageRequest;

static void stage_request_free(gpointer data) {
  StageRequest *request = data;
  g_object_unref(request->tile);
  if (request->job) request->destroy(request->job);
  g_free(request);
}

static void stage_request_cancelled(GCancellable *cancellable, gpointer data) {
  StageRequest *request = data;
  if (request->job) request->cancelled(request->job);
}

static void stage_tiles_fill(
    ShumateMapSource *source, ShumateTile *tile, GCancellable *cancellable,
    GAsyncReadyCallback callback, gpointer data) {
  StageTiles *tiles = (StageTiles *)source;
  GTask *task = g_task_new(source, cancellable, callback, data);
  if (!tiles->data) {
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_CLOSED, "The source has ended.");
    g_object_unref(task);
    return;
  }
  StageRequest *request = g_new0(StageRequest, 1);
  request->tile = g_object_ref(tile);
  request->cancelled = tiles->functions.cancelled;
  request->destroy = tiles->functions.destroy;
  g_task_set_task_data(task, request, stage_request_free);
  // Not `g_cancellable_connect`, which calls at once if the request is cancelled already.
  if (cancellable) {
    request->handler =
        g_signal_connect(cancellable, "cancelled", G_CALLBACK(stage_request_cancelled), request);
  }
  request->job = tiles->functions.load(
      tiles->data, task, shumate_tile_get_x(tile), shumate_tile_get_y(tile),
      shumate_tile_get_zoom_level(tile));
}

static gboolean stage_tiles_fill_finish(
    ShumateMapSource *source, GAsyncResult *result, GError **error) {
  return g_task_propagate_boolean(G_TASK(result), error);
}

void stage_tile_finish(void *pending, GdkPaintable *image) {
  GTask *task = pending;
  StageRequest *request = g_task_get_task_data(task);
  GCancellable *cancellable = g_task_get_cancellable(task);
  if (request->handler) g_signal_handler_disconnect(cancellable, request->handler);
  request->handler = 0;
  if (g_task_return_error_if_cancelled(task)) {
  } else if (image) {
    shumate_tile_set_paintable(request->tile, image);
    shumate_tile_set_state(request->tile, SHUMATE_STATE_DONE);
    g_task_return_boolean(task, TRUE);
  } else {
    g_task_return_new_error(task, G_IO_ERROR, G_IO_ERROR_FAILED, "The tile was not loaded.");
  }
  g_object_unref(task);
}

static void stage_tiles_class_init(StageTilesClass *type) {
  SHUMATE_MAP_SOURCE_CLASS(type)->fill_tile_async = stage_tiles_fill;
  SHUMATE_MAP_SOURCE_CLASS(type)->fill_tile_finish = stage_tiles_fill_finish;
}

static void stage_tiles_init(StageTiles *tiles) {}

void *stage_tiles_new(
    void *data, const StageTileFunctions *functions, const char *identifier, const char *license,
    unsigned minimum_zoom, unsigned maximum_zoom, unsigned tile_size) {
  StageTiles *tiles = g_object_new(stage_tiles_get_type(), NULL);
  tiles->data = data;
  tiles->functions = *functions;
  ShumateMapSource *source = SHUMATE_MAP_SOURCE(tiles);
  shumate_map_source_set_id(source, identifier);
  shumate_map_source_set_name(source, identifier);
  shumate_map_source_set_license(source, license);
  shumate_map_source_set_min_zoom_level(source, minimum_zoom);
  shumate_map_source_set_max_zoom_level(source, maximum_zoom);
  shumate_map_source_set_tile_size(source, tile_size);
  return tiles;
}

void stage_tiles_disconnect(void *tiles) { ((StageTiles *)tiles)->data = NULL; }
#endif
