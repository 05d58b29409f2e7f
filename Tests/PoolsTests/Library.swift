import StagecraftPools
import Synchronization

/// A book that detects two borrowers at once.
final class Book: Sendable {
  let copy: Int
  private let hands = Atomic<Int>(0)
  private let overlaps = Atomic<Int>(0)
  private let checkOuts = Atomic<Int>(0)

  init(copy: Int = 0) { self.copy = copy }

  /// How often it was taken while another borrower held it.
  var overlapCount: Int { overlaps.load(ordering: .relaxed) }
  var checkOutCount: Int { checkOuts.load(ordering: .relaxed) }

  func take() {
    if hands.wrappingAdd(1, ordering: .acquiringAndReleasing).oldValue != 0 {
      overlaps.wrappingAdd(1, ordering: .relaxed)
    }
    checkOuts.wrappingAdd(1, ordering: .relaxed)
  }

  func putDown() { hands.wrappingSubtract(1, ordering: .acquiringAndReleasing) }
}

/// A counter that tests read at the end.
final class Tally: Sendable {
  private let value = Atomic<Int>(0)
  var count: Int { value.load(ordering: .acquiring) }
  @discardableResult func add(_ amount: Int = 1) -> Int {
    value.wrappingAdd(amount, ordering: .acquiringAndReleasing).newValue
  }
}

/// Waits until a condition holds.
///
/// A task of a pool may retain objects a little longer than what the test awaits. A leak runs into
/// the suite's time limit.
func waitUntil(_ condition: () -> Bool) async throws {
  while !condition() {
    try Task.checkCancellation()
    await Task.yield()
  }
}

struct Flooded: Error, Equatable {
  var attempt = 0
}

/// With the fast path open also in debug builds, where nested borrowing is detected by default.
extension PoolConfiguration {
  static var plain: PoolConfiguration {
    var configuration = PoolConfiguration()
    configuration.nestedBorrowing = .allowed
    return configuration
  }
}
