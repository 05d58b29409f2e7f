#include "CStageGTK.h"

#include <stdatomic.h>
#include <string.h>

static atomic_int warnings;
static atomic_int criticals;
static void (*reporter)(const char *domain, const char *message, gboolean critical);

static const char *field(const char *key, const GLogField *fields, gsize count) {
  for (gsize index = 0; index < count; index++) {
    if (strcmp(fields[index].key, key) == 0 && fields[index].length == -1) {
      return fields[index].value;
    }
  }
  return "";
}

static GLogWriterOutput write_message(
    GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
  gboolean is_critical = (level & (G_LOG_LEVEL_CRITICAL | G_LOG_LEVEL_ERROR)) != 0;
  gboolean is_warning = (level & G_LOG_LEVEL_WARNING) != 0;
  if (is_critical) atomic_fetch_add(&criticals, 1);
  if (is_warning) atomic_fetch_add(&warnings, 1);
  if ((is_critical || is_warning) && reporter) {
    reporter(field("GLIB_DOMAIN", fields, count), field("MESSAGE", fields, count), is_critical);
  }
  return g_log_writer_default(level, fields, count, data);
}

void stage_log_install(void (*report)(const char *, const char *, gboolean)) {
  static gboolean is_installed = FALSE;
  if (report) reporter = report;
  if (is_installed) return;
  is_installed = TRUE;
  g_log_set_writer_func(write_message, NULL, NULL);
}

int stage_log_warnings(void) { return atomic_load(&warnings); }
int stage_log_criticals(void) { return atomic_load(&criticals); }

void stage_log_warn(const char *message) { g_log("Stagecraft", G_LOG_LEVEL_WARNING, "%s", message); }
