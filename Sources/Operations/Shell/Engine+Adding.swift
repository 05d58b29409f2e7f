internal import StageFloor

extension Engine {
  /// A single edge is passed as `only`; `traits` are those that do not follow from the options.
  func add(
    _ handle: AnyOperationHandle, only: Edge? = nil, edges: [Edge] = [],
    parent: AnyOperationHandle? = nil, isSubmitted: Bool, traits: OperationRecord.Traits = []
  ) {
    let now = momentOfAdding(handle)
    if isSubmitted { surround(handle, only: only, edges: edges) }
    // A new operation without a parent affects none that a driver has taken ahead, unless an edge
    // leads to it: `link` recalls it then.
    modify(recalling: parent != nil) { effects in
      add(
        handle, only: only, edges: edges, parent: parent, isSubmitted: isSubmitted, traits: traits,
        at: now, &effects)
    }
  }

  /// 0 if it is not needed; read without the lock, because the clock may be the user's.
  func momentOfAdding(_ handle: AnyOperationHandle) -> Int64 {
    let isNeeded =
      handle.manager.timesSubmissions || handle.options.extras?.isLimitedFromSubmission ?? false
    return isNeeded ? handle.manager.timekeeper.now : 0
  }

  @inline(__always)
  func add(
    _ handle: AnyOperationHandle, only: Edge? = nil, edges: [Edge], parent: AnyOperationHandle?,
    isSubmitted: Bool, traits: OperationRecord.Traits, at now: Int64, _ effects: inout Effects
  ) {
    let manager = handle.manager
    var traits = traits
    if let extras = handle.options.extras { traits.formUnion(extras.traits) }
    if let parts = handle.parts {
      if parts.hasConditions { traits.insert(.needsCheck) }
      if parts.schedulesItself { traits.insert(.schedulesItself) }
    }
    let id = machine.add(
      manager: manager.index, lane: handle.options.lane.index,
      priority: handle.options.priority.level, traits: traits,
      categories: handle.options.categoryIndices)
    handle.id = id
    handle.number = machine[id.slot].number
    if isSubmitted {
      // From now on the engine keeps the handle alive.
      machine[id.slot].handle = Unmanaged.passRetained(handle)
    } else {
      enterPrepared(handle, id.slot)
    }
    manager.added(handle, only, edges, &effects)
    if evaluationCount > 0, handle.hasConditions, isTooDeep(handle), isSubmitted {
      return failAsEndless(handle, at: now, &effects)
    }
    if let parent {
      guard adopt(handle, by: parent, only.map { [$0] } ?? edges, at: now, &effects) else { return }
    }
    if let only { link(handle, only, isSubmitted: isSubmitted, &effects) }
    for edge in edges { link(handle, edge, isSubmitted: isSubmitted, &effects) }
    // Children of existing operations are still accepted.
    if manager.rejectsOperations, parent?.isScope ?? true {
      return refuse(handle, at: now, &effects)
    }
    if isSubmitted { enter(handle, at: now, &effects) } else { machine.endLinking() }
  }

  /// Cancels an operation submitted to a manager that was shut down; under the lock.
  private func refuse(_ handle: AnyOperationHandle, at now: Int64, _ effects: inout Effects) {
    // A scope still opens, and the operations submitted to it are cancelled.
    if handle.isScope { enter(handle, at: now, &effects) }
    // A prepared handle is kept alive by its users; its `deinit` notifies the engine.
    if machine[handle.id.slot].handle != nil { handle.details.isSubmitted = true }
    _ = machine.cancel(handle.id.slot, .shutdown, .this)
  }

  func link(
    _ handle: AnyOperationHandle, _ edge: Edge, isSubmitted: Bool, _ effects: inout Effects
  ) {
    let dependency = edge.dependency
    hold(dependency, for: handle, isSubmitted: isSubmitted)
    if let slot = machine.slot(of: dependency.id), machine[slot].traits.contains(.isAhead) {
      recallAll(&effects)
    }
    if let slot = machine.slot(of: dependency.id) {
      machine.link(edge.kind, to: slot, from: handle.id.slot)
    } else if let verdict = dependency.details.verdict {
      applyEnded(handle, edge, verdict, &effects)
    }
    endReservation(of: edge.given)
  }

  /// The dependency ended before the edge was added; under the lock.
  private func applyEnded(
    _ handle: AnyOperationHandle, _ edge: Edge, _ verdict: Verdict, _ effects: inout Effects
  ) {
    rememberEnded(edge.dependency, verdict, before: handle, by: edge.kind, &effects)
    machine.apply(ending: verdict.ending, of: edge.dependency.id, to: handle.id.slot, by: edge.kind)
  }

  /// The handle of the dependency has the reason, but has left the machine; under the lock.
  func rememberEnded(
    _ dependency: AnyOperationHandle, _ verdict: Verdict, before handle: AnyOperationHandle,
    by kind: EdgeKind, _ effects: inout Effects
  ) {
    guard kind.consequence(of: verdict.ending) != nil else { return }
    // The previous one may have no other reference.
    if let old = handle.details.existingExtras?.endedBefore {
      effects.append(.releaseHandles([old]))
    }
    handle.details.extras.endedBefore = dependency
  }

  private func enter(
    _ handle: AnyOperationHandle, at now: Int64, _ effects: inout Effects
  ) {
    handle.details.isSubmitted = true
    if let extras = handle.options.extras, extras.isLimitedFromSubmission {
      if let expiry = extras.expiry {
        handle.set(.expire, at: now + expiry.wholeNanoseconds, &effects)
      }
      if let deadline = extras.deadline {
        handle.set(.timeOut, at: now + deadline.wholeNanoseconds, &effects)
      }
    }
    handle.manager.submitted(handle, at: now, &effects)
    machine.submit(handle.id.slot)
  }

