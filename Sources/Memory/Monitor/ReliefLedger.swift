internal import StageFloor

/// What the passes of several monitors give back, so that they share one target.
///
/// Each monitor of a process hears that the same bytes are missing. What another pass gives back
/// while a pass is under way counts for both; what another pass has asked for and not received yet is
/// waited for, and not asked for a second time.
final class ReliefLedger: Sendable {
  /// That of the process.
  static let shared = ReliefLedger()

  /// What a pass may ask its next responder for.
  enum Share: Equatable {
    /// Nothing: enough has been given back.
    case enough
    /// Nothing until another pass has its answer; see ``wait(after:)``.
    case wait(version: UInt64)
    /// So many bytes, which count as asked for until ``answered(_:by:)``.
    case ask(Int)
  }

  private struct Pass {
    /// What had been given back before by passes that were over when this one began.
    var base: Int
    var released = 0
    var pending = 0
  }

  private struct State {
    var passes: [UInt64: Pass] = [:]
    var lastTicket: UInt64 = 0
    /// What was given back since there were no passes.
    var released = 0
    var version: UInt64 = 0
    var waiters: [UnsafeContinuation<Void, Never>] = []
  }

  private let lock = LockWord()
  nonisolated(unsafe) private var state = State()  // guard: `lock`

  init() {}

  deinit { lock.deallocate() }

  /// A pass begins.
  ///
  /// What the passes that are under way have given back so far counts for it too: as a rule it has
  /// not reached the system yet, and is still missing in what a source has read.
  ///
  /// - Returns: The ticket of the pass.
  func open() -> UInt64 {
    lock.withLock {
      let present = state.passes.values.reduce(0) { $0.addingSaturated($1.released) }
      state.lastTicket += 1
      state.passes[state.lastTicket] = Pass(base: max(0, state.released - present))
      return state.lastTicket
    }
  }

  /// Finds what a pass may ask for.
  ///
  /// - Parameters:
  ///   - missing: The bytes that are missing by its own account.
  ///   - ticket: The pass.
  /// - Returns: Its share.
  func reserve(_ missing: Int, for ticket: UInt64) -> Share {
    lock.withLock {
      guard let pass = state.passes[ticket] else { return .ask(missing) }
      let others = Self.others(than: pass, state)
      guard missing > others else { return .enough }
      let pending = state.passes.reduce(0) { sum, other in
        other.key == ticket ? sum : sum.addingSaturated(other.value.pending)
      }
      guard missing - others > pending else { return .wait(version: state.version) }
      state.passes[ticket]?.pending = missing - others - pending
      return .ask(missing - others - pending)
    }
  }

  /// What other passes have given back that counts for this one.
  func releasedByOthers(than ticket: UInt64) -> Int {
    lock.withLock { state.passes[ticket].map { Self.others(than: $0, state) } ?? 0 }
  }

  /// A pass has an answer to what it asked for, or expects none any more.
  ///
  /// - Parameters:
  ///   - bytes: What was given back.
  ///   - ticket: The pass.
  ///   - isPending: Whether what it asked for last stays asked for.
  /// - Returns: The waiters, to be resumed after the caller's lock is left.
  func answered(
    _ bytes: Int, by ticket: UInt64, isPending: Bool = false
  ) -> [UnsafeContinuation<Void, Never>] {
    lock.withLock {
      guard var pass = state.passes[ticket] else { return [] }
      let bytes = max(0, bytes)
      if bytes == 0, pass.pending == 0 || isPending { return [] }
      pass.released = pass.released.addingSaturated(bytes)
      if !isPending { pass.pending = 0 }
      state.passes[ticket] = pass
      state.released = state.released.addingSaturated(bytes)
      return Self.takeWaiters(&state)
    }
  }

  /// A pass is over.
  ///
  /// - Parameter ticket: The pass.
  /// - Returns: The waiters, to be resumed after the caller's lock is left.
  func close(_ ticket: UInt64) -> [UnsafeContinuation<Void, Never>] {
    lock.withLock {
      state.passes[ticket] = nil
      if state.passes.isEmpty { state.released = 0 }
      return Self.takeWaiters(&state)
    }
  }

  /// Something else has changed for a pass that may wait.
  ///
  /// - Returns: The waiters, to be resumed after the caller's lock is left.
  func wake() -> [UnsafeContinuation<Void, Never>] { lock.withLock { Self.takeWaiters(&state) } }

  /// Waits until another pass has its answer.
  ///
  /// - Parameter version: That of the share.
  func wait(after version: UInt64) async {
    await withUnsafeContinuation { waiter in
      let isLate = lock.withLock {
        if state.version != version { return true }
        state.waiters.append(waiter)
        return false
      }
      if isLate { waiter.resume() }
    }
  }

  private static func others(than pass: Pass, _ state: State) -> Int {
    max(0, state.released - pass.base - pass.released)
  }

  private static func takeWaiters(_ state: inout State) -> [UnsafeContinuation<Void, Never>] {
    state.version += 1
    guard !state.waiters.isEmpty else { return [] }
    defer { state.waiters = [] }
    return state.waiters
  }
}
