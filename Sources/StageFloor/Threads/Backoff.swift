internal import CStageFloor

/// How a thread waits for another thread that is a few instructions from done and wakes no waiter.
///
/// The other thread may have been preempted, possibly by the very thread that waits, regardless of
/// their priorities. Therefore the wait does not spin indefinitely: it rechecks immediately for
/// about two microseconds, then yields to other threads between two checks, and then sleeps between
/// them.
///
/// ```text
/// 64 pauses of 5 to 45 ns · 8 yields · naps of 50 µs, 100 µs … 1 ms, until the other is done
/// ```
package struct Backoff {
  package enum Step: Equatable {
    case pause
    case yield
    case nap(nanoseconds: Int64)
  }

  package static var pauses: Int { 64 }
  package static var yields: Int { 8 }
  package static var shortestNap: Int64 { 50_000 }
  package static var longestNap: Int64 { 1_000_000 }

  private var steps = 0
  private var nap = Self.shortestNap

  package init() {}

  package mutating func next() -> Step {
    if steps < Self.pauses + Self.yields {
      steps += 1
      return steps <= Self.pauses ? .pause : .yield
    }
    defer { nap = min(nap * 2, Self.longestNap) }
    return .nap(nanoseconds: nap)
  }

  package mutating func wait(while value: UInt32, at address: UnsafeMutablePointer<UInt32>) {
    switch next() {
    case .pause: stage_pause()
    case .yield: stage_yield_thread()
    case .nap(let nanoseconds): stage_wait(address, value, nanoseconds)
    }
  }
}
