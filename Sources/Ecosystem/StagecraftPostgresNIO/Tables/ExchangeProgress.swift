#if PostgresNIO
internal import StageFloor
internal import StoreFloor

/// How far a task has come with an exchange, for the thread that decides what its loss means.
final class ExchangeProgress: Sendable {
  struct Reached {
    /// How many statements were answered.
    var statements = 0
    /// When the server last sent something.
    var instant: Int64 = 0
    /// Whether the commit was sent.
    var mayHaveCommitted = false
  }

  private let state = Guarded(Reached())

  init() {}

  var reached: Reached { state.withLock { $0 } }

  func receivedRow() {
    let now = monotonicNanoseconds()
    state.withLock { $0.instant = now }
  }

  func answered() {
    let now = monotonicNanoseconds()
    state.withLock { state in
      state.instant = now
      state.statements += 1
    }
  }

  /// Called before the commit is sent.
  func commits() { state.withLock { $0.mayHaveCommitted = true } }

  /// The server has refused the commit.
  func wasRefused() { state.withLock { $0.mayHaveCommitted = false } }
}
#endif
