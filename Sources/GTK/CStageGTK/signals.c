#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

#include <string.h>

typedef struct {
  GClosure closure;
  StageHandler handler;
  void (*destroy)(void *);
} StageClosure;

static void stage_marshal(
    GClosure *closure, GValue *result, guint count, const GValue *parameters, gpointer hint,
    gpointer data) {
  ((StageClosure *)closure)->handler(closure->data, parameters, count, result);
}

static void stage_finalize(gpointer data, GClosure *closure) {
  ((StageClosure *)closure)->destroy(data);
}

gulong stage_connect(
    void *object, const char *signal, StageHandler handler, void *data, void (*destroy)(void *)) {
  GClosure *closure = g_closure_new_simple(sizeof(StageClosure), data);
  ((StageClosure *)closure)->handler = handler;
  ((StageClosure *)closure)->destroy = destroy;
  g_closure_set_marshal(closure, stage_marshal);
  g_closure_add_finalize_notifier(closure, data, stage_finalize);
  return g_signal_connect_closure(object, signal, closure, FALSE);
}

const char *stage_object_type(void *object) {
  return object && G_TYPE_CHECK_INSTANCE(object) && G_IS_OBJECT(object) ? G_OBJECT_TYPE_NAME(object)
                                                                         : NULL;
}

gboolean stage_is_a(void *object, GType type) { return G_TYPE_CHECK_INSTANCE_TYPE(object, type); }

gboolean stage_has_signal(void *object, const char *signal) {
  guint identifier;
  GQuark detail;
  if (!g_signal_parse_name(signal, G_OBJECT_TYPE(object), &identifier, &detail, TRUE)) return FALSE;
  // GLib lets handlers wait for changes of properties that do not exist.
  if (!detail || strcmp(g_signal_name(identifier), "notify") != 0) return TRUE;
  return g_object_class_find_property(G_OBJECT_GET_CLASS(object), g_quark_to_string(detail)) != NULL;
}

gboolean stage_holds_text(const GValue *value) { return G_VALUE_HOLDS_STRING(value); }
gboolean stage_holds_object(const GValue *value) { return G_VALUE_HOLDS_OBJECT(value); }
gboolean stage_holds_structure(const GValue *value) { return G_VALUE_HOLDS_BOXED(value); }

const char *stage_variant_text(const GValue *value) {
  GVariant *variant = G_VALUE_HOLDS_VARIANT(value) ? g_value_get_variant(value) : NULL;
  return variant && g_variant_is_of_type(variant, G_VARIANT_TYPE_STRING)
             ? g_variant_get_string(variant, NULL)
             : NULL;
}

void stage_emit(void *object, const char *signal) { g_signal_emit_by_name(object, signal); }

typedef struct StageFinalizer {
  void (*body)(void *);
  void *data;
  struct StageFinalizer *next;
} StageFinalizer;

static void stage_finalized(gpointer data) {
  for (StageFinalizer *finalizer = data; finalizer;) {
    StageFinalizer *next = finalizer->next;
    finalizer->body(finalizer->data);
    g_free(finalizer);
    finalizer = next;
  }
}

// Not with `g_object_weak_ref`, which reports that an object is disposed: a window that is closed
// and still retained would count as gone.
void stage_on_finalize(void *object, void (*body)(void *), void *data) {
  GQuark key = g_quark_from_static_string("stage-finalizers");
  StageFinalizer *finalizer = g_new(StageFinalizer, 1);
  finalizer->body = body;
  finalizer->data = data;
  finalizer->next = g_object_steal_qdata(object, key);
  g_object_set_qdata_full(object, key, finalizer, stage_finalized);
}

void stage_set_description(void *widget, const char *text) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}

void stage_set_value_text(void *widget, const char *text) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, text, -1);
}

void stage_set_role(void *widget, GtkAccessibleRole role) {
  g_object_set(widget, "accessible-role", role, NULL);
}
#endif
