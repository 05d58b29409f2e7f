// What Swift cannot say: waiting on a word of memory, a barrier on every thread of the process,
// a hint to the processor, and a small number for each thread.
//
// Nothing here decides anything. The rules are in StageFloor and in the modules above it.
#ifndef C_STAGE_FLOOR_H
#define C_STAGE_FLOOR_H

#include <stdbool.h>
#include <stdint.h>

/// Sleeps while `*address == expected`, until woken or until `timeout_ns` nanoseconds have passed.
/// A negative timeout means: until woken. May return early; the caller looks again.
void stage_wait(uint32_t *address, uint32_t expected, int64_t timeout_ns);

/// Wakes at most one thread that sleeps on `address`. The memory itself is not read.
void stage_wake_one(uint32_t *address);

/// Registers this process for `stage_barrier_all_threads`.
/// Returns false where the kernel offers no such barrier; callers then use their portable form.
bool stage_barrier_available(void);

/// How a barrier on all threads went.
enum stage_barrier_outcome {
  /// There was one.
  STAGE_BARRIER_DONE,
  /// There was one, by a detour, because the kernel refuses the direct way from now on: a filter of
  /// system calls was installed after the registration. Make no more use of it.
  STAGE_BARRIER_LAST,
  /// There was none.
  STAGE_BARRIER_IMPOSSIBLE,
};

/// A full memory barrier on every running thread of this process, which is registered for it.
enum stage_barrier_outcome stage_barrier_all_threads(void);

/// The monotonic clock, in nanoseconds.
int64_t stage_nanoseconds(void);

/// Whether the calling thread is the process's main thread.
bool stage_is_main_thread(void);

/// How many processors this process can use.
uint32_t stage_processors(void);

/// Lets another thread run.
void stage_yield_thread(void);

/// Starts a detached thread that calls `body(context)` and then ends.
/// Of the name, 15 bytes are kept. Returns false if the system has no more threads.
bool stage_start_thread(void (*body)(void *context), void *context, const char *name);

/// Keeps signals away from the calling thread, but for those that an instruction of its own causes
/// and for the profiler's: they go to the program's other threads.
void stage_block_signals(void);

/// Opens what wakes a thread out of `poll`: one descriptor to wait for, one to write 8 bytes to.
/// They may be the same. Neither blocks, and no program that this one becomes inherits them.
bool stage_open_bell(int *waiting, int *ringing);

/// The process's environment, ended by NULL; NULL altogether if the process has more rights than
/// whoever started it, who must not steer it then.
char *const *stage_environment(void);

/// What kind of file there is.
enum stage_file_kind {
  STAGE_FILE_MISSING,
  STAGE_FILE_REGULAR,
  STAGE_FILE_FIFO,
  STAGE_FILE_DEVICE,
  STAGE_FILE_SOCKET,
  STAGE_FILE_OTHER,
};

/// The kind of the file at a path, through links; `errno` says why it is missing.
enum stage_file_kind stage_kind_at(const char *path);

/// The kind of an open file.
enum stage_file_kind stage_kind_of(int descriptor);

/// Connects with a local stream socket, without waiting. Returns a descriptor that neither blocks
/// nor is inherited nor ends the process when the other side is gone, or -1 and `errno`.
int stage_connect_local(const char *path);

/// Writes to such a socket. Returns how many bytes it took, or -1 and `errno`.
long stage_send(int socket, const void *bytes, unsigned long count);

/// How many bytes of this process are resident, or are charged to it; -1 where that is unknown.
int64_t stage_resident_bytes(void);

/// Asks the heap to give free memory back to the system.
/// Returns false where there is no way to ask.
bool stage_trim_heap(void);

/// Whether the heap keeps what threads other than the main one have freed, as glibc's does until
/// its thresholds are lowered.
bool stage_heap_keeps_memory(void);

/// Lowers the thresholds above which the heap gives freed memory back, for the whole process.
/// Returns false where there are none.
bool stage_lower_heap_thresholds(void);

// What belongs to a thread is reached in ways that the compiler cannot see through. A function of
// Swift may become a part of an asynchronous one, and that goes on on another thread after an
// `await`: the address of a thread's variable must not be remembered across it.

/// The number of the calling thread, by a call that is never inlined.
uint32_t stage_thread_number_call(void);

/// A small number for the calling thread, counted from 1 and never 0.
///
/// It is on the way of each loan, and a call costs as much as the rest of that way. So where its
/// variable can be read in two instructions, these are written out: they are volatile, so each reading
/// is one of its own, and they leave no address behind.
static inline uint32_t stage_thread_number(void) {
// Not on Android, where libraries are opened later and may not use static thread storage.
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

/// What a worker of an engine left on its thread for the code that it runs there; NULL elsewhere.
void *stage_worker(void);
void stage_set_worker(void *worker);

/// Tells the processor that this is a waiting loop, and takes some ten nanoseconds: from 5 to 45,
/// depending on the processor.
///
/// On 64-bit ARM the hint for it, `yield`, takes next to no time; `isb` empties the pipeline, which
/// takes about as long as `pause` does elsewhere.
static inline void stage_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  __asm__ volatile("isb" ::: "memory");
#elif defined(__arm__)
  __asm__ volatile("yield" ::: "memory");
#endif
}

/// Tells the thread sanitizer that what this thread has done so far comes before what another does
/// after `stage_sanitizer_acquire` with the same address. Nothing without the sanitizer. For
/// hand-overs through a runtime that is not built with it; the order itself must come from there.
void stage_sanitizer_release(const void *address);
void stage_sanitizer_acquire(const void *address);

#if defined(__APPLE__)
/// The system's lock, in one word that starts as 0. The kernel knows its owner and lends it the
/// priority of those that wait. Its owner must be the thread that leaves it.
void stage_lock(uint32_t *word);
/// The same, for a lock that is held a little longer: waits awake while the owner is running.
void stage_lock_adaptive(uint32_t *word);
void stage_unlock(uint32_t *word);
#endif

/// Fetches the memory at an address into the cache, without waiting for it.
static inline void stage_prefetch(const void *address) { __builtin_prefetch(address, 1); }

/// Keeps the compiler, not the processor, from moving memory accesses across this point.
static inline void stage_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

/// A descriptor that becomes readable when the kernel adds to it, and is closed in a new program;
/// -1 where there is none.
int stage_make_event_counter(void);

/// The kind of the file system on which an open file is: the kernel's magic number, or 0.
uint64_t stage_file_system(int descriptor);

#define STAGE_FILE_SYSTEM_PROC 0x9fa0
#define STAGE_FILE_SYSTEM_GROUP 0x63677270
#define STAGE_FILE_SYSTEM_LEGACY_GROUP 0x27e0eb

#endif
