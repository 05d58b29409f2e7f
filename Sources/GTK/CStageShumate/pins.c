#if defined(STAGECRAFT_MAPS)
#include "CStageShumate.h"

// A marker whose upper half is a button and a tip: libshumate draws the middle of a marker at its
// place. Clicks on the rest of it reach the map, or the mark there.
typedef struct {
  ShumateMarker parent;
} StagePin;

typedef struct {
  ShumateMarkerClass parent;
} StagePinClass;

static GType stage_pin_get_type(void);
G_DEFINE_TYPE(StagePin, stage_pin, SHUMATE_TYPE_MARKER)

enum { tip_width = 16, tip_height = 8 };

static void stage_pin_measure(
    GtkWidget *pin, GtkOrientation orientation, int size, int *minimum, int *natural,
    int *minimum_baseline, int *natural_baseline) {
  GtkWidget *button = gtk_widget_get_first_child(pin);
  gtk_widget_measure(button, orientation, -1, minimum, natural, NULL, NULL);
  if (orientation == GTK_ORIENTATION_HORIZONTAL) return;
  *minimum = 2 * (*minimum + tip_height);
  *natural = 2 * (*natural + tip_height);
}

static void stage_pin_allocate(GtkWidget *pin, int width, int height, int baseline) {
  GtkAllocation place = {0, 0, width, height / 2 - tip_height};
  gtk_widget_size_allocate(gtk_widget_get_first_child(pin), &place, -1);
}

static void stage_pin_snapshot(GtkWidget *pin, GtkSnapshot *snapshot) {
  const int left = (gtk_widget_get_width(pin) - tip_width) / 2;
  const int bottom = gtk_widget_get_height(pin) / 2;
  cairo_t *context = gtk_snapshot_append_cairo(
      snapshot, &GRAPHENE_RECT_INIT(left, bottom - tip_height, tip_width, tip_height));
  cairo_move_to(context, left, bottom - tip_height);
  cairo_rel_line_to(context, tip_width, 0);
  cairo_line_to(context, left + tip_width / 2, bottom);
  cairo_close_path(context);
  // The color of a button over a picture.
  cairo_set_source_rgba(context, 0, 0, 0, 0.65);
  cairo_fill(context);
  cairo_destroy(context);
  GTK_WIDGET_CLASS(stage_pin_parent_class)->snapshot(pin, snapshot);
}

static gboolean stage_pin_contains(GtkWidget *pin, double x, double y) { return FALSE; }

static void stage_pin_class_init(StagePinClass *type) {
  GtkWidgetClass *widget = GTK_WIDGET_CLASS(type);
  widget->measure = stage_pin_measure;
  widget->size_allocate = stage_pin_allocate;
  widget->snapshot = stage_pin_snapshot;
  widget->contains = stage_pin_contains;
}

// Without a layout manager: the parent class's would replace the functions above.
static void stage_pin_init(StagePin *pin) { gtk_widget_set_layout_manager(GTK_WIDGET(pin), NULL); }

ShumateMarker *stage_pin_new(GtkWidget *button) {
  ShumateMarker *pin = g_object_new(stage_pin_get_type(), NULL);
  shumate_marker_set_child(pin, button);
  return pin;
}
#endif
