#define _GNU_SOURCE
#include "CStageFloor.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

_Thread_local uint32_t stage_thread_number_storage;

uint32_t stage_thread_number_assign(void) {
  static _Atomic uint32_t last;
  uint32_t number = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
  stage_thread_number_storage = number;
  return number;
}

int64_t stage_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

void stage_yield_thread(void) { sched_yield(); }

#if defined(__linux__)

#include <errno.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/syscall.h>
#include <unistd.h>

void stage_wait(uint32_t *address, uint32_t expected, int64_t timeout_ns) {
  struct timespec limit = {timeout_ns / 1000000000, timeout_ns % 1000000000};
  syscall(SYS_futex, address, FUTEX_WAIT_PRIVATE, expected, timeout_ns < 0 ? NULL : &limit, NULL, 0);
}

void stage_wake_one(uint32_t *address) {
  syscall(SYS_futex, address, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

bool stage_barrier_available(void) {
#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
  // The sanitizer does not see this barrier; the portable form is tested instead.
  return false;
#endif
#endif
  return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
}

void stage_barrier_all_threads(void) {
  // Once registered this call has no way to fail; going on without the barrier would be a race.
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) != 0) __builtin_trap();
}

bool stage_is_main_thread(void) { return getpid() == (pid_t)syscall(SYS_gettid); }

#elif defined(__APPLE__)

#include <os/clock.h>
#include <os/os_sync_wait_on_address.h>

void stage_wait(uint32_t *address, uint32_t expected, int64_t timeout_ns) {
  if (timeout_ns < 0) {
    os_sync_wait_on_address(address, expected, sizeof *address, OS_SYNC_WAIT_ON_ADDRESS_NONE);
  } else if (timeout_ns > 0) {
    os_sync_wait_on_address_with_timeout(address, expected, sizeof *address,
                                         OS_SYNC_WAIT_ON_ADDRESS_NONE, OS_CLOCK_MACH_ABSOLUTE_TIME,
                                         (uint64_t)timeout_ns);
  }
}

void stage_wake_one(uint32_t *address) {
  os_sync_wake_by_address_any(address, sizeof *address, OS_SYNC_WAKE_BY_ADDRESS_NONE);
}

bool stage_barrier_available(void) { return false; }
void stage_barrier_all_threads(void) { __builtin_trap(); }
bool stage_is_main_thread(void) { return pthread_main_np() != 0; }

#endif
