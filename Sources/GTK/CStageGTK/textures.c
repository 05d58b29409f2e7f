#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

#include <math.h>

// --- Drawn textures -----------------------------------------------------------------------------

static const char *pixels_key = "stagecraft-pixels";
static const char *surface_key = "stagecraft-surface";

static void unref_bytes(gpointer bytes) { g_bytes_unref(bytes); }

static void destroy_surface(gpointer surface) { cairo_surface_destroy(surface); }

GdkTexture *stage_texture_new(void *pixels, int width, int height) {
  GBytes *bytes = g_bytes_new_take(pixels, (gsize)width * height * 4);
  GdkTexture *texture = gdk_memory_texture_new(
      width, height, GDK_MEMORY_DEFAULT, bytes, (gsize)width * 4);
  g_object_set_data_full(G_OBJECT(texture), pixels_key, bytes, unref_bytes);
  return texture;
}

// The pixels of a texture for cairo, without a copy; null if it was decoded.
//
// The surface is freed with the texture. Nodes that were drawn with it remain valid, because cairo
// copies the pixels then.
static cairo_surface_t *surface_of(GdkTexture *texture) {
  cairo_surface_t *surface = g_object_get_data(G_OBJECT(texture), surface_key);
  GBytes *bytes = g_object_get_data(G_OBJECT(texture), pixels_key);
  if (surface || !bytes) return surface;
  int width = gdk_texture_get_width(texture);
  surface = cairo_image_surface_create_for_data(
      (guchar *)g_bytes_get_data(bytes, NULL), CAIRO_FORMAT_ARGB32, width,
      gdk_texture_get_height(texture), width * 4);
  static const cairo_user_data_key_t key;
  cairo_surface_set_user_data(surface, &key, g_bytes_ref(bytes), unref_bytes);
  g_object_set_data_full(G_OBJECT(texture), surface_key, surface, destroy_surface);
  return surface;
}

// Whether there is no graphics processor: all windows of a process are drawn in the same way.
static gboolean draws_with_cairo(void) {
  static int answer = -1;
  GListModel *windows = gtk_window_get_toplevels();
  for (guint n = 0; answer < 0 && n < g_list_model_get_n_items(windows); n++) {
    GtkNative *window = g_list_model_get_item(windows, n);
    GskRenderer *renderer = gtk_native_get_renderer(window);
    if (renderer) answer = GSK_IS_CAIRO_RENDERER(renderer);
    g_object_unref(window);
  }
  return answer == 1;
}

// --- Scaled textures ----------------------------------------------------------------------------

typedef struct {
  GObject parent;
  GdkPaintable *texture;
  double scale;
  // What was drawn last, for cairo.
  GskRenderNode *node;
} StageScaledTexture;

typedef struct {
  GObjectClass parent;
} StageScaledTextureClass;

static GskRenderNode *cairo_node(GdkTexture *texture, const graphene_rect_t *bounds) {
  cairo_surface_t *surface = surface_of(texture);
  if (!surface) return NULL;
  GskRenderNode *node = gsk_cairo_node_new(bounds);
  cairo_t *context = gsk_cairo_node_get_draw_context(node);
  cairo_pattern_t *pattern = cairo_pattern_create_for_surface(surface);
  cairo_matrix_t matrix;
  cairo_matrix_init_scale(
      &matrix, gdk_texture_get_width(texture) / bounds->size.width,
      gdk_texture_get_height(texture) / bounds->size.height);
  cairo_pattern_set_matrix(pattern, &matrix);
  cairo_pattern_set_extend(pattern, CAIRO_EXTEND_PAD);
  cairo_set_source(context, pattern);
  cairo_rectangle(context, 0, 0, bounds->size.width, bounds->size.height);
  cairo_fill(context);
  cairo_pattern_destroy(pattern);
  cairo_destroy(context);
  return node;
}

// GTK 4.8 draws a texture with cairo by converting each pixel to four floats and back, in each
// frame, even if it has cairo's format: 6 ns for a pixel. So cairo is given the pixels themselves.
static void scaled_snapshot(
    GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
  StageScaledTexture *scaled = (StageScaledTexture *)paintable;
  if (width > 0 && height > 0 && draws_with_cairo()) {
    graphene_rect_t bounds, former = GRAPHENE_RECT_INIT(0, 0, 0, 0);
    graphene_rect_init(&bounds, 0, 0, width, height);
    if (scaled->node) gsk_render_node_get_bounds(scaled->node, &former);
    if (!graphene_rect_equal(&bounds, &former)) {
      g_clear_pointer(&scaled->node, gsk_render_node_unref);
      scaled->node = cairo_node(GDK_TEXTURE(scaled->texture), &bounds);
    }
    if (scaled->node) return gtk_snapshot_append_node(GTK_SNAPSHOT(snapshot), scaled->node);
  }
  gdk_paintable_snapshot(scaled->texture, snapshot, width, height);
}

