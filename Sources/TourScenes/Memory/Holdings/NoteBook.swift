internal import Stagecraft

/// What readers wrote in the margin: nobody could write it again.
///
/// It is registered as lossy, so that a monitor which asked for it would be found out.
final class NoteBook: Sendable {
  private struct State: Sendable {
    var notes: [String] = []
    var written = 0
  }

  private let state = Locked(State())

  init(under monitor: PressureMonitor?) {
    monitor?.register(
      for: self, "notes", cost: .lossy, estimate: { book in book.bytes },
      release: { book, _ in book.loseAll() })
  }

  var count: Int { state.withLock { $0.notes.count } }

  var bytes: Int { state.withLock { $0.notes.count * 64 } }

  /// Whether every note that was written is there, as it was written.
  var isIntact: Bool {
    state.withLock { state in
      state.notes.count == state.written
        && state.notes.indices.allSatisfy { state.notes[$0] == Self.text($0) }
    }
  }

  func write() {
    state.withLock { state in
      state.notes.append(Self.text(state.written))
      state.written += 1
    }
  }

  private func loseAll() -> Int {
    state.withLock { state in
      defer { state.notes = [] }
      return state.notes.count * 64
    }
  }

  private static func text(_ number: Int) -> String {
    "Note \(number): on this page I thought of the sea."
  }
}
