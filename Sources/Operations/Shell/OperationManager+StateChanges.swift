internal import StageFloor

/// Bookkeeping of the manager's operations; everything here runs under the lock of the engine.
extension OperationManager {
  /// Whether a trace, an observer or the stall detection needs to see each step.
  var needsTimes: Bool { recorder != nil || isObserved || watchesForStalls }

  var isObserved: Bool { !observers.isEmpty }

  func added(
    _ handle: AnyOperationHandle, _ only: Edge?, _ edges: [Edge], _ effects: inout Effects
  ) {
    if !handle.isScope {
      progress.began()
      publishProgress(&effects)
    }
    guard needsTimes else { return }
    recorder?.add(handle, only.map { [$0] } ?? edges)
    Engine.shared.reportReadiness(of: handle)
  }

  func linked(_ handle: AnyOperationHandle, _ edge: Edge) {
    recorder?.note(edge.dependency, edge.kind, of: handle)
  }

  func steppedBack(_ handle: AnyOperationHandle, _ effects: inout Effects) {
    for mailbox in handle.details.mailboxes {
      if let delivery = mailbox.put(.waiting) { effects.append(.deliver(delivery)) }
    }
  }

  func submitted(_ handle: AnyOperationHandle, at now: Int64, _ effects: inout Effects) {
    guard needsTimes else { return }
    recorder?.noteSubmission(handle, at: now)
    noteStep()
    watch(at: now, &effects)
    postEvent(.submitted, handle, &effects)
  }

  @inline(__always)
  func changed(
    _ handle: AnyOperationHandle, to state: AnyOperationHandle.State, at now: Int64? = nil,
    _ effects: inout Effects
  ) {
    if !handle.details.mailboxes.isEmpty || needsTimes {
      noteChange(handle, to: state, at: now, &effects)
    }
  }

  private func noteChange(
    _ handle: AnyOperationHandle, to state: AnyOperationHandle.State, at now: Int64?,
    _ effects: inout Effects
  ) {
    for mailbox in handle.details.mailboxes {
      if let delivery = mailbox.put(state, isLast: state.isFinal) {
        effects.append(.deliver(delivery))
      }
    }
    guard needsTimes else { return }
    // Only a trace needs the time; reading it may call a clock provided by the user.
    if recorder != nil {
      let moment = now ?? timekeeper.now
      recorder?.note(handle, state, at: moment, &effects)
    }
    noteStep()
    switch state {
    case .waiting: postEvent(.retrying(attempt: Int(handle.details.attempt) + 1), handle, &effects)
    case .ready: postEvent(.ready, handle, &effects)
    case .executing: postEvent(.started(attempt: Int(handle.details.attempt)), handle, &effects)
    case .ended(let ending): postEvent(.ended(ending), handle, &effects)
    }
  }

  func ended(_ handle: AnyOperationHandle, _ effects: inout Effects) {
    if let extras = handle.details.existingExtras {
      if let key = extras.key {
        extras.key = nil
        if let position = shared.index(forKey: key), shared[position].value === handle {
          effects.append(.releaseKey(shared.remove(at: position).key))
        }
        effects.append(.releaseKey(key))
      }
      extras.endProgress(of: handle, &effects)
    }
    if handle.options.extras != nil { handle.clearDeadlines() }
    guard !handle.isScope else { return }
    progress.ended(handle.details.fraction)
    publishProgress(&effects)
  }

  /// Records that an operation has left the machine and nothing of it runs any more.
  func settled(_ handle: AnyOperationHandle) {
    recorder?.archive(handle)
  }

  func forgotten(_ handle: AnyOperationHandle, _ effects: inout Effects) {
    recorder?.forget(handle)
    guard handle.details.verdict == nil else { return }
    handle.details.existingExtras?.endProgress(of: handle, &effects)
    // Consumers of its states do not keep the operation alive.
    for mailbox in handle.details.mailboxes {
      if let delivery = mailbox.put(.ended(.cancelled), isLast: true) {
        effects.append(.deliver(delivery))
      }
    }
    progress.total -= 1
    publishProgress(&effects)
  }
}
