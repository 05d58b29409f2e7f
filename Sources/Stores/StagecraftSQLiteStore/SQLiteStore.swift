#if SQLite
internal import StageFloor
@_spi(Store) public import StagecraftSharedPools
internal import StoreFloor

/// A lease store in an SQLite database, for the processes of one machine.
///
/// ```swift
/// let devices = try await SharedPool("devices", at: SQLiteStore.default)
/// ```
///
/// The file is created when it is first used; there is no server. It must be on a local disk.
///
/// - **Speed.** A grant and a return are a transaction each, without a flush of the disk. A return
///   wakes the process that waits for it. `store-bench --only sqlite` measures both.
/// - **A process that ends**, even by a crash, returns at once what its sessions have borrowed: the
///   kernel notifies the processes that wait. A stopped process keeps its leases until they end.
/// - **A restart of the machine** ends all leases and raises the epoch of fences.
/// - **Durability.** What keepers change is on the disk when it is answered. Grants and returns
///   survive the end of any process; a power failure may undo the latest ones, after which no
///   holder is left.
/// - **Cancelling** a task ends its call at once, as `unreachable`, also while another process has
///   the file's lock. Whether a request was decided is then unknown.
/// - **Threads.** Two threads of the store's own serve it from its first request until ``close()``
///   or the end of the object. None of Swift's threads blocks.
///
/// A store cannot be used in a process that was forked without `exec`.
public final class SQLiteStore: LeaseStore {
  /// The path of the database.
  public let path: String

  let core: StoreCore
  private let process = getpid()

  /// Creates a store at a path.
  ///
  /// Nothing is opened before the first request.
  ///
  /// - Parameters:
  ///   - path: The path of the database. Its folder must exist.
  ///   - configuration: How the store works.
  public convenience init(
    _ path: String, configuration: SQLiteStoreConfiguration = SQLiteStoreConfiguration()
  ) {
    self.init(path, configuration, clock: .machine, scripts: Schema.scripts)
  }

  init(
    _ path: String, _ configuration: SQLiteStoreConfiguration, clock: StoreClock,
    scripts: [String] = Schema.scripts
  ) {
    self.path = path
    core = StoreCore(path, configuration, clock: clock, scripts: scripts)
  }

  deinit { _ = core.shutDown() }

  /// Decides a call.
  ///
  /// - Parameters:
  ///   - call: The call.
  ///   - pool: The name of the pool.
  /// - Returns: The answer.
  /// - Throws: ``LeaseStoreError`` if the store cannot be used.
  @_spi(Store) public func perform(
    _ call: LendingCall, in pool: String
  ) async throws(LeaseStoreError) -> LendingAnswer {
    if let flaw = LendingLimits.flaw(ofText: pool, role: "name of the pool") {
      return .refused(.invalid(flaw))
    }
    guard case .decided(let answer) = try await answer(to: .decide(call, pool: pool)) else {
      preconditionFailure("The answer is of the kind of the call.")
    }
    return answer
  }

  /// The signals that the store sends to a session.
  ///
  /// - Parameter session: The session.
  /// - Returns: A stream that ends when the store is closed.
  @_spi(Store) public func signals(for session: LendingID) -> AsyncStream<LeaseStoreSignal> {
    let (signals, stream) = AsyncStream.makeStream(of: LeaseStoreSignal.self)
    let core = core
    let (number, notificationFailure) = core.state.withLock { state in
      (state.isClosed ? nil : state.streams.insert(stream, for: session), state.notificationFailure)
    }
    guard let number else {
      stream.finish()
      return signals
    }
    stream.onTermination = { [weak core] _ in
      // The stream is released after the unlock.
      _ = core?.state.withLock { $0.streams.remove(number, for: session) }
    }
    if let notificationFailure { stream.yield(.cannotBeNotified(notificationFailure)) }
    return signals
  }

  /// The descriptor that the kernel watches for the end of this process.
  ///
  /// While any process has it open, the sessions of this store object count as present. It is not
  /// inherited by other programs. To make a child process count too, such as a command that uses
  /// what was borrowed and could survive this process, leave a duplicate of it open there.
  ///
  /// - Returns: The descriptor, which belongs to the store.
  /// - Throws: ``LeaseStoreError`` if the store cannot be used.
  public func livenessDescriptor() async throws(LeaseStoreError) -> Int32 {
    guard case .opened(let liveness) = try await answer(to: .open) else {
      preconditionFailure("The answer is of the kind of the call.")
    }
    return liveness
  }

  /// Examines the whole file, which takes about a second for 50 MB.
  ///
  /// - Returns: What SQLite has found wrong, at most ten sentences; none if the file is sound.
  /// - Throws: ``LeaseStoreError`` if the store cannot be used.
  public func flaws() async throws(LeaseStoreError) -> [String] { try await examine().flaws }

  package func examine() async throws(LeaseStoreError) -> FileExamination {
    guard case .examined(let result) = try await answer(to: .examine) else {
      preconditionFailure("The answer is of the kind of the call.")
    }
    return result
  }

  /// Examines the rights of the files beside the database, and of copies of it in its folder.
  ///
  /// - Returns: What is wrong, and what to do, in a sentence each.
  public func placeFlaws() -> [String] { SideFiles(of: core.paths)?.flaws ?? [] }

  /// Raises the epoch of fences in all pools, and in those that are created later.
  ///
  /// After it, every fence is larger than those of earlier epochs. Call it on a store that replaces
  /// another one, with the highest epoch that the other may have used, and on a store that was
  /// restored from a copy. Leases go on with the fences that they have.
  ///
  /// - Parameter epoch: The epoch above which the next ones begin, below 2²¹; 0 for those of this
  ///   store alone.
  /// - Returns: The highest epoch of the store.
  /// - Throws: ``LeaseStoreError`` if the store cannot be used.
  @discardableResult
  public func raiseEpoch(above epoch: Int64 = 0) async throws(LeaseStoreError) -> Int64 {
    require((0..<1 << 21).contains(epoch), "The epoch \(epoch) is not between 0 and 2097151.")
    guard case .raised(let raised) = try await answer(to: .raiseEpoch(above: epoch)) else {
      preconditionFailure("The answer is of the kind of the call.")
    }
    return raised
  }

  private func answer(to call: StoreCore.Call) async throws(LeaseStoreError) -> StoreCore.Answer {
    try checkProcess()
    let reply = PendingReply<StoreCore.Outcome>()
    let number = core.submit(call) { reply.resume(returning: $0) }
    let outcome = await reply.value { [core] in
      if let number { core.cancel(number) }
    }
    return try outcome.get()
  }

  /// Closes the store: later requests fail, and requests that wait fail now.
  ///
  /// Leases that were not returned end when their time to live has passed. Its threads have ended
  /// when the method returns, unless another process has the file's lock: then the thread that waits
  /// for it ends later.
  public func close() async {
    guard let (threads, isBlocked) = core.shutDown() else { return }
    await threads.listener.stopAndWait()
    if !isBlocked { await threads.decisions.stopAndWait() }
  }

  private func checkProcess() throws(LeaseStoreError) {
    if getpid() == process { return }
    throw LeaseStoreError(
      .closed, "The store \"\(path)\" belongs to the process that was forked; make another one.")
  }
}
#endif
