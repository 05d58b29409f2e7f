#define _GNU_SOURCE
#include "CHarness.h"

#if defined(__linux__)

#include <sched.h>

void bench_pin_thread(int index) {
  // A new thread inherits the affinity of its creator, and the harness itself is never pinned.
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return;
  int wanted = index % CPU_COUNT(&allowed);
  for (int cpu = 0; cpu < CPU_SETSIZE; cpu++) {
    if (!CPU_ISSET(cpu, &allowed) || wanted-- > 0) continue;
    cpu_set_t one;
    CPU_ZERO(&one);
    CPU_SET(cpu, &one);
    sched_setaffinity(0, sizeof one, &one);
    return;
  }
}

#else

void bench_pin_thread(int index) { (void)index; }

#endif
