#define _GNU_SOURCE
#include "CStageFloor.h"

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

_Thread_local uint32_t stage_thread_number_storage;

static _Thread_local void *stage_worker_storage;

uint32_t stage_processors(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (uint32_t)count;
}

void *stage_worker(void) { return stage_worker_storage; }
void stage_set_worker(void *worker) { stage_worker_storage = worker; }

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

struct stage_thread {
  void (*body)(void *);
  void *context;
  char name[16];
};

static void *stage_run_thread(void *argument) {
  struct stage_thread thread = *(struct stage_thread *)argument;
  free(argument);
#if defined(__APPLE__)
  pthread_setname_np(thread.name);
#elif defined(__linux__)
  pthread_setname_np(pthread_self(), thread.name);
#endif
  thread.body(thread.context);
  return NULL;
}

bool stage_start_thread(void (*body)(void *), void *context, const char *name) {
  struct stage_thread *thread = malloc(sizeof *thread);
  if (thread == NULL) return false;
  thread->body = body;
  thread->context = context;
  strncpy(thread->name, name, sizeof thread->name - 1);
  thread->name[sizeof thread->name - 1] = 0;
  pthread_t handle;
  pthread_attr_t attributes;
  pthread_attr_init(&attributes);
  pthread_attr_setdetachstate(&attributes, PTHREAD_CREATE_DETACHED);
  int error = pthread_create(&handle, &attributes, stage_run_thread, thread);
  pthread_attr_destroy(&attributes);
  if (error != 0) free(thread);
  return error == 0;
}

void stage_block_signals(void) {
  static const int kept[] = {SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGBUS, SIGSEGV, SIGSYS, SIGPROF};
  sigset_t blocked;
  sigfillset(&blocked);
  for (size_t each = 0; each < sizeof kept / sizeof *kept; each++) sigdelset(&blocked, kept[each]);
  pthread_sigmask(SIG_BLOCK, &blocked, NULL);
}

#if defined(__linux__)

#include <errno.h>
#include <linux/futex.h>
#include <linux/membarrier.h>
#include <sys/auxv.h>
#include <sys/eventfd.h>
#include <sys/syscall.h>
#include <unistd.h>

extern char **environ;

bool stage_open_bell(int *waiting, int *ringing) {
  *waiting = *ringing = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return *waiting >= 0;
}

char *const *stage_environment(void) { return getauxval(AT_SECURE) ? NULL : environ; }

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

#include <crt_externs.h>
#include <fcntl.h>
#include <os/clock.h>
#include <os/os_sync_wait_on_address.h>

bool stage_open_bell(int *waiting, int *ringing) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  for (int end = 0; end < 2; end++) {
    fcntl(ends[end], F_SETFL, O_NONBLOCK);
    fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  }
  *waiting = ends[0];
  *ringing = ends[1];
  return true;
}

char *const *stage_environment(void) { return issetugid() ? NULL : *_NSGetEnviron(); }

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
