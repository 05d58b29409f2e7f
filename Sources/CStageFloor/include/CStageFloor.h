// Primitives that Swift cannot express: waiting on a word of memory, a barrier on every thread of
// the process, a spin-loop hint, small thread numbers, and facts about files and the machine.
//
// Nothing here makes decisions. The rules are in StageFloor and in the modules above it.
#ifndef C_STAGE_FLOOR_H
#define C_STAGE_FLOOR_H

#include <stdbool.h>
#include <stdint.h>

/// Sleeps while `*address == expected`, until woken or until `timeout_ns` nanoseconds have passed.
/// A negative timeout means no limit. May return spuriously; the caller checks again.
void stage_wait(uint32_t *address, uint32_t expected, int64_t timeout_ns);

/// Wakes at most one thread that sleeps on `address`. The memory itself is not read.
void stage_wake_one(uint32_t *address);

/// Registers this process for `stage_barrier_all_threads`. Returns false if the kernel offers no
/// such barrier; callers then use their portable form.
bool stage_barrier_available(void);

/// The outcome of a barrier on all threads.
enum stage_barrier_outcome {
  /// The barrier was executed.
  STAGE_BARRIER_DONE,
  /// The barrier was executed by a fallback, because the kernel now refuses the direct call: a
  /// system call filter was installed after the registration. Do not use the barrier again.
  STAGE_BARRIER_LAST,
  /// The barrier was not executed.
  STAGE_BARRIER_IMPOSSIBLE,
};

/// A full memory barrier on every running thread of this process, which must be registered for it.
enum stage_barrier_outcome stage_barrier_all_threads(void);

/// The monotonic clock, in nanoseconds.
int64_t stage_nanoseconds(void);

/// The time of day, in microseconds since 1970.
int64_t stage_time_of_day(void);

/// Microseconds of the clock that all processes of this machine share and that counts on while the
/// machine sleeps.
int64_t stage_boot_microseconds(void);

/// By how much that clock runs ahead of the machine's in this process, because it runs in a time
/// namespace. Returns whether it is known.
bool stage_boot_clock_shift(int64_t *microseconds);

/// Writes the identifier of the machine's current boot: at most 36 bytes and a terminating zero.
/// Returns whether it is known.
bool stage_boot_id(char identifier[37]);

/// The processor's counter, which advances at a constant but unknown rate; the monotonic clock
/// where there is none.
///
/// For durations of which only the order of magnitude matters: it is read in a third of the time
/// that the clock takes, but nothing guarantees that the counters of two processors agree.
static inline int64_t stage_ticks(void) {
#if defined(__x86_64__) || defined(__i386__)
  return (int64_t)__builtin_ia32_rdtsc();
#elif defined(__aarch64__)
  uint64_t ticks;
  __asm__ volatile("mrs %0, cntvct_el0" : "=r"(ticks));
  return (int64_t)ticks;
#else
  return stage_nanoseconds();
#endif
}

/// The same clock, to within a microsecond and in half the time where the processor's counter can
/// be used; elsewhere, `stage_nanoseconds`. Two readings may be out of order by the same amount.
int64_t stage_nanoseconds_quick(void);

/// Whether the calling thread is the process's main thread.
bool stage_is_main_thread(void);

/// The number of processors that this process can use.
uint32_t stage_processors(void);

/// Yields the processor to another thread.
void stage_yield_thread(void);

/// Starts a detached thread that calls `body(context)` and then ends. The name is truncated to 15
/// bytes. Returns false if the system cannot start a thread.
bool stage_start_thread(void (*body)(void *context), void *context, const char *name);

/// Blocks signals on the calling thread, except those caused by its own instructions and the
/// profiler's: other threads of the program receive them.
void stage_block_signals(void);

/// Opens descriptors that wake a thread out of `poll`: one to wait on, and one to write 8 bytes to.
/// They may be the same. Neither blocks, and neither is inherited across `exec`.
bool stage_open_wake_signal(int *read_end, int *write_end);

/// The process's environment, terminated by NULL; or NULL if the process has more privileges than
/// the user who started it, who must not be able to influence it.
char *const *stage_environment(void);

/// The kind of a file.
enum stage_file_kind {
  STAGE_FILE_MISSING,
  STAGE_FILE_REGULAR,
  STAGE_FILE_FIFO,
  STAGE_FILE_DEVICE,
  STAGE_FILE_SOCKET,
  STAGE_FILE_OTHER,
};

/// The kind of the file at a path, following links; `errno` says why it is missing.
enum stage_file_kind stage_kind_at(const char *path);

/// The kind of an open file.
enum stage_file_kind stage_kind_of(int descriptor);

/// The number of the user to whom an open file belongs, or who listens at the other end of a
/// connected local socket; -1 if that is unknown.
int64_t stage_owner_of(int descriptor);

/// Connects a local stream socket without waiting. Returns a descriptor that does not block, is not
/// inherited, and does not end the process when the peer is gone; or -1 with `errno` set.
int stage_connect_local(const char *path);

/// Writes to such a socket. Returns the number of bytes written, or -1 with `errno` set.
long stage_send(int socket, const void *bytes, unsigned long count);

/// The number of bytes that are resident in, or charged to, this process; -1 if unknown.
int64_t stage_resident_bytes(void);

/// Asks the heap to return free memory to the system. Returns false if there is no way to ask.
bool stage_trim_heap(void);

