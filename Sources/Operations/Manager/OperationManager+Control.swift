internal import StageFloor

extension OperationManager {
  /// Starts nothing more until ``resume()``; what runs goes on.
  ///
  /// Conditions are not asked meanwhile. To suspend twice is the same as once. Until it is resumed or
  /// they are cancelled, it keeps its operations, and they keep it, also when nothing else refers to
  /// it any more: ``suspendedManagers`` finds it then.
  public func suspend() {
    Engine.shared.perform { _ in Engine.shared.machine.setSuspended(true, index) }
  }

  /// Starts what could have started meanwhile.
  public func resume() {
    Engine.shared.perform { _ in Engine.shared.machine.setSuspended(false, index) }
  }

  /// Whether it starts nothing at the moment.
  public var isSuspended: Bool {
    Engine.shared.lock.withLock { Engine.shared.machine.managers[Int(index)].isSuspended }
  }

  /// How many of its operations may execute at a time; nil: as many as there are.
  ///
  /// With a lower number those that run go on, and none starts until there is room. A body whose wait
  /// for another operation is cancelled goes on at once, also if its place was given to another
  /// meanwhile: then one more executes than this number, and none starts until one of them has left.
  public var maximumConcurrency: Int? {
    get {
      let limit = Engine.shared.lock.withLock { Engine.shared.machine.managers[Int(index)].limit }
      return limit == .max ? nil : limit
    }
    set {
      require(
        newValue ?? 1 > 0,
        "“\(name)” cannot run \(newValue ?? 0) operations at a time; suspend it to let it run none."
      )
      Engine.shared.perform { _ in Engine.shared.machine.setLimit(newValue ?? .max, of: index) }
    }
  }

  /// How many of its operations have not ended, or still have something running or before them.
  public var operationCount: Int {
    Engine.shared.lock.withLock { Engine.shared.machine.managers[Int(index)].unsettled }
  }

  /// The operations that have not ended, in the order in which they were made.
  ///
  /// - Complexity: O(n) for n operations of the manager.
  public var operations: [AnyOperationHandle] {
    Engine.shared.liveHandles(of: self)
  }

  /// Waits until there is no operation left.
  ///
  /// An operation that was only prepared counts, until it is submitted and has ended, or is gone.
  ///
  /// - Throws: `CancellationError` if the waiting task was cancelled; an ``OperationError`` if it is
  ///   called in the body of one of them, which would wait for itself.
  public func waitUntilIdle() async throws {
    _ = try await waitUntilIdle(for: nil)
  }

  /// Waits until there is no operation left, but not for longer than a time.
  ///
  /// The time is measured by the clock of the manager.
  ///
  /// - Parameter timeout: how long to wait at most.
  /// - Returns: whether none is left; false: time ran out.
  /// - Throws: as ``waitUntilIdle()``.
  public func waitUntilIdle(timeout: Duration) async throws -> Bool {
    try await waitUntilIdle(for: timeout)
  }

