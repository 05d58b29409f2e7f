#if SQLite
internal import StageFloor
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

package struct FileExamination: Sendable {
  /// What SQLite has found wrong.
  package var flaws: [String]
  /// The epoch with which the fences of a new pool begin at least.
  package var firstEpoch: Int64
}

/// What a store's threads and its callers share.
///
/// Two threads serve a store. The *decision thread* owns the connection: it takes the lock, and
/// decides one request in each transaction; it may block for as long as another process holds the
/// lock. The *listener* waits for notifications, for the end of other clients, and for the
/// deadlines of calls, which it answers while the decision thread is blocked.
final class StoreCore: Sendable {
  enum Call: Sendable {
    case decide(LendingCall, pool: String)
    case open
    case examine
    case raiseEpoch(above: Int64)
  }

  enum Answer: Sendable {
    case decided(LendingAnswer)
    case opened(liveness: Int32)
    case examined(FileExamination)
    case raised(to: Int64)
  }

  typealias Outcome = Result<Answer, LeaseStoreError>

  struct Waiter: Sendable {
    var call: Call
    /// In nanoseconds of the monotonic clock.
    var deadline: Int64
    var resume: @Sendable (Outcome) -> Void
  }

  struct State: Sendable {
    var isClosed = false
    /// Whether the decision thread waits for a lock of another process, and so for as long as that
    /// has it.
    var isBlocked = false
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
  let sharesFile: Bool
  let state = Guarded(State())

  init(
    _ path: String, _ configuration: SQLiteStoreConfiguration, clock: StoreClock, scripts: [String]
  ) {
    paths = StorePaths(path)
    timeout = max(configuration.timeout.wholeNanoseconds, 0)
    sharesFile = configuration.sharesFile
    self.clock = clock
    self.scripts = scripts
  }

  // MARK: Calls

  /// Returns the number of the call, or `nil` if it was answered at once.
  @discardableResult
  func submit(_ call: Call, _ resume: @escaping @Sendable (Outcome) -> Void) -> UInt64? {
    let deadline = monotonicNanoseconds().addingSaturated(timeout)
    let waiter = Waiter(call: call, deadline: deadline, resume: resume)
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
    case .failure(let error):
      resume(.failure(error))
      return nil
    case .success((let threads, let number, let mustArm)):
      threads.decisions.submit(.call(number))
      if mustArm { threads.listener.submit(.arm) }
      return number
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

  func answer(_ number: UInt64, _ outcome: Outcome) {
    let waiter = state.withLock { state in
      let waiter = state.pending.remove(number)
      if case .decide(let request, let pool) = waiter?.call,
        case .success(.decided(let answer)) = outcome
      {
        state.waiting.note(request, answer, in: pool)
      }
      return waiter
    }
    waiter?.resume(outcome)
  }

  func cancel(_ number: UInt64) { answer(number, .failure(cancelled)) }

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

  // MARK: Waiting for locks

  /// Whether a call still waits for its answer; without a number, whether the store is open.
  func isWanted(_ number: UInt64?) -> Bool {
    state.withLock { state in
      !state.isClosed && number.map { state.pending[$0] != nil } != false
    }
  }

  /// Runs something that may wait for a lock of another process; not after ``shutDown()``, which
  /// does not wait for it.
  func block(_ wait: () -> Void) {
    let isOpen = state.withLock { state in
      state.isBlocked = !state.isClosed
      return state.isBlocked
    }
    guard isOpen else { return }
    wait()
    state.withLock { $0.isBlocked = false }
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
  ///
  /// - Returns: The threads, and whether that for decisions waits for a lock of another process.
  func shutDown() -> (threads: StoreThreads, isBlocked: Bool)? {
    let (threads, isBlocked, waiters, streams) = state.withLock { state in
      state.isClosed = true
      defer { state.threads = nil }
      return (
        state.threads, state.isBlocked, state.pending.removeAll(), state.streams.removeAll()
      )
    }
    for waiter in waiters { waiter.resume(.failure(closedError)) }
    for stream in streams { stream.finish() }
    threads?.listener.stop()
    threads?.decisions.stop()
    return threads.map { ($0, isBlocked) }
  }

  // MARK: Errors

  var closedError: LeaseStoreError {
    LeaseStoreError(.closed, "The store \"\(paths.database)\" was closed.")
  }

  var cancelled: LeaseStoreError {
    LeaseStoreError(
      .unreachable, "The task was cancelled before the store \"\(paths.database)\" had answered.")
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
