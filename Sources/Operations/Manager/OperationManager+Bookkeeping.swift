internal import StageFloor

/// Bookkeeping of the manager's operations; everything here runs under the lock of the engine.
extension OperationManager {
  /// Whether a trace, an observer or the stall detection needs to see each step.
  var needsTimes: Bool { recorder != nil || isObserved || watchesForStalls }

  var isObserved: Bool { !observers.isEmpty }

  /// Records that an operation was added to the machine.
  func added(_ handle: AnyOperationHandle, _ edges: [Edge], _ deeds: inout Deeds) {
    if !handle.isScope {
      progress.began()
      tellProgress(&deeds)
    }
    guard needsTimes else { return }
    recorder?.add(handle, edges)
    Engine.shared.follow(handle)
  }

  /// Records a new edge of an operation.
  func linked(_ handle: AnyOperationHandle, _ edge: Edge) {
    recorder?.note(edge.dependency, edge.kind, of: handle)
  }

  /// Records that a ready operation has to wait for another one.
  func steppedBack(_ handle: AnyOperationHandle, _ deeds: inout Deeds) {
    for mailbox in handle.details.mailboxes {
      if let delivery = mailbox.put(.waiting) { deeds.append(.deliver(delivery)) }
    }
  }

  /// Records that an operation was submitted.
  func submitted(_ handle: AnyOperationHandle, at now: Int64, _ deeds: inout Deeds) {
    guard needsTimes else { return }
    recorder?.noteSubmission(handle, at: now)
    noteStep()
    watch(at: now, &deeds)
    tell(.submitted, handle, &deeds)
  }

  /// Records a change of state.
  @inline(__always)
  func changed(
    _ handle: AnyOperationHandle, to state: OperationState, at now: Int64? = nil,
    _ deeds: inout Deeds
  ) {
    if !handle.details.mailboxes.isEmpty || needsTimes {
      noteChange(handle, to: state, at: now, &deeds)
    }
  }

  private func noteChange(
    _ handle: AnyOperationHandle, to state: OperationState, at now: Int64?, _ deeds: inout Deeds
  ) {
    for mailbox in handle.details.mailboxes {
      if let delivery = mailbox.put(state, isLast: state.isFinal) {
        deeds.append(.deliver(delivery))
      }
    }
    guard needsTimes else { return }
    // Only a trace needs the time; reading it may call a clock provided by the user.
    if recorder != nil {
      let moment = now ?? timekeeper.now
      recorder?.note(handle, state, at: moment, &deeds)
    }
    noteStep()
    switch state {
    case .waiting: tell(.retrying(attempt: handle.details.attempt + 1), handle, &deeds)
    case .ready: tell(.ready, handle, &deeds)
    case .executing: tell(.started(attempt: handle.details.attempt), handle, &deeds)
    case .finished, .cancelled:
      let ending = handle.details.verdict?.ending ?? .cancelled
      tell(.ended(OperationEnding(ending: ending)), handle, &deeds)
    }
  }

  /// Records that the outcome of an operation is known.
  func ended(_ handle: AnyOperationHandle, _ deeds: inout Deeds) {
    if let key = handle.details.rare?.key {
      handle.details.rarities.key = nil
      if let place = shared.index(forKey: key), shared[place].value === handle {
        deeds.append(.letGoKey(shared.remove(at: place).key))
      }
      deeds.append(.letGoKey(key))
    }
    if handle.options.rare != nil { handle.clearAgenda() }
    guard !handle.isScope else { return }
    progress.ended(handle.details.fraction)
    tellProgress(&deeds)
  }

  /// Records that an operation has left the machine and nothing of it runs any more.
  func settled(_ handle: AnyOperationHandle) {
    recorder?.settle(handle)
  }

  /// Records that an operation was released before it was submitted.
  func forgotten(_ handle: AnyOperationHandle, _ deeds: inout Deeds) {
    recorder?.forget(handle)
    guard handle.details.verdict == nil else { return }
    // Consumers of its states do not keep the operation alive.
    for mailbox in handle.details.mailboxes {
      if let delivery = mailbox.put(.cancelled, isLast: true) { deeds.append(.deliver(delivery)) }
    }
    progress.total -= 1
    tellProgress(&deeds)
  }
}
