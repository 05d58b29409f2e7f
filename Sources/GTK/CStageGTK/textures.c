#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

#include <math.h>

// --- Scaled textures ----------------------------------------------------------------------------

typedef struct {
  GObject parent;
  GdkPaintable *texture;
  double scale;
} StageScaledTexture;

typedef struct {
  GObjectClass parent;
} StageScaledTextureClass;

static void scaled_snapshot(
    GdkPaintable *paintable, GdkSnapshot *snapshot, double width, double height) {
  gdk_paintable_snapshot(((StageScaledTexture *)paintable)->texture, snapshot, width, height);
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
  g_object_unref(((StageScaledTexture *)object)->texture);
  G_OBJECT_CLASS(stage_scaled_texture_parent_class)->finalize(object);
}

static void stage_scaled_texture_class_init(StageScaledTextureClass *type) {
  G_OBJECT_CLASS(type)->finalize = scaled_finalize;
}

static void stage_scaled_texture_init(StageScaledTexture *texture) {}

GdkPaintable *stage_paintable_new(GdkTexture *texture, double scale) {
  if (scale == 1) return GDK_PAINTABLE(g_object_ref(texture));
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
