#if defined(STAGECRAFT_GTK)
#define _GNU_SOURCE
#include "CStageGTK.h"

#include <glib-unix.h>
#include <sys/syscall.h>
#include <unistd.h>

// What Foundation's run loop uses to serve the main queue.
extern int _dispatch_get_main_queue_handle_4CF(void);
extern void _dispatch_main_queue_callback_4CF(void *message);

static guint64 drains;

static gboolean drain(gint descriptor, GIOCondition condition, gpointer data) {
  guint64 count;
  // Reset first: what is enqueued during the drain wakes the loop again.
  (void)!read(descriptor, &count, sizeof count);
  drains++;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

void stage_loop_attach(int priority) {
  static gboolean is_attached = FALSE;
  if (is_attached) return;
  is_attached = TRUE;
  g_unix_fd_add_full(
      priority, _dispatch_get_main_queue_handle_4CF(), G_IO_IN, drain, NULL, NULL);
}

guint64 stage_loop_drains(void) { return drains; }

gboolean stage_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }
#endif
