#if SQLite
@_spi(Store) internal import StagecraftSharedPools
internal import StoreFloor

/// What the decision thread does: it owns the connection.
struct DecisionWork: PollThreadWork {
  enum Job: Sendable {
    case call(UInt64)
    /// A client has ended: end what its sessions have left.
    case end(String)
    /// Look at the clients again, because one was opened.
    case look
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
    case .call(let number):
      if let waiter = core.waiter(number) { answer(number, waiter) }
    case .end(let client): endSessions(of: client)
    case .look: look()
    }
    while let client = ended.popLast() { endSessions(of: client) }
  }

  mutating func stop(unrun: [Job]) {
    file?.close()
    file = nil
    client = nil
  }

  // MARK: Calls

  private mutating func answer(_ number: UInt64, _ waiter: StoreCore.Waiter) {
    let core = core
    if file?.isClosed != false, case .decide(let call, let pool) = waiter.call, call.isRead,
      core.clock.isShared, let answer = StoreFile.readAtOnce(call, in: pool, core)
    {
      return core.answer(number, .success(.decided(answer)))
    }
    do throws(LeaseStoreError) {
      let file = try opened(
        Patience(deadline: waiter.deadline) { core.isWanted(number) })
      switch waiter.call {
      case .decide(let request, let pool): try decide(number, request, in: pool, of: file)
      case .open: core.answer(number, .success(.opened(liveness: try liveness())))
      case .examine:
        // Only the entry is limited in time.
        core.state.withLock { $0.pending.setDeadline(of: number, to: .max) }
        core.answer(number, .success(.examined(try examine(file))))
      case .raiseEpoch(let epoch):
        core.answer(number, .success(.raised(to: try raiseEpoch(above: epoch, in: file))))
      }
    } catch {
      core.answer(number, .failure(error))
    }
  }

  private mutating func decide(
    _ number: UInt64, _ call: LendingCall, in pool: String, of file: StoreFile
  ) throws(LeaseStoreError) {
    if call.isRead {
      try file.checkIdentity()
      let answer = try guarded(file) { () throws(SQLiteFailure) in
        try file.read(pool) { tables throws(SQLiteFailure) in
          var machine = LendingMachine(SQLiteRecords(tables: tables))
          return try machine.decide(call, at: core.clock.now()).answer
        }
      }
      return core.answer(number, .success(.decided(answer)))
    }
    let isNewcomer = core.state.withLock { $0.waiting.isNewcomer(call, in: pool) }
    let transaction = try entered(file, asNewcomer: isNewcomer) { () throws(LeaseStoreError) in
      try decide(call, in: pool, of: file)
    }
    send(transaction)
    core.answer(number, .success(.decided(transaction.answer)))
  }

  private func decide(
    _ call: LendingCall, in pool: String, of file: StoreFile
  ) throws(LeaseStoreError) -> Transaction {
    let watched = core.state.withLock { $0.watched }
    let clock = core.clock
    return try guarded(file) { () throws(SQLiteFailure) in
      try file.write(pool, isDurable: file.mustBeDurable(call, pool)) {
        tables throws(SQLiteFailure) in
        try Transaction.decide(call, on: tables, in: file, at: clock.now(), watched: watched)
      }
    }
  }

  /// Runs something with the lock of the file, or fails if its caller has stopped waiting.
  private func entered<Value>(
    _ file: StoreFile, asNewcomer isNewcomer: Bool,
    _ body: () throws(LeaseStoreError) -> Value
  ) throws(LeaseStoreError) -> Value {
    let isWanted = file.connection.patience.isWanted
    guard file.lock.lock(asNewcomer: isNewcomer, while: isWanted) else { throw core.cancelled }
    defer { file.lock.unlock() }
    try file.checkIdentity()
    return try body()
  }

  /// Runs something on the connection.
  ///
  /// After an error that the data may have caused, the file is opened again for the next request,
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
    let core = core
    file.connection.patience = Patience(deadline: monotonicNanoseconds() + core.timeout) {
      core.isWanted(nil)
    }
    // Errors are not reported: the next request meets them too, and time ends the sessions.
    var transactions: [Transaction] = []
    try? entered(file, asNewcomer: false) { () throws(LeaseStoreError) in
      guard case .dead = file.folder.look(at: ended) else { return }
      try guarded(file) { () throws(SQLiteFailure) in
        for pool in try file.pools(ofClient: ended) {
          transactions.append(
            try file.write(pool, isDurable: false) { tables throws(SQLiteFailure) in
              try Transaction.endSessions(of: ended, on: tables, at: core.clock.now())
            })
        }
      }
      file.folder.remove(ended)
    }
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

  // MARK: The whole file

  private func liveness() throws(LeaseStoreError) -> Int32 {
    if let client { return client.liveness }
    let reason = core.state.withLock { $0.notificationFailure } ?? "it has no pipes"
    throw LeaseStoreError(.unsuitable, reason)
  }

  private func examine(_ file: StoreFile) throws(LeaseStoreError) -> FileExamination {
    try file.checkIdentity()
    return try guarded(file) { () throws(SQLiteFailure) in
      let found = try file.connection.whileWanted { () throws(SQLiteFailure) in
        try file.connection.all("PRAGMA integrity_check(10)") { $0.text(0) }
      }
      return FileExamination(
        flaws: found.filter { $0 != "ok" }, firstEpoch: try file.fenceFloor().epoch)
    }
  }

  private func raiseEpoch(
    above epoch: Int64, in file: StoreFile
  ) throws(LeaseStoreError) -> Int64 {
    try entered(file, asNewcomer: true) { () throws(LeaseStoreError) in
      let now = core.clock.now()
      return try guarded(file) { () throws(SQLiteFailure) in
        try file.raiseEpochs(above: epoch, at: now)
      }
    }
  }

  private mutating func opened(_ patience: Patience) throws(LeaseStoreError) -> StoreFile {
    if let file, !file.isClosed {
      file.connection.patience = patience
      return file
    }
    file = nil
    let file = try StoreFile(core, patience, client: &client)
    if let client { listener.submit(.listen(client)) }
    self.file = file
    return file
  }
}
#endif
