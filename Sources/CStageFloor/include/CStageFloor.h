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

/// A full memory barrier on every running thread of this process.
void stage_barrier_all_threads(void);

/// The monotonic clock, in nanoseconds.
int64_t stage_nanoseconds(void);

/// Whether the calling thread is the process's main thread.
bool stage_is_main_thread(void);

/// Lets another thread run.
void stage_yield_thread(void);

extern _Thread_local uint32_t stage_thread_number_storage;
uint32_t stage_thread_number_assign(void);

/// A small number for the calling thread, counted from 1 and never 0.
static inline uint32_t stage_thread_number(void) {
  uint32_t number = stage_thread_number_storage;
  return __builtin_expect(number != 0, 1) ? number : stage_thread_number_assign();
}

/// Tells the processor that this is a waiting loop.
static inline void stage_pause(void) {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__) || defined(__arm__)
  __asm__ volatile("yield" ::: "memory");
#endif
}

/// Keeps the compiler, not the processor, from moving memory accesses across this point.
static inline void stage_compiler_barrier(void) { __asm__ volatile("" ::: "memory"); }

#endif
