internal import CStageFloor

/// How one thread waits for another that is some instructions from its end and wakes no one.
///
/// The other thread may have lost its processor, perhaps to the very thread that waits, whatever the
/// priorities of the two are. So the wait does not stay awake: it looks again at once, for about two
/// microseconds, then lets other threads run between two looks, and then sleeps between them.
///
/// ```text
/// 64 pauses of 5 to 45 ns · 8 yields · naps of 50 µs, 100 µs … 1 ms, until the other is done
/// ```
package struct Backoff {
  /// What to do before the next look.
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

  /// Waits one step, in the kernel only for as long as the word at `address` is `value`.
  package mutating func wait(while value: UInt32, at address: UnsafeMutablePointer<UInt32>) {
    switch next() {
    case .pause: stage_pause()
    case .yield: stage_yield_thread()
    case .nap(let nanoseconds): stage_wait(address, value, nanoseconds)
    }
  }
}
