#include "CHarness.h"

#ifdef __GLIBC__
#include <malloc.h>
#endif

int64_t bench_heap_in_use(void) {
#if defined(__GLIBC__) && __GLIBC_PREREQ(2, 33)
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
#else
  return -1;
#endif
}
