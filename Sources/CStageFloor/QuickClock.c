#include "CStageFloor.h"

// The quick clock: the processor's counter, scaled to the system's monotonic clock.
//
// The system's clock reads the same counter, but waits for all instructions before it; that wait is
// most of its cost. Here a reading starts from an *anchor*, a reading of both clocks at one moment,
// and an anchor is used for a millisecond at most. In that time the two clocks drift apart by less
// than a microsecond, however the system's clock is being adjusted. So a process that was suspended
// or moved starts from a new anchor as well.
//
// It is used only if the kernel itself uses the counter as its clock: then the counter runs at a
// constant rate, and alike on all processors.

#if defined(__linux__) && defined(__x86_64__) && !defined(__ILP32__)

#include <fcntl.h>
#include <stdatomic.h>
#include <string.h>
#include <unistd.h>
#include <x86intrin.h>

enum { ANCHOR_LIFETIME = 1000000, LONGEST_GAP = 100000000, LONGEST_READING = 1000 };

// The anchor. `version` is odd while it is being written; the rest is read between two equal
// readings of it. All loads that precede the second one are acquiring, so none follows it.
static _Atomic uint32_t version;
static _Atomic uint64_t anchor_ticks;
static _Atomic int64_t anchor_moment;
/// Nanoseconds for 2³² ticks; 0 while the rate is unknown.
static _Atomic uint64_t scale;
/// The number of ticks for which the anchor is used.
static _Atomic uint64_t lifetime;

// The rest is used only by the thread that made `version` odd.
static uint64_t first_ticks;
static int64_t first_moment;

static bool kernel_uses_counter(void) {
  int file = open("/sys/devices/system/clocksource/clocksource0/current_clocksource",
                  O_RDONLY | O_CLOEXEC);
  if (file < 0) return false;
  char name[8] = {0};
  long count = read(file, name, sizeof name - 1);
  close(file);
  return count >= 3 && strncmp(name, "tsc", 3) == 0 && (name[3] == '\n' || name[3] == 0);
}

static void begin_at(uint64_t ticks, int64_t moment) {
  first_ticks = ticks;
  first_moment = moment;
}

/// Reads both clocks, and makes the readings the new anchor.
static __attribute__((noinline)) int64_t anchor(void) {
  // 0 at first, and 2 after the number has wrapped around; see the end.
  uint32_t even = atomic_load_explicit(&version, memory_order_relaxed);
  // Another thread is writing the anchor.
  if (even & 1 || !atomic_compare_exchange_strong_explicit(
                      &version, &even, even + 1, memory_order_acq_rel, memory_order_relaxed)) {
    return stage_nanoseconds();
  }
  // The version stays odd, and this function is not called again.
  if (even == 0 && !kernel_uses_counter()) return stage_nanoseconds();
  uint64_t before = __rdtsc();
  int64_t moment = stage_nanoseconds();
  uint64_t after = __rdtsc();
  // Otherwise the thread was interrupted between the two.
  if (after - before < LONGEST_READING) {
    uint64_t ticks = before + (after - before) / 2;
    int64_t gap = moment - atomic_load_explicit(&anchor_moment, memory_order_relaxed);
    uint64_t rate = atomic_load_explicit(&scale, memory_order_relaxed);
    // Both clocks are asked, because the system's stands still while the machine is suspended.
    uint64_t passed = ticks - atomic_load_explicit(&anchor_ticks, memory_order_relaxed);
    uint64_t known = atomic_load_explicit(&lifetime, memory_order_relaxed);
    bool has_paused =
        gap > LONGEST_GAP || (known > 0 && passed / known > LONGEST_GAP / ANCHOR_LIFETIME);
    if (first_moment == 0 || has_paused || ticks <= first_ticks) {
      // After a pause the rate is measured anew: the counter may have run on, or begun at 0.
      begin_at(ticks, moment);
      rate = 0;
    } else if (moment - first_moment >= ANCHOR_LIFETIME) {
      rate = (uint64_t)(((unsigned __int128)(moment - first_moment) << 32) / (ticks - first_ticks));
    }
    // Stored with release, so that a reader that sees one of them also sees the odd version.
    atomic_store_explicit(&anchor_ticks, ticks, memory_order_release);
    atomic_store_explicit(&anchor_moment, moment, memory_order_release);
    atomic_store_explicit(&scale, rate, memory_order_release);
    uint64_t span = rate == 0 ? 0 : (uint64_t)(((unsigned __int128)ANCHOR_LIFETIME << 32) / rate);
    atomic_store_explicit(&lifetime, span, memory_order_release);
  }
  atomic_store_explicit(&version, even + 2 == 0 ? 2 : even + 2, memory_order_release);
  return moment;
}

int64_t stage_nanoseconds_quick(void) {
  uint32_t seen = atomic_load_explicit(&version, memory_order_acquire);
  uint64_t ticks = atomic_load_explicit(&anchor_ticks, memory_order_acquire);
  int64_t moment = atomic_load_explicit(&anchor_moment, memory_order_acquire);
  uint64_t rate = atomic_load_explicit(&scale, memory_order_acquire);
  uint64_t span = atomic_load_explicit(&lifetime, memory_order_acquire);
  if (seen & 1 || atomic_load_explicit(&version, memory_order_relaxed) != seen) {
    return stage_nanoseconds();
  }
  // A counter that is behind the anchor's gives a very large number.
  uint64_t passed = __rdtsc() - ticks;
  if (__builtin_expect(passed >= span, 0)) return anchor();
  return moment + (int64_t)((unsigned __int128)passed * rate >> 32);
}

#else

int64_t stage_nanoseconds_quick(void) { return stage_nanoseconds(); }

#endif
