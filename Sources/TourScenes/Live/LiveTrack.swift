internal import Stagecraft

/// Records what happens in a part of a scene: for the report, and for the terminal meanwhile.
///
/// Without either, its methods have no effect.
final class LiveTrack: Sendable {
  private let track: TimelineTrack?
  private let display: LiveDisplay?
  private let items = Locked<[String: Int]>([:])

  init(_ track: TimelineTrack? = nil, _ display: LiveDisplay? = nil) {
    self.track = track
    self.display = display
  }

  /// Records that a thing enters a phase; names are unique within a part.
  func began(_ name: String, _ phase: TimelineEvent.Phase) {
    display?.update { $0.began(name, isWaiting: phase == .waiting, at: $1) }
    guard let track else { return }
    track.began(item(name), name, phase)
  }

  func ended(_ name: String) {
    display?.update { $0.ended(name, at: $1) }
    track?.ended(item(name))
  }

  /// Records a value from now on; without a limit, the highest so far has a full bar.
  func count(_ name: String, _ value: Int, of limit: Int? = nil) {
    display?.update { board, _ in board.count(name, value, of: limit) }
    track?.count(name, value)
  }

  /// Records for the report that something happened.
  func mark(_ name: String) { track?.mark(name) }

  private func item(_ name: String) -> Int {
    items.withLock { items in
      if let known = items[name] { return known }
      items[name] = items.count + 1
      return items.count
    }
  }
}
