#if defined(STAGECRAFT_GTK)
#define _GNU_SOURCE
#include "CStageGTKTestKit.h"

#include <CStageGTK.h>
#include <dlfcn.h>
#include <unistd.h>

typedef void (*Exit)(int) __attribute__((noreturn));

static gboolean exit_on_first_thread(gpointer data) {
  ((Exit)dlsym(RTLD_NEXT, "exit"))(GPOINTER_TO_INT(data));
}

// The runner of tests exits on a thread of its own, and the destructors of libraries run there
// while the main loop runs on the first thread: WebKit's abort then. The definition in the program
// takes precedence over the library's.
__attribute__((visibility("default"), noreturn)) void exit(int status) {
  if (stage_test_loop_is_running() && !stage_is_first_thread()) {
    g_idle_add(exit_on_first_thread, GINT_TO_POINTER(status));
    for (;;) pause();
  }
  exit_on_first_thread(GINT_TO_POINTER(status));
  __builtin_unreachable();
}
#endif
