#include "CStageFloor.h"

#if defined(__linux__)

#include <sys/eventfd.h>
#include <sys/vfs.h>

int stage_make_event_counter(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

uint64_t stage_file_system(int descriptor) {
  struct statfs facts;
  // The field is signed on some platforms, where some file systems' magic numbers are negative.
  return fstatfs(descriptor, &facts) == 0 ? (uint64_t)(uint32_t)facts.f_type : 0;
}

#else

int stage_make_event_counter(void) { return -1; }
uint64_t stage_file_system(int descriptor) { return 0; }

#endif
