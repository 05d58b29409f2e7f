internal import Synchronization

/// Who ran in which manager, and how many at a time.
final class Logbook: Sendable {
  private let names = Locked<[String]>([])
  private let gauges: [String: Gauge]
  private let starts = Atomic<Int>(0)

  /// - Parameter kinds: the kinds of work to count, each for itself.
  init(kinds: String...) {
    gauges = Dictionary(uniqueKeysWithValues: kinds.map { ($0, Gauge()) })
  }

  /// The names in the order in which the work began.
  var order: [String] { names.withLock { $0 } }

  /// How many of a kind ran at most at a time.
  func peak(of kind: String) -> Int { gauges[kind]?.peak ?? 0 }

  /// How many have begun.
  var begun: Int { starts.load(ordering: .sequentiallyConsistent) }

  func begin(_ kind: String, _ name: String) {
    gauges[kind]?.enter()
    names.withLock { $0.append(name) }
    starts.add(1, ordering: .sequentiallyConsistent)
  }

  func end(_ kind: String) { gauges[kind]?.leave() }
}
