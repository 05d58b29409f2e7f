#pragma once

#include <shumate/shumate.h>

/// Asks for a tile. The request must be answered once with `stage_tile_finish`, on any thread that
/// owns the main context; `cancelled` may be called before, and never afterwards.
typedef struct {
  void *(*load)(void *data, void *request, unsigned x, unsigned y, unsigned zoom);
  void (*cancelled)(void *job);
  void (*destroy)(void *job);
} StageTileFunctions;

/// Creates a map source whose tiles are loaded by functions.
void *stage_tiles_new(
    void *data, const StageTileFunctions *functions, const char *identifier, const char *license,
    unsigned minimum_zoom, unsigned maximum_zoom, unsigned tile_size);
/// The source does not use its data again; later requests fail at once.
void stage_tiles_disconnect(void *tiles);
/// Answers a request, with an image or, if it failed, null. The image is not consumed.
void stage_tile_finish(void *request, GdkPaintable *image);

/// Creates a marker that shows a button above its place and takes the clicks on this button alone.
ShumateMarker *stage_pin_new(GtkWidget *button);

/// Sets the accessible name and the tooltip of the button of a map that has an icon.
void stage_map_set_zoom_label(GtkWidget *map, const char *icon, const char *label);