  private func waitUntilIdle(for timeout: Duration?) async throws -> Bool {
    let engine = Engine.shared
    if let own = OperationContext.current, own.manager === self, own.handle.ending == nil,
      engine.isBody(of: own)
    {
      let name = own.handle.name
      throw OperationError(.wouldDeadlock, operation: name, path: [name])
    }
    let moment = timeout.map { timekeeper.now + min($0.wholeNanoseconds, .max / 4) }
    let place = engine.perform { deeds -> (ticket: UInt64, deadline: Agenda.Ticket?)? in
      guard engine.machine.managers[Int(index)].unsettled > 0 else { return nil }
      engine.machine.managers[Int(index)].isIdleAwaited = true
      let ticket = idleListeners.ticket()
      guard let moment else { return (ticket, nil) }
      deeds.append(.setAlarm(self, moment))
      return (ticket, agenda.set(.endIdleWait(ticket), for: nil, at: moment))
    }
    guard let (ticket, deadline) = place else { return true }
    let isIdle = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let news = engine.lock.withLock { idleListeners.wait(ticket, continuation) }
        if let news { continuation.resume(returning: news) }
      }
    } onCancel: {
      let continuation = engine.lock.withLock { idleListeners.settle(ticket, with: false) }
      continuation?.resume(returning: false)
    }
    if let deadline { engine.lock.withLock { agenda.remove(deadline) } }
    if !isIdle, timeout == nil || Task.isCancelled { throw CancellationError() }
    return isIdle
  }

  /// Those who wait until there is no operation left; under the lock.
  func takeIdleListeners() -> [UnsafeContinuation<Bool, Never>] {
    idleListeners.settleAll(with: true)
  }

  // MARK: Cancelling

  /// Cancels all operations that have not ended.
  ///
  /// Each as ``AnyOperationHandle/cancel(_:)`` does, and all at once: none of them starts because
  /// another has ended, and all have been cancelled when this returns. What is submitted after the
  /// call began is not meant. Calls of other threads are served meanwhile, however many there are.
  ///
  /// - Complexity: O(n) for n operations of the manager.
  public func cancelAll() {
    cancel { _ in true }
  }

  /// Cancels all operations with a tag that have not ended.
  ///
  /// - Parameter tag: one of their ``OperationOptions/tags``.
  public func cancelAll(tagged tag: String) {
    cancel { $0.options.tags.contains(tag) }
  }

  /// Cancels all operations of a priority that have not ended.
  ///
  /// - Parameter priority: the priority they were given.
  public func cancelAll(_ priority: OperationPriority) {
    cancel { $0.options.priority == priority }
  }

  private func cancel(where isMeant: (AnyOperationHandle) -> Bool) {
    Engine.shared.cancelAll(of: self, where: isMeant)
  }
}

extension Engine {
  /// Cancels the operations of a manager that have not ended, if they are meant.
  ///
  /// They are marked before the first is cancelled, so that none of them starts because another has
  /// ended; both in slices, between which others have their turn.
  func cancelAll(of manager: OperationManager, where isMeant: (AnyOperationHandle) -> Bool) {
    var found: [[NodeID]] = []
    sweep(manager) { handles in
      let meant = handles.filter(isMeant)
      for handle in meant { machine[handle.id.slot].traits.insert(.isCalledOff) }
      if !meant.isEmpty { found.append(meant.reversed().map(\.id)) }
    }
    // The oldest first.
    for (number, page) in found.reversed().enumerated() {
      if number > 0 { letOthersIn() }
      perform { _ in machine.cancelAll(page.compactMap { machine.slot(of: $0) }) }
    }
  }

  /// The operations of a manager that have not ended, the oldest first.
  ///
  /// - Complexity: O(n) for n operations of the manager.
  func liveHandles(of manager: OperationManager) -> [AnyOperationHandle] {
    var found: [[AnyOperationHandle]] = []
    sweep(manager) { found.append($0.reversed()) }
    return found.reversed().flatMap { $0 }
  }

  /// An observer waits for operations of a manager to become ready.
  func followAll(of manager: OperationManager) {
    sweep(manager) { for handle in $0 { follow(handle) } }
  }

  /// Visits the operations of a manager that have not ended, the youngest first, slice by slice.
  ///
  /// What is submitted meanwhile is not met.
  ///
  /// - Parameters:
  ///   - manager: whose operations.
  ///   - visit: what to do with those of a slice; under the lock.
  private func sweep(_ manager: OperationManager, _ visit: ([AnyOperationHandle]) -> Void) {
    var sweep: OperationMachine.Sweep?
    var isOver = false
    while !isOver {
      if sweep != nil { letOthersIn() }
      perform { deeds in
        let present = sweep ?? machine.beginSweep(manager.index)
        sweep = present
        guard let slots = machine.next(of: present) else {
          isOver = true
          return
        }
        let handles = slots.compactMap { handle(at: $0) }.filter { $0.details.verdict == nil }
        visit(handles)
        deeds.append(.letGo(handles))
      }
    }
  }
}
