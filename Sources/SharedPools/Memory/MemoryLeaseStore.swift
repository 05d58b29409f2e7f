internal import CStageFloor
internal import StageFloor

/// A lease store in the memory of this process, for tests and previews.
///
/// It decides as all stores do, because it runs the same `LendingMachine`; it only lends to one
/// process, and what it records ends with it. Pass a clock that a test moves to let leases expire:
///
/// ```swift
/// let clock = ManualClock()
/// let store = MemoryLeaseStore(clock: clock)
/// let books = try await SharedPool("books", at: store)
/// ```
///
/// A request never waits. It searches all resources and all waiting requests: a loan takes 5 µs with
/// one resource, 90 µs with 1,000, and 0.4 ms if as many wait. Entries of the log beyond the limit, and requests that ended a day ago,
/// are removed.
public final class MemoryLeaseStore: LeaseStore {
  private struct State {
    var pools: [String: LendingMachine<MemoryRecords>] = [:]
    var streams = SignalStreams()
    var isClosed = false
  }

  private let timekeeper: Timekeeper
  private let logLimit: Int
  private let state = Guarded(State())

  /// Creates a store without pools.
  ///
  /// - Parameters:
  ///   - clock: The clock that judges when leases end.
  ///   - logLimit: How many entries of each pool's log are kept at most, even if its rules allow more.
  public init(clock: any Clock<Duration> = ContinuousClock(), logLimit: Int = 100_000) {
    require(logLimit >= 0, "The log cannot keep \(logLimit) entries; the limit is at least 0.")
    timekeeper = Timekeeper(clock)
    self.logLimit = logLimit
  }

  deinit { close() }

  /// Decides a call.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - pool: The name of the pool.
  /// - Returns: The answer.
  /// - Throws: ``LeaseStoreError`` with the code `closed` if the store is closed.
  @_spi(Store) public func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    let time = stage_time_of_day()
    let (answer, notifications) = try state.withLock { state throws(LeaseStoreError) in
      try decide(call, in: pool, &state, at: timekeeper.now / 1_000, time)
    }
    // After the unlock, because a stream may run code of its reader's.
    for (stream, id) in notifications { stream.yield(.notification(id)) }
    return answer
  }

  private func decide(
    _ call: LendingCall, in pool: String, _ state: inout State, at now: Int64, _ time: Int64
  ) throws(LeaseStoreError) -> (LendingAnswer, [(SignalStreams.Stream, LendingID)]) {
    if state.isClosed { throw Self.closed }
    if let flaw = LendingLimits.flaw(ofText: pool, role: "name of the pool") {
      return (.refused(.invalid(flaw)), [])
    }
    var machine =
      state.pools.removeValue(forKey: pool)
      ?? LendingMachine(MemoryRecords(logLimit: logLimit))
    machine.records.time = time
    let decision = machine.decide(call, at: now)
    if machine.records.pool() != nil { state.pools[pool] = machine }
    let notifications = decision.notifications.flatMap { notification in
      state.streams[notification.session].map { ($0, notification.request) }
    }
    return (decision.answer, notifications)
  }

  /// The signals that the store sends to a session.
  ///
  /// Every stream receives every notification of its session from the moment of this call.
  ///
  /// - Parameter session: The session.
  /// - Returns: The stream, which ends when the store is closed.
  @_spi(Store) public func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    let (signals, stream) = AsyncStream.makeStream(of: LeaseStoreSignal.self)
    let ticket = state.withLock { state in
      state.isClosed ? nil : state.streams.insert(stream, for: session)
    }
    guard let ticket else {
      stream.finish()
      return signals
    }
    stream.onTermination = { [weak self] _ in
      guard let self else { return }
      // The stream is released after the unlock.
      _ = self.state.withLock { $0.streams.remove(ticket, for: session) }
    }
    return signals
  }

  /// Closes the store: streams of signals end, and all later requests fail.
  public func close() {
    let streams = state.withLock { state in
      state.isClosed = true
      state.pools = [:]
      return state.streams.removeAll()
    }
    for stream in streams { stream.finish() }
  }

  private static var closed: LeaseStoreError {
    LeaseStoreError(.closed, "The store in memory is closed; requests after that are not decided.")
  }
}
