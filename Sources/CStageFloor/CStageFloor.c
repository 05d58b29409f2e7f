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

// Referenced by the assembly in `stage_thread_number`, which the linker does not count as a use.
extern _Thread_local uint32_t stage_thread_number_storage;
__attribute__((used)) _Thread_local uint32_t stage_thread_number_storage;

static _Thread_local void *stage_worker_storage;

uint32_t stage_processors(void) {
  long count = sysconf(_SC_NPROCESSORS_ONLN);
  return count < 1 ? 1 : (uint32_t)count;
}

__attribute__((noinline)) void *stage_worker(void) { return stage_worker_storage; }
__attribute__((noinline)) void stage_set_worker(void *worker) { stage_worker_storage = worker; }

static __attribute__((noinline, cold)) uint32_t stage_thread_number_assign(void) {
  static _Atomic uint32_t last;
  uint32_t number = atomic_fetch_add_explicit(&last, 1, memory_order_relaxed) + 1;
  stage_thread_number_storage = number;
  return number;
}

__attribute__((noinline)) uint32_t stage_thread_number_call(void) {
  uint32_t number = stage_thread_number_storage;
  return __builtin_expect(number != 0, 1) ? number : stage_thread_number_assign();
}

#if defined(__has_feature)
#if __has_feature(thread_sanitizer)
#define STAGE_THREAD_SANITIZER 1
#endif
#endif

#if defined(STAGE_THREAD_SANITIZER)
void __tsan_release(void *address);
void __tsan_acquire(void *address);
void stage_sanitizer_release(const void *address) { __tsan_release((void *)address); }
void stage_sanitizer_acquire(const void *address) { __tsan_acquire((void *)address); }
bool stage_sanitizer_is_on(void) { return true; }
#else
void stage_sanitizer_release(const void *address) { (void)address; }
void stage_sanitizer_acquire(const void *address) { (void)address; }
bool stage_sanitizer_is_on(void) { return false; }
#endif

int64_t stage_nanoseconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec;
}

int64_t stage_time_of_day(void) {
  struct timespec now;
  clock_gettime(CLOCK_REALTIME, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

int64_t stage_boot_microseconds(void) {
  struct timespec now;
#if defined(__linux__)
  clock_gettime(CLOCK_BOOTTIME, &now);
#else
  // On Apple platforms this clock counts on while the machine sleeps.
  clock_gettime(CLOCK_MONOTONIC, &now);
#endif
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
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

bool stage_open_wake_signal(int *read_end, int *write_end) {
  *read_end = *write_end = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
  return *read_end >= 0;
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
#if defined(STAGE_THREAD_SANITIZER)
  // The sanitizer does not see this barrier; the portable form is tested instead.
  return false;
#else
  return syscall(SYS_membarrier, MEMBARRIER_CMD_REGISTER_PRIVATE_EXPEDITED, 0, 0) == 0;
#endif
}

// Runs briefly on each processor in turn. A thread that was running there has then been switched
// out or has moved, and the kernel executes a full barrier in each switch. Returns false if this
// cannot be established for every processor on which a thread of this process may run.
//
// A processor on which this thread may not run is one on which no other thread may either: a set
// that allows it to one thread and not to another requires a control group in threaded mode.
static bool stage_visit_processors(void) {
  long count = sysconf(_SC_NPROCESSORS_CONF);
  if (count < 1) return false;
  // The kernel's own set may be larger than the currently configured one.
  int capacity = count < CPU_SETSIZE ? CPU_SETSIZE : (int)count;
  size_t size = CPU_ALLOC_SIZE(capacity);
  cpu_set_t *usual = CPU_ALLOC(capacity);
  cpu_set_t *one = CPU_ALLOC(capacity);
  bool is_complete = usual != NULL && one != NULL && sched_getaffinity(0, size, usual) == 0;
  int visited = 0;
  for (int processor = 0; is_complete && processor < capacity; processor++) {
    CPU_ZERO_S(size, one);
    CPU_SET_S((size_t)processor, size, one);
    if (sched_setaffinity(0, size, one) == 0) {
      visited++;
    } else if (errno != EINVAL) {
      // EINVAL: this process may use no processor with that number. Numbers may have gaps.
      is_complete = false;
    }
  }
  if (visited > 0) sched_setaffinity(0, size, usual);
  if (usual != NULL) CPU_FREE(usual);
  if (one != NULL) CPU_FREE(one);
  return is_complete && visited > 0;
}

enum stage_barrier_outcome stage_barrier_all_threads(void) {
  if (syscall(SYS_membarrier, MEMBARRIER_CMD_PRIVATE_EXPEDITED, 0, 0) == 0) {
    return STAGE_BARRIER_DONE;
  }
  // Continuing without the barrier would be a race.
  return stage_visit_processors() ? STAGE_BARRIER_LAST : STAGE_BARRIER_IMPOSSIBLE;
}

bool stage_is_main_thread(void) { return getpid() == (pid_t)syscall(SYS_gettid); }

#elif defined(__APPLE__)

#include <crt_externs.h>
#include <fcntl.h>
#include <os/clock.h>
#include <os/lock.h>
#include <os/os_sync_wait_on_address.h>

_Static_assert(sizeof(os_unfair_lock) == sizeof(uint32_t), "The system's lock is one word.");

void stage_lock(uint32_t *word) { os_unfair_lock_lock((os_unfair_lock_t)word); }

void stage_lock_adaptive(uint32_t *word) {
  os_unfair_lock_lock_with_flags((os_unfair_lock_t)word, OS_UNFAIR_LOCK_FLAG_ADAPTIVE_SPIN);
}

void stage_unlock(uint32_t *word) { os_unfair_lock_unlock((os_unfair_lock_t)word); }

bool stage_open_wake_signal(int *read_end, int *write_end) {
  int ends[2];
  if (pipe(ends) != 0) return false;
  for (int end = 0; end < 2; end++) {
    fcntl(ends[end], F_SETFL, O_NONBLOCK);
    fcntl(ends[end], F_SETFD, FD_CLOEXEC);
  }
  *read_end = ends[0];
  *write_end = ends[1];
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
enum stage_barrier_outcome stage_barrier_all_threads(void) { return STAGE_BARRIER_IMPOSSIBLE; }
bool stage_is_main_thread(void) { return pthread_main_np() != 0; }

#endif
