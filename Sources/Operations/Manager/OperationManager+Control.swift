internal import StageFloor

extension OperationManager {
  /// Stops starting operations until ``resume()``; running operations continue.
  ///
  /// Conditions are not evaluated either. Suspending twice is the same as once. Until the manager
  /// is resumed or its operations are cancelled, the two keep each other alive, even if nothing
  /// else references the manager; ``suspendedManagers`` then finds it.
  public func suspend() {
    Engine.shared.modify { _ in Engine.shared.machine.setSuspended(true, index) }
  }

  /// Resumes starting operations.
  public func resume() {
    Engine.shared.modify { _ in Engine.shared.machine.setSuspended(false, index) }
  }

  /// Whether the manager is suspended.
  public var isSuspended: Bool {
    Engine.shared.lock.withLock { Engine.shared.machine.managers[Int(index)].isSuspended }
  }

  /// The maximum number of operations that execute at a time; nil for no limit.
  ///
  /// When the limit is lowered, running operations continue, and none starts until there is a free
  /// slot. If the wait of a body for another operation is cancelled, the body continues at once,
  /// even if its slot was taken in the meantime: then one more than the limit executes, and none
  /// starts until one of them ends or waits.
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
      Engine.shared.modify { _ in Engine.shared.machine.setLimit(newValue ?? .max, of: index) }
    }
  }

  /// The number of operations that have not ended, or that still have a running body or children.
  public var operationCount: Int {
    Engine.shared.modify { _ in Engine.shared.machine.managers[Int(index)].unsettled }
  }

  /// The operations that have not ended, in the order of creation.
  ///
  /// - Complexity: O(*n*), where *n* is the number of operations of the manager.
  public var operations: [AnyOperationHandle] {
    Engine.shared.liveHandles(of: self)
  }

  /// Waits until no operation is left.
  ///
  /// A prepared operation counts until it has been submitted and has ended, or until it is
  /// released.
  ///
  /// - Throws: `CancellationError` if the waiting task was cancelled; an ``OperationError`` if it
  ///   is called in the body of one of the manager's operations, which would wait for itself.
  public func waitUntilIdle() async throws {
    _ = try await waitUntilIdle(for: nil)
  }

  /// Waits until no operation is left, up to a time limit.
  ///
  /// The time is measured by the clock of the manager.
  ///
  /// - Parameter timeout: The maximum time to wait.
  /// - Returns: Whether no operation is left; false if the wait timed out.
  /// - Throws: The same errors as ``waitUntilIdle()``.
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
    let position = engine.modify { effects -> (ticket: UInt64, deadline: Deadlines.Ticket?)? in
      guard engine.machine.managers[Int(index)].unsettled > 0 else { return nil }
      engine.machine.managers[Int(index)].isIdleAwaited = true
      let ticket = idleListeners.ticket()
      guard let moment else { return (ticket, nil) }
      effects.append(.setAlarm(self, moment))
      return (ticket, deadlines.set(.endIdleWait(ticket), for: nil, at: moment))
    }
    guard let (ticket, deadline) = position else { return true }
    let isIdle = await withTaskCancellationHandler {
      await withUnsafeContinuation { continuation in
        let answer = engine.lock.withLock { idleListeners.wait(ticket, continuation) }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let continuation = engine.lock.withLock { idleListeners.settle(ticket, with: false) }
      continuation?.resume(returning: false)
    }
    if let deadline { engine.lock.withLock { deadlines.remove(deadline) } }
    if !isIdle, timeout == nil || Task.isCancelled { throw CancellationError() }
    return isIdle
  }

  /// Under the lock.
  func takeIdleListeners() -> [UnsafeContinuation<Bool, Never>] {
    idleListeners.settleAll(with: true)
  }

  // MARK: Cancelling

  /// Cancels all operations that have not ended.
  ///
  /// Each is cancelled as by ``AnyOperationHandle/cancel(includingDependents:)``, and all as one
  /// set: none of them starts because another one ended, and all have been cancelled when the call
  /// returns. Operations submitted after the call began are not cancelled. Calls of other threads
  /// proceed in between, however many operations there are.
  ///
  /// - Complexity: O(*n*), where *n* is the number of operations of the manager.
  public func cancelAll() {
    Engine.shared.cancelAll(of: self)
  }

  /// Cancels all operations with a tag that have not ended.
  ///
  /// - Parameter tag: One of their ``OperationOptions/tags``.
  public func cancelAll(tagged tag: String) {
    cancel { $0.options.tags.contains(tag) }
  }

  /// Cancels all operations with a priority that have not ended.
  ///
  /// - Parameter priority: The priority from their options.
  public func cancelAll(_ priority: OperationPriority) {
    cancel { $0.options.priority == priority }
  }

  private func cancel(where isMeant: @escaping (AnyOperationHandle) -> Bool) {
    Engine.shared.cancelAll(of: self, where: isMeant)
  }
}

