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

void stage_set_label(void *widget, const char *text) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, text, -1);
}
