// What the harness needs and Swift cannot say: where a thread runs, and what it allocates.
#ifndef C_HARNESS_H
#define C_HARNESS_H

#include <stdbool.h>
#include <stdint.h>

/// Keeps the calling thread on one processor: number `index`, modulo the processors this process
/// may use. Does nothing where the system offers no such thing.
void bench_pin_thread(int index);

/// Whether allocations can be counted in this build. True with glibc and without a sanitizer.
bool bench_counts_allocations(void);

/// Starts counting the calling thread's allocations, from zero.
void bench_begin_counting_allocations(void);

/// Stops counting.
/// Returns what the calling thread has allocated since it began, or -1 if it never began: then
/// the work in between has moved to another thread.
int64_t bench_end_counting_allocations(void);

#endif
