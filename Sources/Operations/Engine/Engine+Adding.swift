internal import StageFloor

extension Engine {
  /// Adds an operation and its edges to the machine.
  func add(
    _ handle: AnyOperationHandle, edges: [Edge], parent: AnyOperationHandle?, isSubmitted: Bool,
    traits: OperationRecord.Traits = []
  ) {
    let now = momentOfAdding(handle)
    perform { deeds in
      add(
        handle, edges: edges, parent: parent, isSubmitted: isSubmitted, traits: traits, at: now,
        &deeds)
    }
  }

  /// The current time, if a new operation needs it; otherwise 0.
  ///
  /// Read without the lock, because the clock may be provided by the user.
  func momentOfAdding(_ handle: AnyOperationHandle) -> Int64 {
    let configuration = handle.manager.configuration
    let isNeeded =
      configuration.recordsTrace || configuration.stallThreshold != nil
      || handle.options.rare?.expiry != nil
    return isNeeded ? handle.manager.timekeeper.now : 0
  }

  /// Adds an operation and its edges to the machine; under the lock.
  func add(
    _ handle: AnyOperationHandle, edges: [Edge], parent: AnyOperationHandle?, isSubmitted: Bool,
    traits: OperationRecord.Traits, at now: Int64, _ deeds: inout Deeds
  ) {
    let manager = handle.manager
    let options = handle.options
    let categories =
      options.categories.isEmpty ? [] : Set(options.categories.map(\.index)).sorted()
    var traits = traits.union(options.traits)
    if handle.hasConditions { traits.insert(.needsCheck) }
    let id = machine.add(
      manager: manager.index, lane: options.lane.index, priority: options.priority.level,
      traits: traits, categories: categories)
    handle.id = id
    handle.number = machine[id.slot].number
    if isSubmitted {
      // From now on the engine keeps the handle alive.
      handles[id.slot] = Unmanaged.passRetained(handle)
    } else {
      prepared[id.slot] = WeakHandle(handle: handle)
    }
    manager.added(handle, edges, &deeds)
    if asking > 0, handle.hasConditions, isTooDeep(handle), isSubmitted {
      return failAsEndless(handle, at: now, &deeds)
    }
    if let parent { guard adopt(handle, by: parent, edges, at: now, &deeds) else { return } }
    for edge in edges { link(handle, edge, isSubmitted: isSubmitted, &deeds) }
    // Children of existing operations are still accepted.
    if manager.isShutdown, parent?.isScope ?? true { return refuse(handle, at: now, &deeds) }
    if isSubmitted { enter(handle, at: now, &deeds) } else { machine.endLinking() }
  }

  /// Cancels an operation submitted to a manager that was shut down; under the lock.
  private func refuse(_ handle: AnyOperationHandle, at now: Int64, _ deeds: inout Deeds) {
    // A scope still opens, and the operations submitted to it are cancelled.
    if handle.isScope { enter(handle, at: now, &deeds) }
    // A prepared handle is kept alive by its users; its `deinit` notifies the engine.
    if handles[handle.id.slot] != nil { handle.details.isSubmitted = true }
    _ = machine.cancel(handle.id.slot, .shutdown, .this)
  }

  /// Adds an edge to a new operation; under the lock.
  private func link(
    _ handle: AnyOperationHandle, _ edge: Edge, isSubmitted: Bool, _ deeds: inout Deeds
  ) {
    let dependency = edge.dependency
    hold(dependency, for: handle, isSubmitted: isSubmitted)
    if let slot = machine.slot(of: dependency.id) {
      machine.link(edge.kind, to: slot, from: handle.id.slot)
    } else if let verdict = dependency.details.verdict {
      learn(handle, edge, verdict, &deeds)
    }
    endReservation(of: edge.given)
  }

  /// Applies the outcome of a dependency that ended before the edge was added; under the lock.
  private func learn(
    _ handle: AnyOperationHandle, _ edge: Edge, _ verdict: Verdict, _ deeds: inout Deeds
  ) {
    rememberEnded(edge.dependency, verdict, before: handle, by: edge.kind, &deeds)
    machine.learn(
      handle.id.slot, of: verdict.ending, through: edge.dependency.id, by: edge.kind)
  }

  /// Stores a dependency that has left the machine and decides about another operation, because its
  /// handle has the reason; under the lock.
  func rememberEnded(
    _ dependency: AnyOperationHandle, _ verdict: Verdict, before handle: AnyOperationHandle,
    by kind: EdgeKind, _ deeds: inout Deeds
  ) {
    guard kind.consequence(of: verdict.ending) != nil else { return }
    // The previous one may have no other reference.
    if let old = handle.details.rare?.endedBefore { deeds.append(.letGo([old])) }
    handle.details.rarities.endedBefore = dependency
  }

  /// Submits an operation to the machine; under the lock.
  private func enter(
    _ handle: AnyOperationHandle, at now: Int64, _ deeds: inout Deeds
  ) {
    handle.details.isSubmitted = true
    if let expiry = handle.options.rare?.expiry {
      handle.set(.expire, at: now + expiry.wholeNanoseconds, &deeds)
    }
    handle.manager.submitted(handle, at: now, &deeds)
    machine.submit(handle.id.slot)
  }