/// Whether the heap retains memory freed by threads other than the main one, as glibc's does until
/// its thresholds are lowered.
bool stage_heap_keeps_memory(void);

/// Lowers the thresholds above which the heap returns freed memory, for the whole process. Returns
/// false if there are none.
bool stage_lower_heap_thresholds(void);

// Thread-local state is accessed in ways that the compiler cannot see through. A Swift function may
// be inlined into an asynchronous one, which can continue on another thread after an `await`: the
// address of a thread-local variable must not be cached across it.

/// The number of the calling thread, through a call that is never inlined.
uint32_t stage_thread_number_call(void);

/// A small number for the calling thread, starting at 1 and never 0.
///
/// It is on the fast path of each lease, where a call would cost as much as the rest of the path.
/// So where the variable can be read in two instructions, they are written out: they are volatile,
/// so each read is executed, and they leave no address behind.
static inline uint32_t stage_thread_number(void) {
// Not on Android, where libraries are loaded later and may not use static thread-local storage.
#if defined(__linux__) && defined(__x86_64__) && !defined(__ILP32__) && !defined(__ANDROID__)
  uintptr_t offset;
  uint32_t number;
  __asm__ volatile(
      "movq stage_thread_number_storage@gottpoff(%%rip), %0\n\t"
      "movl %%fs:(%0), %1"
      : "=&r"(offset), "=r"(number));
  if (__builtin_expect(number != 0, 1)) return number;
#endif
  return stage_thread_number_call();
}

/// The pointer that an engine's worker stored on its thread for the code it runs; NULL elsewhere.
void *stage_worker(void);
void stage_set_worker(void *worker);

/// Tells the processor that this is a spin loop, and takes about ten nanoseconds: from 5 to 45,
/// depending on the processor.
///
/// On 64-bit ARM the corresponding hint, `yield`, takes almost no time; `isb` flushes the pipeline,
/// which takes about as long as `pause` does elsewhere.
static inline void stage_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#elif defined(__arm__)
  __asm__ volatile("yield" ::: "memory");
#endif
}

/// Tells the thread sanitizer that what this thread has done so far happens before what another
/// thread does after `stage_sanitizer_acquire` with the same address. Does nothing without the
/// sanitizer. For hand-overs through a runtime that is not built with it, which must provide the
/// actual ordering.
void stage_sanitizer_release(const void *address);
void stage_sanitizer_acquire(const void *address);

/// Returns whether this code was built with the thread sanitizer.
bool stage_sanitizer_is_on(void);

#if defined(__APPLE__)
/// The system's lock, in one word that starts as 0. The kernel knows its owner and raises the
/// owner's priority to that of the waiters. The thread that locked it must unlock it.
void stage_lock(uint32_t *word);
/// Same, for a lock that is held slightly longer: spins while the owner is running.
void stage_lock_adaptive(uint32_t *word);
void stage_unlock(uint32_t *word);
#endif

/// Prefetches the memory at an address into the cache.
static inline void stage_prefetch(const void *address) { __builtin_prefetch(address, 1); }

/// Prevents the compiler, but not the processor, from moving memory accesses across this point.
static inline void stage_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// A close-on-exec descriptor that becomes readable when the kernel adds to it; -1 if unavailable.
int stage_make_event_counter(void);

/// The type of an open file's file system: the kernel's magic number, or 0.
uint64_t stage_file_system(int descriptor);

/// Whether the locks of a file system can be trusted.
enum stage_file_system_reach {
  /// Its locks exclude all processes that can open it.
  STAGE_FILE_SYSTEM_LOCAL,
  /// It is shared with other machines, or passes through a program; its locks cannot be trusted.
  STAGE_FILE_SYSTEM_REMOTE,
  /// The path could not be examined; `errno` says why.
  STAGE_FILE_SYSTEM_UNKNOWN,
};

#if defined(__linux__)
/// The name of a file system that is shared with other machines or passes through a program, by the
/// number with which `statfs` reports it, or NULL.
const char *stage_remote_file_system(uint32_t number);
#endif

/// Whether a file is a mount of its own, so that its folder is not the one in which others see it.
bool stage_is_mounted_alone(const char *path);

/// Examines the file system of a path, and writes its name, such as `nfs`.
enum stage_file_system_reach stage_file_system_reach(const char *path, char name[32]);

/// Descriptors that watch a file. The first one becomes readable in `poll`.
struct stage_file_watch {
  int descriptor;
  int second;
};

/// Watches whether one file is written, and on Linux also whether another one is replaced, or the
/// link that leads to it. Returns false, with `errno` set, if the system has no watch left.
bool stage_open_file_watch(struct stage_file_watch *watch, const char *written,
                           const char *replaced, const char *link);

/// Reads the events that have come, without waiting. Returns whether there were any.
bool stage_drain_file_watch(const struct stage_file_watch *watch);

void stage_close_file_watch(struct stage_file_watch *watch);

/// Whether another process has a lock on a byte of an open file; on Linux, also whether this
/// process has one that does not belong to the descriptor.
bool stage_is_byte_locked(int descriptor, int64_t offset);

#define STAGE_FILE_SYSTEM_PROC 0x9fa0
#define STAGE_FILE_SYSTEM_GROUP 0x63677270
#define STAGE_FILE_SYSTEM_LEGACY_GROUP 0x27e0eb

#endif