  /// Submits a prepared operation; false if it was submitted before, or has ended.
  func submit(_ handle: AnyOperationHandle) -> Bool {
    let now = handle.manager.timekeeper.now
    let needsSurroundings = lock.withLock {
      !handle.details.isSubmitted && handle.details.verdict == nil
        && handle.details.existingExtras?.surroundings == nil
    }
    // Discarded if another thread submits it first.
    var surroundings = needsSurroundings ? BodySurroundings.make(for: handle) : nil
    defer { surroundings?.discard() }
    var position = 0
    // Released after the operation was submitted: they may end then, and decide about it.
    var left: [[AnyOperationHandle?]] = []
    defer { for index in left.indices { dropIteratively(&left[index]) } }
    while true {
      if let isSubmitted = submit(handle, in: &surroundings, at: now, from: &position, &left) {
        return isSubmitted
      }
      yieldLock()
    }
  }

  /// One slice of ``submit(_:)``, or nil if another is needed; `left` receives handles to release.
  private func submit(
    _ handle: AnyOperationHandle, in surroundings: inout BodySurroundings?, at now: Int64,
    from position: inout Int, _ left: inout [[AnyOperationHandle?]]
  ) -> Bool? {
    modify { effects -> Bool? in
      guard !handle.details.isSubmitted, handle.details.verdict == nil,
        let slot = machine.slot(of: handle.id)
      else { return false }
      guard giveToClaimants(handle), leaveUnsubmitted(handle, from: &position, &left) else {
        sliceCount += 1
        return nil
      }
      leavePrepared(slot)
      machine[slot].handle = Unmanaged.passRetained(handle)
      if let surroundings = surroundings.take() {
        handle.details.extras.surroundings = surroundings
        if surroundings.companion != nil {
          for case let dependency? in handle.details.dependencies {
            noteLink(of: handle, to: dependency, &effects)
          }
        }
      }
      guard !handle.manager.rejectsOperations else {
        refuse(handle, at: now, &effects)
        return false
      }
      guard machine[slot].prerequisiteDepth <= OperationMachine.longestPrerequisiteChain else {
        failAsEndless(handle, at: now, &effects)
        return true
      }
      enter(handle, at: now, &effects)
      return true
    }
  }

  /// Returns whether the child may proceed; if not, it has ended.
  private func adopt(
    _ child: AnyOperationHandle, by parent: AnyOperationHandle, _ edges: [Edge], at now: Int64,
    _ effects: inout Effects
  ) -> Bool {
    guard let slot = machine.slot(of: parent.id), parent.details.verdict == nil else {
      // The parent has ended.
      child.details.isSubmitted = true
      child.manager.submitted(child, at: now, &effects)
      _ = machine.cancel(child.id.slot, .scopeEnded, .this)
      return false
    }
    machine.adopt(child.id.slot, by: slot)
    for edge in edges {
      guard let dependency = machine.slot(of: edge.dependency.id),
        let path = machine.path(from: dependency, to: slot)
      else { continue }
      let error = OperationError(.wouldDeadlock, operation: child.name, path: names(of: path))
      child.details.isSubmitted = true
      child.manager.submitted(child, at: now, &effects)
      machine.decide(child.id.slot, .failed, callerNotifies: true)
      recordEnd(of: child, .failed, error: error, &effects)
      machine.endLinking()
      return false
    }
    return true
  }

  func addDependency(
    _ given: AnyOperationHandle, _ kind: EdgeKind, to handle: AnyOperationHandle
  ) throws(OperationError) {
    let dependency = given.core
    let answer = modifyInPieces(from: dependency, to: handle) {
      effects, limit -> Result<Void, OperationError>? in
      guard let slot = machine.slot(of: handle.id) else {
        return .failure(OperationError(.alreadyStarted, operation: handle.name))
      }
      do throws(OperationMachine.EdgeRefusal) {
        if let other = machine.slot(of: dependency.id) {
          let wasReady = machine[slot].phase == .ready
          try machine.linkLate(kind, to: other, from: slot, limit: limit)
          hold(dependency, for: handle, isSubmitted: handle.details.isSubmitted)
          handle.manager.linked(handle, Edge(kind: kind, dependency: dependency))
          noteLink(of: handle, to: dependency, &effects)
          if wasReady { handle.manager.steppedBack(handle, &effects) }
          endReservation(of: given)
          machine.endLinking()
        } else if let verdict = dependency.details.verdict {
          rememberEnded(dependency, verdict, before: handle, by: kind, &effects)
          try machine.linkLate(kind, toEnded: verdict.ending, dependency.id, from: slot)
        }
        return .success(())
      } catch {
        return refusal(error, handle, .cycle).map { .failure($0) }
      }
    }
    try answer.get()
  }
}

extension OperationOptions.Extras {
  /// Whether a time limit begins with the submission.
  fileprivate var isLimitedFromSubmission: Bool { expiry != nil || deadline != nil }

  fileprivate var traits: OperationRecord.Traits {
    var traits: OperationRecord.Traits = []
    if keepsCategories { traits.insert(.keepsCategories) }
    if preempts { traits.insert(.preempts) }
    if isPreemptible { traits.insert(.isPreemptible) }
    return traits
  }
}

extension OperationOptions {
  /// Each once, in ascending order.
  fileprivate var categoryIndices: [Int32] {
    guard hasCategories else { return [] }
    let indices = categories.map(\.index)
    return indices.count == 1 ? indices : Set(indices).sorted()
  }
}