  /// Submits a prepared operation.
  ///
  /// - Returns: Whether it had not been submitted and had not ended.
  func submit(_ handle: AnyOperationHandle) -> Bool {
    let now = handle.manager.timekeeper.now
    var place = 0
    // Released after the operation was submitted: they may end then, and decide about it.
    var left: [[AnyOperationHandle?]] = []
    defer { for index in left.indices { dropIteratively(&left[index]) } }
    while true {
      if let isSubmitted = submit(handle, at: now, from: &place, &left) { return isSubmitted }
      letOthersIn()
    }
  }

  /// Submits an operation, unless its dependencies and dependents exceed one slice.
  ///
  /// - Parameters:
  ///   - handle: The operation.
  ///   - now: The current time.
  ///   - place: The index of the next dependency to examine.
  ///   - left: Receives the handles to release.
  /// - Returns: The result of ``submit(_:)``; nil if another slice is needed.
  private func submit(
    _ handle: AnyOperationHandle, at now: Int64, from place: inout Int,
    _ left: inout [[AnyOperationHandle?]]
  ) -> Bool? {
    perform { deeds -> Bool? in
      guard !handle.details.isSubmitted, handle.details.verdict == nil,
        let slot = machine.slot(of: handle.id)
      else { return false }
      guard giveToClaimants(handle), leaveUnsubmitted(handle, from: &place, &left) else {
        sliceCount += 1
        return nil
      }
      prepared[slot] = nil
      handles[slot] = Unmanaged.passRetained(handle)
      guard !handle.manager.isShutdown else {
        refuse(handle, at: now, &deeds)
        return false
      }
      guard machine[slot].detourDepth <= OperationMachine.longestDetour else {
        failAsEndless(handle, at: now, &deeds)
        return true
      }
      enter(handle, at: now, &deeds)
      return true
    }
  }

  /// Makes an operation the child of an operation or a scope.
  ///
  /// - Returns: Whether the child may proceed; if not, it has ended.
  private func adopt(
    _ child: AnyOperationHandle, by parent: AnyOperationHandle, _ edges: [Edge], at now: Int64,
    _ deeds: inout Deeds
  ) -> Bool {
    guard let slot = machine.slot(of: parent.id), parent.details.verdict == nil else {
      // The parent has ended.
      child.details.isSubmitted = true
      child.manager.submitted(child, at: now, &deeds)
      _ = machine.cancel(child.id.slot, .scopeEnded, .this)
      return false
    }
    machine.adopt(child.id.slot, by: slot)
    for edge in edges {
      guard let dependency = machine.slot(of: edge.dependency.id),
        let path = machine.path(from: dependency, to: slot)
      else { continue }
      let error = OperationError(.wouldDeadlock, operation: child.name, path: path.map(name(of:)))
      child.details.isSubmitted = true
      child.manager.submitted(child, at: now, &deeds)
      machine.decide(child.id.slot, .failed, isTold: true)
      conclude(child, .failed, error: error, &deeds)
      machine.endLinking()
      return false
    }
    return true
  }

  /// Adds an edge to an operation that may have been submitted.
  func addDependency(
    _ given: AnyOperationHandle, _ kind: EdgeKind, to handle: AnyOperationHandle
  ) throws(OperationError) {
    let dependency = given.core
    let answer = perform { deeds -> Result<Void, OperationError> in
      guard let slot = machine.slot(of: handle.id) else {
        return .failure(OperationError(.alreadyStarted, operation: handle.name))
      }
      do throws(OperationMachine.EdgeRefusal) {
        if let other = machine.slot(of: dependency.id) {
          let wasReady = machine[slot].phase == .ready
          try machine.linkLate(kind, to: other, from: slot)
          hold(dependency, for: handle, isSubmitted: handle.details.isSubmitted)
          handle.manager.linked(handle, Edge(kind: kind, dependency: dependency))
          if wasReady { handle.manager.steppedBack(handle, &deeds) }
          endReservation(of: given)
          machine.endLinking()
        } else if let verdict = dependency.details.verdict {
          rememberEnded(dependency, verdict, before: handle, by: kind, &deeds)
          try machine.linkLate(kind, toEnded: verdict.ending, dependency.id, from: slot)
        }
        return .success(())
      } catch {
        return .failure(refusal(error, handle))
      }
    }
    try answer.get()
  }

  private func refusal(
    _ refusal: OperationMachine.EdgeRefusal, _ handle: AnyOperationHandle
  ) -> OperationError {
    switch refusal {
    case .alreadyStarted: OperationError(.alreadyStarted, operation: handle.name)
    case .cycle(let path): OperationError(.cycle, operation: handle.name, path: path.map(name(of:)))
    }
  }
}

extension OperationOptions {
  /// The options that the machine needs.
  fileprivate var traits: OperationRecord.Traits {
    guard let rare else { return [] }
    var traits: OperationRecord.Traits = []
    if rare.keepsCategories { traits.insert(.keepsCategories) }
    if rare.preempts { traits.insert(.preempts) }
    if rare.isPreemptible { traits.insert(.isPreemptible) }
    return traits
  }
}
