internal import StageFloor

extension AnyOperationHandle {
  /// Where it is in its life at the moment.
  public final var state: OperationState {
    Engine.shared.lock.withLock { Engine.shared.state(of: core) }
  }

  /// Where it is in its life, now and whenever that changes.
  ///
  /// It begins with the present state and ends after the final one. Each call makes a sequence of
  /// its own, for one reader, who misses nothing.
  public final var states: OperationUpdates<OperationState> {
    let mailbox = Mailbox<OperationState>()
    let core = core
    let delivery = Engine.shared.lock.withLock {
      let present = Engine.shared.state(of: core)
      if !present.isFinal {
        core.details.rarities.mailboxes.append(mailbox)
        Engine.shared.follow(core)
      }
      return mailbox.put(present, isLast: present.isFinal)
    }
    delivery?.resume()
    return OperationUpdates(mailbox: mailbox)
  }

  /// How it ended; nil while it has not.
  public final var ending: OperationEnding? {
    let core = core
    return Engine.shared.lock.withLock {
      core.details.verdict.map { OperationEnding(ending: $0.ending) }
    }
  }

  /// Why it was cancelled or skipped, if it was.
  public final var cancellationReason: CancellationReason? {
    let core = core
    return Engine.shared.lock.withLock { core.details.rare?.reason }
  }

  /// Whether it has been submitted.
  public final var isSubmitted: Bool {
    Engine.shared.lock.withLock { details.isSubmitted }
  }

  /// Gives an operation that was only prepared to its manager.
  ///
  /// - Returns: whether it had not been submitted or cancelled before.
  @discardableResult
  public final func submit() -> Bool {
    Engine.shared.submit(self)
  }

  /// How urgent it is: as its options say, or as was set last; whoever waits for it may make it
  /// more urgent than that.
  public final var priority: OperationPriority {
    get {
      Engine.shared.lock.withLock {
        guard let slot = Engine.shared.machine.slot(of: id) else { return options.priority }
        return OperationPriority(level: Engine.shared.machine[slot].priority)
      }
    }
    set {
      Engine.shared.perform { _ in
        guard let slot = Engine.shared.machine.slot(of: id) else { return }
        Engine.shared.machine.setPriority(slot, newValue.level)
      }
    }
  }

  // MARK: Edges

  /// The operations that it still waits for.
  public final var dependencies: [AnyOperationHandle] {
    Engine.shared.neighbours(of: core, .dependencies)
  }

  /// The operations that wait for it.
  public final var dependents: [AnyOperationHandle] {
    Engine.shared.neighbours(of: core, .dependents)
  }

  /// Says that it requires another operation: it starts only after that has succeeded.
  ///
  /// It gets no value; that can be said only when it is made. An operation that rests between two
  /// attempts may still be given more to wait for.
  ///
  /// - Parameter dependency: what comes before; it may belong to another manager.
  /// - Throws: an ``OperationError`` if it has started or ended, or if `dependency` waits for it.
  public final func addDependency(
    _ dependency: AnyOperationHandle
  ) throws(OperationError) {
    try Engine.shared.addDependency(dependency, .requires, to: core)
  }

  /// Says that it starts only after another operation has ended, however that ends.
  ///
  /// - Parameter dependency: what comes before; it may belong to another manager.
  /// - Throws: an ``OperationError`` if it has started or ended, or if `dependency` waits for it.
  public final func follow(_ dependency: AnyOperationHandle) throws(OperationError) {
    try Engine.shared.addDependency(dependency, .follows, to: core)
  }

  // MARK: Ending

  /// Asks it to end.
  ///
  /// If it has not started, it is cancelled at once, and never starts; while its conditions are
  /// asked, as soon as they have answered. If it runs, its task is
  /// cancelled, and it ends when its body has returned: a body that returns a value all the same
  /// has succeeded. If it has ended, nothing happens. Once it has been cancelled, so have those that
  /// require it; those that merely follow it start no earlier than they would have otherwise. To
  /// cancel again changes nothing.
  ///
  /// - Parameter reach: whether what comes after it is cancelled too, whatever the edge.
  /// - Returns: whether it had not ended.
  @discardableResult
  public final func cancel(_ reach: OperationCancellationReach = .operation) -> Bool {
    Engine.shared.perform { _ in
      guard let slot = Engine.shared.machine.slot(of: id) else { return false }
      return Engine.shared.machine.cancel(slot, .requested, reach.reach)
    }
  }