extension Engine {
  /// Marks all first, so that none starts because another one ended; both passes run in slices.
  func cancelAll(
    of manager: OperationManager, where isMeant: ((AnyOperationHandle) -> Bool)? = nil
  ) {
    var found: [[NodeID]] = []
    sweepSlots(manager) { slots, effects in
      var ids: [NodeID] = []
      ids.reserveCapacity(slots.count)
      var handles: [AnyOperationHandle] = []
      for slot in slots.reversed() {
        if let isMeant {
          guard let handle = handle(at: slot), handle.details.verdict == nil else { continue }
          handles.append(handle)
          guard isMeant(handle) else { continue }
        }
        machine[slot].traits.insert(.isMarkedCancelled)
        ids.append(machine.id(of: slot))
      }
      if !ids.isEmpty { found.append(ids) }
      if !handles.isEmpty { effects.append(.releaseHandles(handles)) }
    }
    // The oldest operations first.
    for (number, page) in found.reversed().enumerated() {
      if number > 0 { yieldLock() }
      modify { effects in
        var slots: [Slot] = []
        for id in page {
          guard let slot = machine.slot(of: id) else { continue }
          if machine.cancelPlain(slot), let reference = machine[slot].handle {
            settleCancelled(reference, slot, &effects)
          } else {
            slots.append(slot)
          }
        }
        machine.cancelAll(slots)
      }
    }
  }

  /// It has left the machine; under the lock.
  private func settleCancelled(
    _ reference: Unmanaged<AnyOperationHandle>, _ slot: Slot, _ effects: inout Effects
  ) {
    let handle = reference.takeUnretainedValue()
    let isPlain =
      handle.details.isUnattended && handle.options.extras == nil && !handle.manager.isWatched
    if isPlain {
      // All that the general way does for such an operation.
      handle.details.verdict = .cancelled(.requested)
      handle.manager.progress.ended(0)
    } else {
      recordEnd(of: handle, .cancelled(.requested), error: nil, &effects)
      handle.manager.settled(handle)
    }
    handle.details.hasSettled = true
    machine[slot].handle = nil
    effects.release(reference, dropsBody: isPlain)
  }

  /// Not ended, the oldest first; O(*n*) for *n* operations of the manager.
  func liveHandles(of manager: OperationManager) -> [AnyOperationHandle] {
    var found: [[AnyOperationHandle]] = []
    sweep(manager) { found.append($0.reversed()) }
    return found.reversed().flatMap { $0 }
  }

  func reportReadinessOfAll(of manager: OperationManager) {
    sweep(manager) { for handle in $0 { reportReadiness(of: handle) } }
  }

  /// The newest first, in slices under the lock; operations submitted meanwhile are not visited.
  private func sweep(_ manager: OperationManager, _ visit: ([AnyOperationHandle]) -> Void) {
    sweepSlots(manager) { slots, effects in
      let handles = slots.compactMap { handle(at: $0) }
        .filter { $0.details.verdict == nil && !$0.details.isLinking }
      visit(handles)
      effects.append(.releaseHandles(handles))
    }
  }

  private func sweepSlots(
    _ manager: OperationManager, _ visit: ([Slot], inout Effects) -> Void
  ) {
    var sweep: OperationMachine.Sweep?
    var isOver = false
    while !isOver {
      if sweep != nil { yieldLock() }
      modify { effects in
        let present = sweep ?? machine.beginSweep(manager.index)
        sweep = present
        if let slots = machine.next(of: present) { visit(slots, &effects) }
        isOver = machine.isOver(present)
      }
    }
  }
}

extension OperationManager {
  /// The suspended managers that have submitted operations that have not ended.
  ///
  /// Such a manager and its operations keep each other alive until it is resumed. If the code that
  /// suspended it has released it, this property finds it, for ``resume()`` or ``cancelAll()``: at
  /// the end of a test, for example, or of a program that should leave no work undone.
  ///
  /// The order is unspecified.
  ///
  /// - Complexity: O(*m* + *n*) for *m* managers, and *n* operations of suspended managers that
  ///   were only prepared.
  public static var suspendedManagers: [OperationManager] {
    Engine.shared.modify { _ in Engine.shared.suspendedManagers }
  }
}

extension Engine {
  /// Only inside ``modify(_:)``.
  fileprivate var suspendedManagers: [OperationManager] {
    managers.indices.compactMap { index in
      guard managers[index] != nil, machine.managers[index].isSuspended else { return nil }
      // The manager may be in its `deinit`. One with a submitted operation is kept alive by it.
      return machine.firstSubmitted(of: Int32(index)).flatMap { handle(at: $0)?.manager }
    }
  }
}
