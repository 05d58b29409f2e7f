internal import StageFloor
internal import Synchronization

/// The level of a monitor, for objects that read it often and must not keep the monitor alive.
package final class SharedLevel: Sendable {
  private let level = Atomic<Int>(0)
  private let timekeeper: Timekeeper

  init(_ timekeeper: Timekeeper) { self.timekeeper = timekeeper }

  /// The current level; normal once the monitor was deallocated.
  package var now: PressureLevel {
    PressureLevel(rawValue: level.load(ordering: .relaxed)) ?? .normal
  }

  package var moment: Int64 { timekeeper.now }

  package func set(_ level: PressureLevel) { self.level.store(level.rawValue, ordering: .relaxed) }
}
