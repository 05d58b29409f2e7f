#if SQLite
internal import StageFloor
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

/// What a store's threads and its callers share.
///
/// Two threads serve a store. The *decision thread* owns the connection: it takes the lock, and
/// decides one request in each transaction; it may block for as long as another process holds the
/// lock. The *listener* waits for notifications, for the end of other clients, and for the
/// deadlines of requests.
final class StoreCore: Sendable {
  struct Waiter: Sendable {
    var request: LendingRequest
    var pool: String
    /// In nanoseconds of the monotonic clock.
    var deadline: Int64
    var resume: @Sendable (Result<LendingAnswer, LeaseStoreError>) -> Void
  }

  struct State: Sendable {
    var isClosed = false
    var threads: StoreThreads?
    var pending = PendingTable<Waiter>()
    var armedFor: Int64?
    var streams = SignalStreams()
    var waiting = WaitingRequests()
    /// The clients whose end the listener will notice.
    var watched: Set<String> = []
    /// Whether the decision thread has been asked to look at the clients, and has not begun.
    var isLookDue = false
    var notificationFailure: String?
    var locks: [FileIdentity] = []
    var logIndex: FileIdentity?
  }

  let paths: StorePaths
  let timeout: Int64
  let clock: StoreClock
  /// The scripts of the schema; fewer or more in tests.
  let scripts: [String]
  let state = Guarded(State())

  init(_ path: String, timeout: Duration, clock: StoreClock, scripts: [String]) {
    paths = StorePaths(path)
    self.timeout = max(timeout.wholeNanoseconds, 0)
    self.clock = clock
    self.scripts = scripts
  }

  // MARK: Requests

  func submit(
    _ request: LendingRequest, _ pool: String,
    _ resume: @escaping @Sendable (Result<LendingAnswer, LeaseStoreError>) -> Void
  ) {
    let deadline = monotonicNanoseconds().addingSaturated(timeout)
    let waiter = Waiter(request: request, pool: pool, deadline: deadline, resume: resume)
    let result: Result<(StoreThreads, UInt64, Bool), LeaseStoreError> = state.withLock { state in
      if state.isClosed { return .failure(closedError) }
      switch threads(&state) {
      case .failure(let error): return .failure(error)
      case .success(let threads):
        let number = state.pending.insert(waiter, until: deadline)
        let mustArm = state.armedFor.map { deadline < $0 } ?? true
        if mustArm { state.armedFor = deadline }
        return .success((threads, number, mustArm))
      }
    }
    switch result {
    case .failure(let error): resume(.failure(error))
    case .success((let threads, let number, let mustArm)):
      threads.decisions.submit(.decide(number))
      if mustArm { threads.listener.submit(.arm) }
    }
  }

  func open(_ resume: @escaping @Sendable (Result<Int32, LeaseStoreError>) -> Void) {
    run(.open(resume)) { resume(.failure($0)) }
  }

  func examine(_ resume: @escaping @Sendable (Result<[String], LeaseStoreError>) -> Void) {
    run(.examine(resume)) { resume(.failure($0)) }
  }

  func raiseEpoch(
    above epoch: Int64, _ resume: @escaping @Sendable (Result<Int64, LeaseStoreError>) -> Void
  ) {
    run(.raiseEpoch(above: epoch, resume)) { resume(.failure($0)) }
  }

  private func run(_ job: DecisionWork.Job, orFail fail: (LeaseStoreError) -> Void) {
    let result: Result<StoreThreads, LeaseStoreError> = state.withLock { state in
      state.isClosed ? .failure(closedError) : threads(&state)
    }
    switch result {
    case .failure(let error): fail(error)
    case .success(let threads): if !threads.decisions.submit(job) { fail(closedError) }
    }
  }

  private func threads(_ state: inout State) -> Result<StoreThreads, LeaseStoreError> {
    if let threads = state.threads { return .success(threads) }
    do throws(PollThreadError) {
      let threads = try StoreThreads(self)
      state.threads = threads
      return .success(threads)
    } catch {
      return .failure(LeaseStoreError(.unreachable, error.description))
    }
  }

  func waiter(_ number: UInt64) -> Waiter? { state.withLock { $0.pending[number] } }

  func answer(_ number: UInt64, _ result: Result<LendingAnswer, LeaseStoreError>) {
    let waiter = state.withLock { state in
      let waiter = state.pending.remove(number)
      if let waiter, case .success(let answer) = result {
        state.waiting.note(waiter.request, answer, in: waiter.pool)
      }
      return waiter
    }
    waiter?.resume(result)
  }

  func answerOverdue(at now: Int64) {
    let overdue = state.withLock { $0.pending.removeOverdue(at: now) }
    if overdue.isEmpty { return }
    let error = unreachable()
    for waiter in overdue { waiter.resume(.failure(error)) }
  }

  /// Arms the listener for the next deadline, and returns it.
  func arm() -> Int64? {
    state.withLock { state in
      state.armedFor = state.pending.nextDeadline
      return state.armedFor
    }
  }

  // MARK: Signals

  func notify(_ session: LendingID, _ request: LendingID) {
    for stream in state.withLock({ $0.streams[session] }) { stream.yield(.notification(request)) }
  }

  func stopNotifications(because reason: String) {
    let streams = state.withLock { state in
      state.notificationFailure = reason
      return state.streams.all
    }
    for stream in streams { stream.yield(.cannotBeNotified(reason)) }
  }

  // MARK: Ending

  /// Refuses new requests and ends the threads.
  func shutDown() -> StoreThreads? {
    let (threads, waiters, streams) = state.withLock { state in
      state.isClosed = true
      defer { state.threads = nil }
      return (state.threads, state.pending.removeAll(), state.streams.removeAll())
    }
    for waiter in waiters { waiter.resume(.failure(closedError)) }
    for stream in streams { stream.finish() }
    threads?.listener.stop()
    threads?.decisions.stop()
    return threads
  }

  // MARK: Errors

  var closedError: LeaseStoreError {
    LeaseStoreError(.closed, "The store \"\(paths.database)\" was closed.")
  }

  /// The store did not answer in time: names the process that holds its lock, if that is known.
  func unreachable() -> LeaseStoreError {
    let (locks, logIndex) = state.withLock { ($0.locks, $0.logIndex) }
    let holder = LockHolder.process(locks, logIndex: logIndex)
    let seconds = (Double(timeout) / 100_000_000).rounded() / 10
    if let holder {
      return LeaseStoreError(
        .unreachable,
        """
        The store "\(paths.database)" is locked by process \(holder) and did not answer within \
        \(seconds) seconds. If that process is stopped, let it continue, or end it.
        """)
    }
    return LeaseStoreError(
      .unreachable,
      "The store \"\(paths.database)\" did not answer within \(seconds) seconds. Try again later.")
  }
}
#endif
