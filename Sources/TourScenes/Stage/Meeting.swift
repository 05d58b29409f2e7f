/// A place where tasks wait for each other; no thread is kept meanwhile.
///
/// That all of them are there at a time is then a fact, and no matter of luck.
final class Meeting: Sendable {
  private struct State: Sendable {
    var missing: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Locked<State>

  /// - Parameter count: how many are to meet.
  init(of count: Int) { state = Locked(State(missing: count)) }

  /// Waits until everybody is here.
  func arrive() async {
    await withCheckedContinuation { continuation in
      let present = state.withLock { state in
        state.missing -= 1
        state.waiting.append(continuation)
        guard state.missing <= 0 else { return [CheckedContinuation<Void, Never>]() }
        defer { state.waiting = [] }
        return state.waiting
      }
      for one in present { one.resume() }
    }
  }
}
