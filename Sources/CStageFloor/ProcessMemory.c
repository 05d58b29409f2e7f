#define _GNU_SOURCE
#include "CStageFloor.h"

#include <stddef.h>

#if defined(__linux__)

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#if defined(__GLIBC__)
#include <malloc.h>
#endif

int64_t stage_resident_bytes(void) {
  int file = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
  if (file < 0) return -1;
  char text[256];
  ssize_t length;
  do length = read(file, text, sizeof text - 1);
  while (length < 0 && errno == EINTR);
  close(file);
  if (length <= 0) return -1;
  text[length] = 0;
  // The second number: the resident pages.
  char *rest, *end;
  strtoll(text, &rest, 10);
  long long pages = strtoll(rest, &end, 10);
  return end == rest || pages < 0 ? -1 : (int64_t)pages * sysconf(_SC_PAGESIZE);
}

bool stage_trim_heap(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
  return true;
#else
  return false;
#endif
}

bool stage_heap_keeps_memory(void) {
#if defined(__GLIBC__)
  return true;
#else
  return false;
#endif
}

bool stage_lower_heap_thresholds(void) {
#if defined(__GLIBC__)
  // Each call also disables glibc's dynamic adjustment of the thresholds.
  return mallopt(M_TRIM_THRESHOLD, 1 << 20) && mallopt(M_MMAP_THRESHOLD, 1 << 20) &&
         mallopt(M_MXFAST, 0);
#else
  return false;
#endif
}

#elif defined(__APPLE__)

#include <mach/mach.h>
#include <malloc/malloc.h>

int64_t stage_resident_bytes(void) {
  task_vm_info_data_t info;
  mach_msg_type_number_t count = TASK_VM_INFO_COUNT;
  if (task_info(mach_task_self(), TASK_VM_INFO, (task_info_t)&info, &count) != KERN_SUCCESS) {
    return -1;
  }
  return (int64_t)info.phys_footprint;
}

bool stage_trim_heap(void) {
  malloc_zone_pressure_relief(NULL, 0);
  return true;
}

bool stage_heap_keeps_memory(void) { return false; }

bool stage_lower_heap_thresholds(void) { return false; }

#endif
