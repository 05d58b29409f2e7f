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
