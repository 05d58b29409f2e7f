internal import Synchronization

/// Counts who is inside, and how many were at most.
final class Gauge: Sendable {
  private let count = Atomic<Int>(0)
  private let highest = Atomic<Int>(0)

  /// How many are inside.
  var current: Int { count.load(ordering: .sequentiallyConsistent) }

  /// How many were inside at most at a time.
  var peak: Int { highest.load(ordering: .sequentiallyConsistent) }

  func enter() {
    let inside = count.add(1, ordering: .sequentiallyConsistent).newValue
    highest.max(inside, ordering: .sequentiallyConsistent)
  }

  func leave() {
    count.subtract(1, ordering: .sequentiallyConsistent)
  }
}
