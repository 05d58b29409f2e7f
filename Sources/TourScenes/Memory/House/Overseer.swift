internal import Foundation
internal import Stagecraft

/// Warns a child through a pipe when it has much memory, and ends it when it has too much: what the
/// service manager and the kernel do, without their rights.
struct Overseer {
  /// How much is too much.
  let limit: Int
  let pipe: PressurePipe

  /// From how much on it warns, and how often at most.
  private var threshold: Int { limit / 10 * 6 }
  private static let cadence: useconds_t = 5_000
  private static let repetition = Duration.milliseconds(200)

  /// What was seen and done.
  struct Record: Sendable {
    var warnings = 0
    var peak = 0
    var hasEnded = false
  }

  /// Whether the memory of other processes can be seen here.
  static var canSee: Bool { SmallFile.exists("/proc/self/statm") }

  /// Watches over a child until its end, and no longer than until `end`.
  @available(*, noasync)
  func watch(_ child: ChildProcess, until end: ContinuousClock.Instant) -> Record {
    var record = Record()
    let clock = ContinuousClock()
    var nextWarning = clock.now
    while child.isThere, clock.now < end {
      let resident = child.resident ?? 0
      record.peak = max(record.peak, resident)
      if resident > limit {
        child.end()
        record.hasEnded = true
        return record
      }
      if resident > threshold, clock.now >= nextWarning {
        nextWarning = clock.now + Self.repetition
        record.warnings += 1
        pipe.signal()
      }
      usleep(Self.cadence)
    }
    return record
  }
}