static GdkPaintableFlags scaled_flags(GdkPaintable *paintable) {
  return GDK_PAINTABLE_STATIC_SIZE | GDK_PAINTABLE_STATIC_CONTENTS;
}

static int scaled(GdkPaintable *paintable, int length) {
  return MAX(1, (int)ceil(length / ((StageScaledTexture *)paintable)->scale));
}

static int scaled_width(GdkPaintable *paintable) {
  GdkPaintable *texture = ((StageScaledTexture *)paintable)->texture;
  return scaled(paintable, gdk_paintable_get_intrinsic_width(texture));
}

static int scaled_height(GdkPaintable *paintable) {
  GdkPaintable *texture = ((StageScaledTexture *)paintable)->texture;
  return scaled(paintable, gdk_paintable_get_intrinsic_height(texture));
}

static double scaled_ratio(GdkPaintable *paintable) {
  return gdk_paintable_get_intrinsic_aspect_ratio(((StageScaledTexture *)paintable)->texture);
}

static void scaled_paintable_init(GdkPaintableInterface *interface) {
  interface->snapshot = scaled_snapshot;
  interface->get_flags = scaled_flags;
  interface->get_intrinsic_width = scaled_width;
  interface->get_intrinsic_height = scaled_height;
  interface->get_intrinsic_aspect_ratio = scaled_ratio;
}

static GType stage_scaled_texture_get_type(void);
G_DEFINE_TYPE_WITH_CODE(
    StageScaledTexture, stage_scaled_texture, G_TYPE_OBJECT,
    G_IMPLEMENT_INTERFACE(GDK_TYPE_PAINTABLE, scaled_paintable_init))

static void scaled_finalize(GObject *object) {
  StageScaledTexture *scaled = (StageScaledTexture *)object;
  g_clear_pointer(&scaled->node, gsk_render_node_unref);
  g_object_unref(scaled->texture);
  G_OBJECT_CLASS(stage_scaled_texture_parent_class)->finalize(object);
}

static void stage_scaled_texture_class_init(StageScaledTextureClass *type) {
  G_OBJECT_CLASS(type)->finalize = scaled_finalize;
}

static void stage_scaled_texture_init(StageScaledTexture *texture) {}

GdkPaintable *stage_paintable_new(GdkTexture *texture, double scale) {
  if (scale == 1 && !g_object_get_data(G_OBJECT(texture), pixels_key)) {
    return GDK_PAINTABLE(g_object_ref(texture));
  }
  StageScaledTexture *paintable = g_object_new(stage_scaled_texture_get_type(), NULL);
  paintable->texture = GDK_PAINTABLE(g_object_ref(texture));
  paintable->scale = scale;
  return GDK_PAINTABLE(paintable);
}

static gboolean unref(gpointer object) {
  g_object_unref(object);
  return G_SOURCE_REMOVE;
}

void stage_unref_on_main(void *object) {
  if (stage_is_first_thread()) return g_object_unref(object);
  g_idle_add_full(G_PRIORITY_DEFAULT, unref, object, NULL);
}

// --- Fixed sizes --------------------------------------------------------------------------------

typedef struct {
  int width;
  int height;
} StageSize;

static const char *size_key = "stagecraft-size";

static void fixed_measure(
    GtkWidget *widget, GtkOrientation orientation, int for_size, int *minimum, int *natural,
    int *minimum_baseline, int *natural_baseline) {
  const StageSize *size = g_object_get_data(G_OBJECT(widget), size_key);
  *minimum = *natural =
      orientation == GTK_ORIENTATION_HORIZONTAL ? size->width : size->height;
}

static void fixed_allocate(GtkWidget *widget, int width, int height, int baseline) {}

void stage_set_fixed_size(GtkWidget *widget, int width, int height) {
  if (width < 0) {
    gtk_widget_set_layout_manager(widget, NULL);
    return;
  }
  StageSize *size = g_new(StageSize, 1);
  *size = (StageSize){width, height};
  g_object_set_data_full(G_OBJECT(widget), size_key, size, g_free);
  gtk_widget_set_layout_manager(
      widget, gtk_custom_layout_new(NULL, fixed_measure, fixed_allocate));
}
#endif
