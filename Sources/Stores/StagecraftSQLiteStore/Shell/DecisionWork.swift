#if SQLite
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

/// What the decision thread does: it owns the connection.
struct DecisionWork: PollThreadWork {
  enum Job: Sendable {
    case decide(UInt64)
    /// A client has ended: end what its sessions have left.
    case end(String)
    /// Look at the clients again, because one was opened.
    case look
    case open(@Sendable (Result<Int32, LeaseStoreError>) -> Void)
    case examine(@Sendable (Result<[String], LeaseStoreError>) -> Void)
    case raiseEpoch(above: Int64, @Sendable (Result<Int64, LeaseStoreError>) -> Void)
  }

  private let core: StoreCore
  private let listener: PollThread<ListenerWork>
  private var file: StoreFile?
  private var client: OwnClient?
  /// Clients whose sessions are to be ended, each in a transaction of its own.
  private var ended: [String] = []

  init(_ core: StoreCore, _ listener: PollThread<ListenerWork>) {
    self.core = core
    self.listener = listener
  }

  func appendWatches(to watches: inout [PollWatch]) {}
  func nextDeadline() -> Int64? { nil }
  mutating func ready(_ descriptor: Int32, _ events: PollEvents) {}
  mutating func deadlinePassed(at now: Int64) {}

  mutating func run(_ job: Job) {
    switch job {
    case .decide(let number):
      if let waiter = core.waiter(number) { decide(number, waiter) }
    case .end(let client): endSessions(of: client)
    case .look: look()
    case .open(let resume):
      do throws(LeaseStoreError) {
        _ = try opened(until: monotonicNanoseconds() + core.timeout)
        if let client {
          resume(.success(client.liveness))
        } else {
          let reason = core.state.withLock { $0.notificationFailure } ?? "it has no pipes"
          resume(.failure(LeaseStoreError(.unsuitable, reason)))
        }
      } catch { resume(.failure(error)) }
    case .examine(let resume): resume(Result { () throws(LeaseStoreError) in try flaws() })
    case .raiseEpoch(let epoch, let resume):
      resume(Result { () throws(LeaseStoreError) in try raiseEpoch(above: epoch) })
    }
    while let client = ended.popLast() { endSessions(of: client) }
  }

  mutating func stop(unrun: [Job]) {
    for job in unrun {
      switch job {
      case .open(let resume): resume(.failure(core.closedError))
      case .examine(let resume): resume(.failure(core.closedError))
      case .raiseEpoch(_, let resume): resume(.failure(core.closedError))
      case .decide, .end, .look: break
      }
    }
    file?.close()
    file = nil
    client = nil
  }

  // MARK: Requests

  private mutating func decide(_ number: UInt64, _ waiter: StoreCore.Waiter) {
    do throws(LeaseStoreError) {
      let file = try opened(until: waiter.deadline)
      file.connection.busyDeadline = waiter.deadline
      if waiter.request.isRead {
        try file.checkIdentity()
        let answer = try guarded(file) { () throws(SQLiteFailure) in
          try file.read(waiter.pool) { tables throws(SQLiteFailure) in
            var machine = LendingMachine(SQLiteRecords(tables: tables))
            return try machine.decide(waiter.request, at: core.clock.now()).answer
          }
        }
        return core.answer(number, .success(answer))
      }
      let isNewcomer = core.state.withLock {
        $0.waiting.isNewcomer(waiter.request, in: waiter.pool)
      }
      guard try enter(file, asNewcomer: isNewcomer, while: { core.waiter(number) != nil }) else {
        return
      }
      let transaction: Transaction
      do throws(LeaseStoreError) {
        transaction = try decide(waiter, in: file)
      } catch {
        file.lock.unlock()
        throw error
      }
      file.lock.unlock()
      send(transaction)
      core.answer(number, .success(transaction.answer))
    } catch {
      core.answer(number, .failure(error))
    }
  }

  private mutating func decide(
    _ waiter: StoreCore.Waiter, in file: StoreFile
  ) throws(LeaseStoreError) -> Transaction {
    let watched = core.state.withLock { $0.watched }
    let clock = core.clock
    return try guarded(file) { () throws(SQLiteFailure) in
      try file.write(waiter.pool, isDurable: file.mustBeDurable(waiter.request, waiter.pool)) {
        tables throws(SQLiteFailure) in
        try Transaction.decide(
          waiter.request, on: tables, in: file, at: clock.now(), watched: watched)
      }
    }
  }

