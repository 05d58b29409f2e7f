internal import CStageFloor

@testable import StagecraftMemory

/// Calls a watcher at the times that it requests, on a clock that only the test advances.
struct VirtualTime {
  /// The shortest pause of the watch thread between two calls.
  static let shortestPause: Int64 = 5_000_000
  private let beginning = stage_nanoseconds()
  private(set) var now = stage_nanoseconds()
  /// The number of calls.
  private(set) var looks = 0

  /// The number of elapsed seconds.
  var seconds: Double { Double(now - beginning) / 1e9 }

  /// Advances the time, and calls the watcher when it is due.
  ///
  /// - Parameters:
  ///   - seconds: The time at the end, in seconds.
  ///   - watcher: Called at the times that it requests.
  ///   - world: Updates what the watcher reads; receives the time of the call, in seconds.
  /// - Returns: Whether the watcher continues.
  @discardableResult
  mutating func pass(
    until seconds: Double, _ watcher: any Watcher, _ world: (Double) throws -> Void
  ) rethrows -> Bool {
    let end = beginning + Int64(seconds * 1e9)
    while let next = watcher.nextLook, max(next, now) <= end {
      now = max(next, now)
      try world(self.seconds)
      looks += 1
      guard watcher.look([], now: now) else { return false }
      now += Self.shortestPause
    }
    now = end
    return true
  }

  /// Advances the time without changes.
  @discardableResult
  mutating func pass(until seconds: Double, _ watcher: any Watcher) -> Bool {
    pass(until: seconds, watcher) { _ in }
  }
}
