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

// Whether jobs wait since an earlier turn of the loop, in which something else was dispatched.
static gboolean jobs_have_waited;

static gboolean drain(gint descriptor, GIOCondition condition, gpointer data) {
  guint64 count;
  // Reset first: what is enqueued during the drain wakes the loop again.
  (void)!read(descriptor, &count, sizeof count);
  jobs_have_waited = FALSE;
  drains++;
  _dispatch_main_queue_callback_4CF(NULL);
  return G_SOURCE_CONTINUE;
}

// Jobs that have waited for one turn of the loop run in the next, before all that is below GLib's
// default priority. Otherwise they would wait until nothing above them is due: when a frame takes
// longer than its interval, GTK draws the next one at once; a page that loads sends one message after
// another.
//
// The descriptor is polled, but is not one of the source's own (g_source_add_unix_fd): GLib would
// dispatch the source whenever that is readable, whatever this function returns.
static GPollFD waiting_descriptor = {.events = G_IO_IN};

static gboolean jobs_are_waiting(GSource *source) {
  if (!(waiting_descriptor.revents & G_IO_IN)) return jobs_have_waited = FALSE;
  gboolean had_waited = jobs_have_waited;
  jobs_have_waited = TRUE;
  return had_waited;
}

// In a loop that a job runs, this calls the queue again. The queue ignores the call, and writes to
// the descriptor when the job ends if jobs are left.
static gboolean drain_waiting(GSource *source, GSourceFunc function, gpointer data) {
  return drain(_dispatch_get_main_queue_handle_4CF(), G_IO_IN, NULL);
}

void stage_loop_attach(int priority) {
  static gboolean is_attached = FALSE;
  if (is_attached) return;
  is_attached = TRUE;
  int descriptor = _dispatch_get_main_queue_handle_4CF();
  g_unix_fd_add_full(priority, descriptor, G_IO_IN, drain, NULL, NULL);
  static GSourceFuncs functions = {.check = jobs_are_waiting, .dispatch = drain_waiting};
  GSource *waiting = g_source_new(&functions, sizeof(GSource));
  waiting_descriptor.fd = descriptor;
  g_source_add_poll(waiting, &waiting_descriptor);
  g_source_set_priority(waiting, GDK_PRIORITY_EVENTS + 1);
  g_source_set_static_name(waiting, "Waiting jobs of the main actor");
  g_source_attach(waiting, NULL);
  g_source_unref(waiting);
}

guint64 stage_loop_drains(void) { return drains; }

gboolean stage_is_first_thread(void) { return syscall(SYS_gettid) == getpid(); }
#endif
