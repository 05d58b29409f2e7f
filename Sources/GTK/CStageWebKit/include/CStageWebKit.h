#pragma once

#include <webkit/webkit.h>

/// Creates a context whose web processes have limits for their memory; the settings are copied.
WebKitWebContext *stage_web_context_new(WebKitMemoryPressureSettings *settings);

/// Creates a view of a context, with scripts and messages of its own. The Tab key leaves it after
/// the last link or field of its page.
GtkWidget *stage_web_view_new(WebKitWebContext *context, WebKitUserContentManager *manager);
