internal import StageFloor
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

/// The length of a line, which is read when it may have changed: events of different threads arrive
/// out of order, and not all waits end with one.
final class LineCount<Line: AnyObject & Sendable>: Sendable {
  private let track: TimelineTrack
  private let line: WeakReference<Line>
  private let read: @Sendable (Line) -> Int
  private let last = Atomic(0)
  /// Held while the length is read and recorded, so that the last one to be recorded is the newest.
  private let lock = Guarded(())

  init(_ track: TimelineTrack, of line: Line, read: @escaping @Sendable (Line) -> Int) {
    self.track = track
    self.line = WeakReference(line)
    self.read = read
  }

  var isEmpty: Bool { last.load(ordering: .relaxed) == 0 }

  func update() {
    let line = line.object
    lock.withLock { _ in
      let length = line.map(read) ?? 0
      if last.exchange(length, ordering: .relaxed) != length {
        track.count(PoolCounter.inLine, length)
      }
    }
    withExtendedLifetime(line) {}
  }
}
