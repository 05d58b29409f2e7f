internal import StageFloor

extension Engine {
  /// Gives an operation its place in the machine, with its edges.
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

  /// The moment, if it is needed for a new operation.
  ///
  /// Asked for without the lock: the clock may be the user's.
  func momentOfAdding(_ handle: AnyOperationHandle) -> Int64 {
    let configuration = handle.manager.configuration
    let isNeeded =
      configuration.recordsTrace || configuration.stallThreshold != nil
      || handle.options.rare?.expiry != nil
    return isNeeded ? handle.manager.timekeeper.now : 0
  }

  /// The same under the lock.
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
      // From now on the machine keeps it alive.
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
    // What belongs to an operation that is there still comes in.
    if manager.isShutDown, parent?.isScope ?? true { return refuse(handle, at: now, &deeds) }
    if isSubmitted { enter(handle, at: now, &deeds) } else { machine.endLinking() }
  }

  /// An operation has come to a manager that takes no more; under the lock.
  private func refuse(_ handle: AnyOperationHandle, at now: Int64, _ deeds: inout Deeds) {
    // A scope opens, and what is submitted to it is cancelled.
    if handle.isScope { enter(handle, at: now, &deeds) }
    // What was only prepared is kept by its users: the engine hears of it when they let it go.
    if handles[handle.id.slot] != nil { handle.details.isSubmitted = true }
    _ = machine.cancel(handle.id.slot, .shutDown, .this)
  }

  /// Makes an edge of a new operation; under the lock.
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

  /// A new operation hears that what it comes after has ended before; under the lock.
  private func learn(
    _ handle: AnyOperationHandle, _ edge: Edge, _ verdict: Verdict, _ deeds: inout Deeds
  ) {
    rememberEnded(edge.dependency, verdict, before: handle, by: edge.kind, &deeds)
    machine.learn(
      handle.id.slot, of: verdict.ending, through: edge.dependency.id, by: edge.kind)
  }

  /// The machine has forgotten an operation that decides about another: its handle tells why; under
  /// the lock.
  func rememberEnded(
    _ dependency: AnyOperationHandle, _ verdict: Verdict, before handle: AnyOperationHandle,
    by kind: EdgeKind, _ deeds: inout Deeds
  ) {
    guard kind.consequence(of: verdict.ending) != nil else { return }
    // What was there may have nobody else to hold it.
    if let old = handle.details.rare?.endedBefore { deeds.append(.letGo([old])) }
    handle.details.rarities.endedBefore = dependency
  }

  /// An operation is submitted; under the lock.
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

  /// Submits an operation that was only prepared.
  ///
  /// - Returns: whether it had not been submitted, and had not ended.
  func submit(_ handle: AnyOperationHandle) -> Bool {
    let now = handle.manager.timekeeper.now
    var place = 0
    // They are let go of once it has entered: they may end then, and decide about it.
    var left: [[AnyOperationHandle?]] = []
    defer { for index in left.indices { dropIteratively(&left[index]) } }
    while true {
      if let isSubmitted = submit(handle, at: now, from: &place, &left) { return isSubmitted }
      letOthersIn()
    }
  }

  /// Submits an operation, if not more is before and after it than can be told in one slice.
  ///
  /// - Parameters:
  ///   - handle: the operation.
  ///   - now: the moment.
  ///   - place: where to go on among those before it.
  ///   - left: gets those that it lets go of.
  /// - Returns: as ``submit(_:)``; nil if that is to be called again.
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
      guard !handle.manager.isShutDown else {
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

  /// Makes an operation that belongs to another: to an operation or to a scope.
  ///
  /// - Returns: whether it goes on its way; if not, it has ended.
  private func adopt(
    _ child: AnyOperationHandle, by parent: AnyOperationHandle, _ edges: [Edge], at now: Int64,
    _ deeds: inout Deeds
  ) -> Bool {
    guard let slot = machine.slot(of: parent.id), parent.details.verdict == nil else {
      // What it was to belong to is over.
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

  /// Makes an edge of an operation that may have been submitted.
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
  /// What the machine is to know of them.
  fileprivate var traits: OperationRecord.Traits {
    guard let rare else { return [] }
    var traits: OperationRecord.Traits = []
    if rare.keepsCategories { traits.insert(.keepsCategories) }
    if rare.preempts { traits.insert(.preempts) }
    if rare.isPreemptible { traits.insert(.isPreemptible) }
    return traits
  }
}