  /// Gives it up: it has ended at once, and its place and its categories are free, even if its body
  /// goes on for a while.
  ///
  /// The task of its body is cancelled, and so are its children, for which it waits. What the body
  /// returns or throws counts no more. What the body uses is in use until it returns.
  /// While its conditions are asked, it ends as soon as they have answered.
  ///
  /// - Returns: whether it had not ended.
  @discardableResult
  public final func abandon() -> Bool {
    Engine.shared.perform { _ in
      guard let slot = Engine.shared.machine.slot(of: id) else { return false }
      return Engine.shared.machine.abandon(slot)
    }
  }
}

/// How far a cancellation goes.
public struct OperationCancellationReach: Sendable, Hashable {
  fileprivate enum Value: Sendable { case operation, dependents }
  fileprivate let value: Value

  fileprivate var reach: OperationMachine.Reach { value == .operation ? .this : .dependents }

  /// The operation, and those that require it.
  public static var operation: OperationCancellationReach {
    OperationCancellationReach(value: .operation)
  }

  /// And all that come after it, or after those, whatever the edge.
  public static var dependents: OperationCancellationReach {
    OperationCancellationReach(value: .dependents)
  }
}

extension Engine {
  /// Under the lock.
  func state(of handle: AnyOperationHandle) -> OperationState {
    if let verdict = handle.details.verdict { return verdict.state }
    guard let slot = machine.slot(of: handle.id) else { return .waiting }
    switch machine[slot].phase {
    case .waiting, .checkDue, .checking, .inLine, .resting: return .waiting
    case .ready, .handedOut: return .ready
    // A volatile condition may still take the start back.
    case .executing: return handle.details.isAskedOnceMore ? .ready : .executing
    case .closing: return .executing
    case .ended: return .finished
    }
  }

  /// Somebody wants to know when it becomes ready; under the lock.
  func follow(_ handle: AnyOperationHandle) {
    guard let slot = machine.slot(of: handle.id) else { return }
    machine[slot].traits.insert(.isFollowed)
  }

  /// The operations that one waits for, or that wait for it, each once, the oldest first.
  ///
  /// Of very many, those of a slice at a time: an edge that is made meanwhile may be left out.
  func neighbours(
    of handle: AnyOperationHandle, _ side: OperationMachine.Side
  ) -> [AnyOperationHandle] {
    var found: Set<AnyOperationHandle> = []
    var cursor: OperationMachine.CursorID?
    repeat {
      var isAwaited = false
      let some = perform { _ in
        isAwaited = lock.hasSleepers
        return neighbours(of: handle, side, from: cursor)
      }
      guard let some else { return [] }
      found.formUnion(some.0)
      cursor = some.1
      if isAwaited, cursor != nil { letOthersIn() }
    } while cursor != nil
    return found.sorted { $0.number < $1.number }
  }

  /// Some of them; under the lock.
  ///
  /// - Returns: where to go on, besides; nil if it has ended.
  private func neighbours(
    of handle: AnyOperationHandle, _ side: OperationMachine.Side,
    from cursor: OperationMachine.CursorID?
  ) -> ([AnyOperationHandle], OperationMachine.CursorID?)? {
    guard handle.details.verdict == nil, let slot = machine.slot(of: handle.id) else {
      machine.dropCursor(cursor)
      return nil
    }
    if cursor != nil { sliceCount += 1 }
    var slots: [Slot] = []
    let rest = machine.walk(slot, side, from: cursor) { machine, link in
      let edge = machine.links[link]
      if edge.kind != .child {
        slots.append(side == .dependencies ? edge.dependency : edge.dependent)
      }
    }
    return (slots.compactMap { self.handle(at: $0) }, rest)
  }
}
