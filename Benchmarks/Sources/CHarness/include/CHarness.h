// Functions that the harness needs from C: thread placement, allocation counts, and a child
// process.
#ifndef C_HARNESS_H
#define C_HARNESS_H

#include <stdbool.h>
#include <stdint.h>

/// Keeps the calling thread on one processor: number `index`, modulo the processors this process
/// may use. Does nothing where the system has no such function.
void bench_pin_thread(int index);

/// Whether allocations can be counted in this build. True with glibc and without a sanitizer.
bool bench_counts_allocations(void);

/// Starts counting the calling thread's allocations, from zero.
void bench_begin_counting_allocations(void);

/// Stops counting. Returns the calling thread's allocations since it began, or -1 if it never
/// began: then the work in between has moved to another thread.
int64_t bench_end_counting_allocations(void);

/// How many bytes of the heap are in use, or -1 where the allocator does not report it. Only
/// glibc's does.
int64_t bench_heap_in_use(void);

/// The monotonic clock, in nanoseconds; the same in all processes.
int64_t bench_nanoseconds(void);

/// The processor time that all threads of this process have used, in nanoseconds.
int64_t bench_processor_nanoseconds(void);

/// A child process that holds memory.
struct bench_holder {
  int process, orders, answers;
};

/// Starts a child with room for `bytes`; it holds none of them at first. Returns false if the
/// system is out of a resource.
bool bench_start_holder(struct bench_holder *holder, int64_t bytes);

/// Makes the child hold the bytes from `begin` to `end`, or release them. Returns once that is
/// done: when it began, or -1 if the child has ended.
int64_t bench_order_holder(const struct bench_holder *holder, bool holds, int64_t begin,
                           int64_t end);

/// Ends the child.
void bench_end_holder(const struct bench_holder *holder);

#endif
