#if defined(STAGECRAFT_WEB_PAGES)
#include "CStageWebKit.h"

WebKitWebContext *stage_web_context_new(WebKitMemoryPressureSettings *settings) {
  if (!settings) return g_object_new(WEBKIT_TYPE_WEB_CONTEXT, NULL);
  return g_object_new(WEBKIT_TYPE_WEB_CONTEXT, "memory-pressure-settings", settings, NULL);
}

GtkWidget *stage_web_view_new(WebKitWebContext *context, WebKitUserContentManager *manager) {
  return g_object_new(
      WEBKIT_TYPE_WEB_VIEW, "web-context", context, "user-content-manager", manager, NULL);
}
#endif
