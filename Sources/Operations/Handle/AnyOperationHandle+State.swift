internal import StageFloor

extension AnyOperationHandle {
  /// The current stage of an operation.
  public enum State: Sendable, Hashable {
    /// It waits for its submission, its dependencies, its conditions, its categories, or its next
    /// attempt.
    case waiting
    /// It can start, and waits for a slot in its manager.
    case ready
    /// Its body or its children run.
    case executing
    /// It has ended; this state is final.
    case ended(OperationEnding)

    /// Whether the state is final.
    public var isFinal: Bool { if case .ended = self { true } else { false } }
  }

  /// The current state.
  public final var state: State {
    Engine.shared.modify { _ in Engine.shared.state(of: core) }
  }

  /// The current state and every later one.
  ///
  /// The sequence begins with the current state and ends after the final one. Each call returns a
  /// separate sequence for one consumer, which receives every change.
  public final var states: AsyncStream<State> {
    let mailbox = Mailbox<State>()
    let core = core
    let delivery = Engine.shared.modify { _ in
      let present = Engine.shared.state(of: core)
      if !present.isFinal {
        core.details.extras.mailboxes.append(mailbox)
        Engine.shared.reportReadiness(of: core)
      }
      return mailbox.put(present, isLast: present.isFinal)
    }
    delivery?.resume()
    return mailbox.stream()
  }

  /// How the operation ended; nil until then.
  public final var ending: OperationEnding? {
    let core = core
    return Engine.shared.modify { _ in
      core.details.verdict?.ending
    }
  }

  /// Why the operation was cancelled or skipped; nil if it was not.
  public final var cancellationReason: OperationError.Reason? {
    let core = core
    return Engine.shared.modify { _ in core.details.reason }
  }

  /// The error of a failed operation.
  package final var failure: (any Error)? {
    let core = core
    return Engine.shared.modify { _ in core.details.error }
  }

  /// Whether the operation has been submitted.
  public final var isSubmitted: Bool {
    Engine.shared.lock.withLock { details.isSubmitted }
  }

  /// Submits a prepared operation to its manager.
  ///
  /// - Returns: Whether it had not been submitted or cancelled before.
  @discardableResult
  public final func submit() -> Bool {
    Engine.shared.submit(self)
  }

  /// The priority of the operation: the one from its options or the last one set, raised while
  /// operations with a higher priority wait for it.
  public final var priority: OperationPriority {
    get {
      Engine.shared.modify { _ in
        guard let slot = Engine.shared.machine.slot(of: id) else { return options.priority }
        return OperationPriority(level: Engine.shared.machine[slot].priority)
      }
    }
    set {
      Engine.shared.modify { _ in
        guard let slot = Engine.shared.machine.slot(of: id) else { return }
        Engine.shared.machine.setPriority(slot, newValue.level)
      }
    }
  }

  // MARK: Cancelling

  /// Cancels the operation.
  ///
  /// - An operation that has not started is cancelled immediately and never starts. If its
  ///   conditions are being evaluated, it is cancelled as soon as they have answered.
  /// - If it is running, its task is cancelled, and it ends when its body has returned. A body that
  ///   returns a value despite the cancellation has succeeded.
  /// - If it has ended, its outcome does not change. Cancelling it again has no effect.
  ///
  /// When the operation has been cancelled, so have the operations that require it. Operations that
  /// merely follow it start no earlier than they would have otherwise.
  ///
  /// - Parameter includingDependents: Whether all direct and indirect dependents are cancelled too,
  ///   regardless of their edges.
  /// - Returns: Whether the operation had not ended.
  @discardableResult
  public final func cancel(includingDependents: Bool = false) -> Bool {
    Engine.shared.modify { _ in
      guard let slot = Engine.shared.machine.slot(of: id) else { return false }
      return Engine.shared.machine.cancel(
        slot, .requested, includingDependents ? .dependents : .this)
    }
  }

  /// Ends the operation at once, even if its body continues for a while.
  ///
  /// Its slot and its categories become free. The task of its body and its children are cancelled;
  /// for the children it still waits. The result of the body is discarded. Resources that the body
  /// uses stay in use until it returns. If its conditions are being evaluated, the operation ends
  /// as soon as they have answered.
  ///
  /// - Returns: Whether the operation had not ended.
  @discardableResult
  public final func abandon() -> Bool {
    Engine.shared.modify { _ in
      guard let slot = Engine.shared.machine.slot(of: id) else { return false }
      return Engine.shared.machine.abandon(slot)
    }
  }
}

extension Engine {
  /// Under the lock.
  func state(of handle: AnyOperationHandle) -> AnyOperationHandle.State {
    if let verdict = handle.details.verdict { return .ended(verdict.ending) }
    guard let slot = machine.slot(of: handle.id) else { return .waiting }
    switch machine[slot].phase {
    case .waiting, .checkDue, .checking, .inLine, .resting: return .waiting
    case .ready, .scheduling: return .ready
    // A volatile condition may still revoke the start.
    case .executing: return handle.details.isRechecking ? .ready : .executing
    case .closing: return .executing
    case .ended: return .ended(machine[slot].verdict?.ending ?? .cancelled)
    }
  }

  /// Requests a notification when the operation becomes ready; under the lock.
  func reportReadiness(of handle: AnyOperationHandle) {
    guard let slot = machine.slot(of: handle.id) else { return }
    machine[slot].traits.insert(.reportsReadiness)
  }
}
