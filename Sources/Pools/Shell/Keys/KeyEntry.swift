internal import Synchronization

/// A key, fresh when it is created; then it stands for one key slot of the machine, and is retired
/// when that key slot is closed.
@usableFromInline
class KeyEntry: @unchecked Sendable {  // guard: the pool's lock; without it, `place` is only read
  private let place = Atomic<Int>(-1)

  /// The error of the last creation, if it failed and the pool fails fast.
  final var creationError: (any Error)?  // guard: the pool's lock

  init() {}

  final var keyIndex: Int? {
    let place = place.load(ordering: .acquiring)
    return place >= 0 ? place : nil
  }

  final var isFresh: Bool { place.load(ordering: .acquiring) == -1 }
  final var isRetired: Bool { place.load(ordering: .acquiring) == -2 }

  final func open(for keyIndex: Int) { place.store(keyIndex, ordering: .releasing) }
  final func retire() { place.store(-2, ordering: .releasing) }
}

protocol KeySeeking: AnyObject, Sendable {
  func findOrMake() -> KeyEntry
}

@usableFromInline
protocol KeyForgetting: AnyObject, Sendable {
  func forget(_ retired: [KeyEntry])
}