  /// Returns `false`, without the lock, if it came too late.
  private func enter(
    _ file: StoreFile, asNewcomer isNewcomer: Bool, while isWanted: () -> Bool = { true }
  ) throws(LeaseStoreError) -> Bool {
    guard file.lock.lock(asNewcomer: isNewcomer, while: isWanted) else { return false }
    do throws(LeaseStoreError) {
      try file.checkIdentity()
    } catch {
      file.lock.unlock()
      throw error
    }
    return true
  }

  /// Runs something on the connection.
  ///
  /// After an error that the data may have caused, the file is opened anew for the next request,
  /// which examines it again.
  private func guarded<Value>(
    _ file: StoreFile, _ body: () throws(SQLiteFailure) -> Value
  ) throws(LeaseStoreError) -> Value {
    do throws(SQLiteFailure) {
      return try body()
    } catch {
      if !error.isBusy && !error.isFull && !error.isShortage {
        file.close()
      }
      throw error.isBusy ? core.unreachable() : error.leaseStoreError(at: core.paths.database)
    }
  }

  // MARK: After the transaction

  private mutating func send(_ transaction: Transaction) {
    for notification in transaction.notifications {
      if notification.client == client?.name ?? "" {
        core.notify(notification.message.session, notification.message.request)
      } else if file?.folder.notify(notification.client, notification.message) == .closed {
        ended.append(notification.client)
      }
    }
    if !transaction.toWatch.isEmpty { watch(transaction.toWatch) }
    // It may have sessions in other pools of this file.
    ended += transaction.ended
  }

  private func watch(_ lives: [LivenessWatch]) {
    core.state.withLock { state in
      for liveness in lives { state.watched.insert(liveness.client) }
    }
    listener.submit(.watch(lives))
  }

  // MARK: Clients

  private mutating func endSessions(of ended: String) {
    // Most have been closed, or another process has ended them: that needs no lock.
    guard let file, !file.isClosed, case .dead = file.folder.look(at: ended) else { return }
    // Errors are not reported: the next request meets them too, and time ends the sessions.
    guard (try? enter(file, asNewcomer: false)) == true else { return }
    let clock = core.clock
    file.connection.busyDeadline = monotonicNanoseconds() + core.timeout
    var transactions: [Transaction] = []
    if case .dead = file.folder.look(at: ended) {
      do throws(LeaseStoreError) {
        try guarded(file) { () throws(SQLiteFailure) in
          for pool in try file.pools(ofClient: ended) {
            transactions.append(
              try file.write(pool, isDurable: false) { tables throws(SQLiteFailure) in
                try Transaction.endSessions(of: ended, on: tables, at: clock.now())
              })
          }
        }
        file.folder.remove(ended)
      } catch {}
    }
    file.lock.unlock()
    for transaction in transactions { send(transaction) }
  }

  /// Watches the clients that have come since requests of this store wait.
  private mutating func look() {
    let (pools, watched) = core.state.withLock { state in
      state.isLookDue = false
      return (state.waiting.pools, state.watched)
    }
    guard let file else { return }
    for pool in pools where !file.isClosed {
      let transaction = try? guarded(file) { () throws(SQLiteFailure) in
        try file.read(pool) { tables throws(SQLiteFailure) in
          try Transaction.look(on: tables, in: file, watched: watched)
        }
      }
      guard let transaction else { return }
      ended += transaction.ended
      if !transaction.toWatch.isEmpty { watch(transaction.toWatch) }
    }
  }

  // MARK: Opening

  private mutating func flaws() throws(LeaseStoreError) -> [String] {
    let file = try opened(until: monotonicNanoseconds() + core.timeout)
    try file.checkIdentity()
    file.connection.busyDeadline = monotonicNanoseconds() + core.timeout
    return try guarded(file) { () throws(SQLiteFailure) in
      try file.connection.all("PRAGMA integrity_check(10)") { $0.text(0) }.filter { $0 != "ok" }
    }
  }

  private mutating func raiseEpoch(above epoch: Int64) throws(LeaseStoreError) -> Int64 {
    let file = try opened(until: monotonicNanoseconds() + core.timeout)
    file.connection.busyDeadline = monotonicNanoseconds() + core.timeout
    _ = try enter(file, asNewcomer: true)
    defer { file.lock.unlock() }
    let now = core.clock.now()
    return try guarded(file) { () throws(SQLiteFailure) in
      try file.raiseEpochs(above: epoch, at: now)
    }
  }

  private mutating func opened(until deadline: Int64) throws(LeaseStoreError) -> StoreFile {
    if let file, !file.isClosed { return file }
    file = nil
    let file = try StoreFile(core, until: deadline, client: &client)
    if let client { listener.submit(.listen(client)) }
    self.file = file
    return file
  }
}
#endif
