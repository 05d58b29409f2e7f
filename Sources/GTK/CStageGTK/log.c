#if defined(STAGECRAFT_GTK)
#include "CStageGTK.h"

#include <stdatomic.h>

static atomic_int warnings;
static atomic_int criticals;

static GLogWriterOutput write_message(
    GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
  if (level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)) atomic_fetch_add(&criticals, 1);
  if (level & G_LOG_LEVEL_WARNING) atomic_fetch_add(&warnings, 1);
  return g_log_writer_default(level, fields, count, data);
}

void stage_log_install(void) {
  static gboolean is_installed = FALSE;
  if (is_installed) return;
  is_installed = TRUE;
  g_log_set_writer_func(write_message, NULL, NULL);
}

int stage_log_warnings(void) { return atomic_load(&warnings); }
int stage_log_criticals(void) { return atomic_load(&criticals); }

void stage_say(const char *message) { g_printerr("%s\n", message); }

void stage_log_warn(const char *message) { g_log("Stagecraft", G_LOG_LEVEL_WARNING, "%s", message); }
#endif
