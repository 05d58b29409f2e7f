#include "CStageGTK.h"

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

void stage_emit(void *object, const char *signal) { g_signal_emit_by_name(object, signal); }

typedef struct {
  void (*body)(void *);
  void *data;
} StageFinalizer;

static void stage_finalized(gpointer data, GObject *object) {
  StageFinalizer *finalizer = data;
  finalizer->body(finalizer->data);
  g_free(finalizer);
}

void stage_on_finalize(void *object, void (*body)(void *), void *data) {
  StageFinalizer *finalizer = g_new(StageFinalizer, 1);
  finalizer->body = body;
  finalizer->data = data;
  g_object_weak_ref(object, stage_finalized, finalizer);
}

void stage_set_label(void *widget, const char *text) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}
