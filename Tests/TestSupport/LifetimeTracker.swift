/// Counts the objects that are alive, to find leaks and double releases.
package final class LifetimeTracker: Sendable {
  private struct Counts {
    var made = 0
    var alive: Set<Int> = []
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let counts = Locked(Counts())

  package init() {}

  /// The number of objects tracked so far.
  package var made: Int { counts.withLock { $0.made } }
  /// The number of objects that are alive.
  package var alive: Int { counts.withLock { $0.alive.count } }
  /// The numbers of the live objects, counted from 0 in the order of creation.
  package var survivors: [Int] { counts.withLock { $0.alive.sorted() } }

  /// Waits until all objects have ended.
  ///
  /// For objects that another thread may retain for a few instructions longer than the thread that
  /// the test waits for.
  package func allEnded() async {
    await withCheckedContinuation { continuation in
      let areEnded = counts.withLock { counts in
        if !counts.alive.isEmpty { counts.waiting.append(continuation) }
        return counts.alive.isEmpty
      }
      if areEnded { continuation.resume() }
    }
  }

  /// A new object, counted until its end.
  package func make() -> Tracked { Tracked(tracker: self) }

  fileprivate func began() -> Int {
    counts.withLock { counts in
      let number = counts.made
      counts.made += 1
      counts.alive.insert(number)
      return number
    }
  }

  fileprivate func ended(_ number: Int) {
    let woken = counts.withLock { counts in
      counts.alive.remove(number)
      guard counts.alive.isEmpty else { return [CheckedContinuation<Void, Never>]() }
      defer { counts.waiting = [] }
      return counts.waiting
    }
    for continuation in woken { continuation.resume() }
  }
}

/// An object whose lifetime a ``LifetimeTracker`` follows.
package final class Tracked: Sendable {
  package let number: Int
  private let tracker: LifetimeTracker

  fileprivate init(tracker: LifetimeTracker) {
    self.tracker = tracker
    number = tracker.began()
  }

  deinit { tracker.ended(number) }
}

/// Objects that were created in a scope outlived it.
package struct LifetimeError: Error, CustomStringConvertible {
  package let survivors: [Int]

  package var description: String { "still alive at the end: objects \(survivors)" }
}

/// Runs `body` with a tracker; all tracked objects must have ended when it returns.
package func withLifetimeTracking<Result>(
  _ body: (LifetimeTracker) throws -> Result
) throws -> Result {
  let tracker = LifetimeTracker()
  let result = try body(tracker)
  guard tracker.alive == 0 else { throw LifetimeError(survivors: tracker.survivors) }
  return result
}
