import Pools

/// Counts the maps of one test.
final class Census {
  var born = 0
  var alive = 0
}

/// A map that knows what was done with it.
final class BranchMap {
  let number: Int
  var shown: String?
  var preparations = 0
  var onDeinit: (() -> Void)?
  private let census: Census

  init(_ census: Census = Census()) {
    self.census = census
    census.born += 1
    census.alive += 1
    number = census.born
  }

  deinit {
    census.alive -= 1
    onDeinit?()
  }

  func show(_ branch: String) { shown = branch }

  func clear() {
    shown = nil
    preparations += 1
  }
}

/// A clock that stands still until it is moved, for pools of one test.
struct LocalTestClock: Clock {
  struct Instant: InstantProtocol {
    var offset: Duration

    func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    func duration(to other: Instant) -> Duration { other.offset - offset }
    static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  /// Guard: made, moved and read by one test, in its own task.
  private final class Hand: @unchecked Sendable {
    var now = Instant(offset: .zero)
  }

  private let hand = Hand()

  var now: Instant { hand.now }
  var minimumResolution: Duration { .nanoseconds(1) }

  func advance(by duration: Duration) { hand.now = hand.now.advanced(by: duration) }
  func sleep(until deadline: Instant, tolerance: Duration?) async throws {}
}
