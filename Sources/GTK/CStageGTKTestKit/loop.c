#if defined(STAGECRAFT_GTK)
#include "CStageGTKTestKit.h"

#include <CStageGTK.h>

static int is_running;

int stage_test_loop_is_running(void) { return is_running; }

// The runner of tests has an asynchronous `main`, whose thread ends in this function: without it,
// the main queue would move to another thread, and nothing would serve GTK. The definition in the
// program takes precedence over the library's.
__attribute__((visibility("default"), noreturn)) void dispatch_main(void) {
  is_running = 1;
  stage_loop_attach(G_PRIORITY_HIGH_IDLE + 25);
  GMainLoop *loop = g_main_loop_new(NULL, FALSE);
  for (;;) g_main_loop_run(loop);
}
#endif
