internal import StageFloor

/// Tracks what the passes of several monitors release, so that they share one target.
///
/// Each monitor of a process detects that the same bytes are missing. Bytes that one pass releases
/// while another is running count for both. A pass waits for bytes that another pass has requested
/// but not received, instead of requesting them again. The caller resumes returned waiters after it
/// unlocks.
///
/// There is no machine beside it: it only adds and subtracts under its lock.
final class ReliefLedger: Sendable {
  static let shared = ReliefLedger()

  enum Share: Equatable {
    /// None: enough has been released.
    case enough
    /// None until another pass has its answer; see ``wait(after:)``.
    case wait(version: UInt64)
    /// This number of bytes, which counts as requested until ``answered(_:by:)``.
    case ask(Int)
  }

  private struct Pass {
    /// The bytes released by passes that ended before this one began.
    var base: Int
    var released = 0
    var pending = 0
  }

  private struct State {
    var passes: [UInt64: Pass] = [:]
    var lastTicket: UInt64 = 0
    /// The bytes released since the last time no pass was running.
    var released = 0
    var version: UInt64 = 0
    var waiters: [UnsafeContinuation<Void, Never>] = []
  }

  private let state = Guarded(State())

  init() {}

  /// Begins a pass.
  ///
  /// Bytes that running passes have released so far count for the new one too: usually they have
  /// not reached the system yet, so the source's reading still lacks them.
  func open() -> UInt64 {
    state.withLock { state in
      let present = state.passes.values.reduce(0) { $0.addingSaturated($1.released) }
      state.lastTicket += 1
      state.passes[state.lastTicket] = Pass(base: max(0, state.released - present))
      return state.lastTicket
    }
  }

  func reserve(_ missing: Int, for ticket: UInt64) -> Share {
    state.withLock { state in
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

  /// The bytes released for other passes that count for this one.
  func releasedByOthers(than ticket: UInt64) -> Int {
    state.withLock { state in state.passes[ticket].map { Self.others(than: $0, state) } ?? 0 }
  }

  /// Records the answer to the request of a pass, or that it expects none.
  func answered(
    _ bytes: Int, by ticket: UInt64, isPending: Bool = false
  ) -> [UnsafeContinuation<Void, Never>] {
    state.withLock { state in
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

  func close(_ ticket: UInt64) -> [UnsafeContinuation<Void, Never>] {
    state.withLock { state in
      state.passes[ticket] = nil
      if state.passes.isEmpty { state.released = 0 }
      return Self.takeWaiters(&state)
    }
  }

  func wake() -> [UnsafeContinuation<Void, Never>] { state.withLock { Self.takeWaiters(&$0) } }

  /// Waits until another pass has its answer.
  func wait(after version: UInt64) async {
    await parked { (waiter: UnsafeContinuation<Void, Never>) in
      state.withLock { state -> Void? in
        if state.version != version { return () }
        state.waiters.append(waiter)
        return nil
      }
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
