#define _GNU_SOURCE
#include "CHarness.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

#if defined(__has_feature)
#if __has_feature(thread_sanitizer) || __has_feature(address_sanitizer)
#define BENCH_SANITIZED 1
#endif
#endif

#if defined(__GLIBC__) && !defined(BENCH_SANITIZED)

// These definitions replace those of the C library in the whole process and count before they
// forward the call. `free` remains the library's own. While not counting, a call costs one more
// thread-local read.

extern void *__libc_malloc(size_t size);
extern void *__libc_calloc(size_t count, size_t size);
extern void *__libc_realloc(void *memory, size_t size);
extern void *__libc_memalign(size_t alignment, size_t size);

static _Thread_local bool counting;
static _Thread_local int64_t allocations;

static inline void note(void) {
  if (__builtin_expect(counting, 0)) allocations++;
}

void *malloc(size_t size) {
  note();
  return __libc_malloc(size);
}

void *calloc(size_t count, size_t size) {
  note();
  return __libc_calloc(count, size);
}

void *realloc(void *memory, size_t size) {
  note();
  return __libc_realloc(memory, size);
}

void *memalign(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

void *aligned_alloc(size_t alignment, size_t size) {
  note();
  return __libc_memalign(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size) {
  note();
  void *result = __libc_memalign(alignment, size);
  if (result == NULL) return ENOMEM;
  *memory = result;
  return 0;
}

bool bench_counts_allocations(void) { return true; }

void bench_begin_counting_allocations(void) {
  allocations = 0;
  counting = true;
}

int64_t bench_end_counting_allocations(void) {
  if (!counting) return -1;
  counting = false;
  return allocations;
}

#else

bool bench_counts_allocations(void) { return false; }
void bench_begin_counting_allocations(void) {}
int64_t bench_end_counting_allocations(void) { return 0; }

#endif
