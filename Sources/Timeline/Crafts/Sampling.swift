internal import Synchronization

/// Whether an object is still to be sampled.
final class Sampling: Sendable {
  private let hasEnded = Atomic(false)

  var isWanted: Bool { !hasEnded.load(ordering: .relaxed) }

  func end() { hasEnded.store(true, ordering: .relaxed) }
}

/// A counter that is recorded when it has changed.
final class LastCount: Sendable {
  private let name: String
  private let track: TimelineTrack
  private let last = Atomic(Int.min)

  init(_ name: String, _ track: TimelineTrack) {
    self.name = name
    self.track = track
  }

  func set(_ value: Int) {
    if last.exchange(value, ordering: .relaxed) != value { track.count(name, value) }
  }
}

/// The length of a line, of which a pool reports only the growth.
final class LineCount: Sendable {
  private let track: TimelineTrack
  private let length = Atomic(0)

  init(_ track: TimelineTrack) { self.track = track }

  func joined(_ length: Int) {
    self.length.store(length, ordering: .relaxed)
    track.count(PoolCounter.inLine, length)
  }

  func left() {
    var known = length.load(ordering: .relaxed)
    while known > 0 {
      let (exchanged, original) = length.compareExchange(
        expected: known, desired: known - 1, ordering: .relaxed)
      if exchanged { return track.count(PoolCounter.inLine, known - 1) }
      known = original
    }
  }
}
