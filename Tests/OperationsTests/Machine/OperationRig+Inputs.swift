import TestSupport

@testable import StagecraftOperations

/// The inputs of the machine.
extension OperationRig {
  func all(_ activity: Activity) -> [Int] {
    alive.filter { self[$0].activity == activity }
  }

  @discardableResult
  mutating func add(
    manager: Int32 = 0, lane: LaneIndex = .compute, priority: UInt8 = 2,
    traits: OperationRecord.Traits = [], categories: [Int32] = []
  ) -> Int {
    let id = machine.add(
      manager: manager, lane: lane, priority: priority, traits: traits, categories: categories)
    var entry = Entry(id: id, manager: manager)
    entry.isShared = traits.contains(.isShared)
    entry.failsFast = traits.contains(.failsFast)
    enter(entry)
    return entries.count - 1
  }

  /// An edge of an operation that is being created.
  mutating func link(_ kind: EdgeKind, to other: Int, from number: Int) throws {
    self[number].edges.append(Edge(other: other, kind: kind))
    if let dependency = self.slot(other), machine[dependency].traits.contains(.isAhead) {
      try recallAll()
    }
    guard let slot = slot(number) else { return }
    if let dependency = self.slot(other) {
      machine.link(kind, to: dependency, from: slot)
    } else if let ending = self[other].verdict?.ending {
      machine.apply(ending: ending, of: self[other].id, to: slot, by: kind)
    }
  }

  mutating func endLinking() throws {
    machine.endLinking()
    try recordActions()
  }

  mutating func linkLate(_ kind: EdgeKind, to other: Int, from number: Int) throws {
    guard let slot = slot(number) else { return }
    self[number].edges.append(Edge(other: other, kind: kind))
    let place = self[number].edges.count - 1
    let activity = self[number].activity
    do throws(OperationMachine.EdgeRefusal) {
      if let dependency = self.slot(other) {
        try machine.linkLate(kind, to: dependency, from: slot)
      } else if let ending = self[other].verdict?.ending {
        try machine.linkLate(kind, toEnded: ending, self[other].id, from: slot)
      }
      try? check(activity != .running, "a running operation accepts no edges")
    } catch {
      self[number].edges.remove(at: place)
      switch error {
      case .alreadyStarted:
        let isOver = self[number].verdict != nil || machine[slot].phase == .closing
        try check(isOver || activity == .running || activity == .scheduling, "it has started")
      case .cycle(let path):
        try check(
          path.first == self[other].id && path.last == self[number].id,
          "the path of a cycle has the right ends")
      case .unfinished: throw BrokenPromise("a search without a limit ends")
      }
    }
    try recordActions()
  }

  mutating func unlink(_ number: Int, at place: Int) throws {
    let edge = self[number].edges[place]
    guard edge.isAlive, let slot = slot(number), let other = self.slot(edge.other) else { return }
    self[number].edges[place].isAlive = false
    let wasThere = machine.unlink(other, from: slot, [edge.kind])
    // While one of the two is removed, slice by slice, its edges are removed before it.
    let isLeaving = self[edge.other].verdict != nil || self[number].verdict != nil
    try check(wasThere || interleaves && isLeaving, "the edge is there")
    try recordActions()
  }

  mutating func submit(_ number: Int) throws {
    self[number].isSubmitted = true
    if let slot = slot(number) { machine.submit(slot) }
    try recordActions()
  }

  mutating func cancel(
    _ number: Int, _ cause: Verdict.Cause = .requested, _ reach: OperationMachine.Reach = .this
  ) throws {
    guard let slot = slot(number) else { return }
    if reach == .dependents { self[number].isReached = true }
    var reached = [number]
    var seen: Set = [number]
    while let next = reached.popLast() {
      self[next].isUnwanted = true
      guard reach == .dependents else { break }
      for other in alive where !seen.contains(other) {
        guard self[other].edges.contains(where: { $0.other == next && $0.isAlive }) else {
          continue
        }
        seen.insert(other)
        reached.append(other)
      }
    }
    if prefersPlainEnds, reach == .this, cause == .requested,
      !machine[slot].traits.contains(.isMarkedCancelled)
    {
      // Each of many that are cancelled together is marked before.
      machine[slot].traits.insert(.isMarkedCancelled)
      if machine.cancelPlain(slot) {
        plainEnds += 1
        try noteEnd(number, .cancelled(.requested))
        try noteSettlement(number)
        return try recordActions()
      }
      machine[slot].traits.remove(.isMarkedCancelled)
    }
    let hadEnded = self[number].verdict != nil
    try check(machine.cancel(slot, cause, reach) == !hadEnded, "the answer is whether it had ended")
    try recordActions()
  }

  mutating func abandon(_ number: Int) throws {
    guard let slot = slot(number) else { return }
    self[number].isUnwanted = true
    if self[number].activity == .running { self[number].activity = .givenUp }
    self[number].waits = []
    _ = machine.abandon(slot)
    // It is decided now, or when its children have ended: it does not run in the model.
    let interruption = OperationMachine.Action.interrupt(self[number].id)
    let isInterrupted = machine.actions.contains(interruption)
    try check(isInterrupted || self[number].activity != .givenUp, "its body is notified")
    machine.actions.removeAll { $0 == interruption }
    try recordActions()
  }

  // MARK: Drivers

  mutating func requestedDriverArrives(_ place: Int) throws {
    let driver = called.remove(at: place)
    try ask(driver.manager, driver.lane, isFirst: true)
  }

  mutating func freeDriverReturns(_ place: Int) throws {
    let driver = free.remove(at: place)
    try ask(driver.manager, driver.lane, isFirst: false)
  }

  private mutating func ask(_ manager: Int32, _ lane: LaneIndex, isFirst: Bool) throws {
    var step = machine.take(manager: manager, lane: lane, isFirst: isFirst)
    if step == nil, machine.lanes[machine.laneIndex(manager, lane)].aheadCount > 0 {
      try recallAll()
      step = machine.take(manager: manager, lane: lane, isFirst: false)
    }
    switch step {
    case .run(let id):
      let number = numbers[id]!
      try noteStart(number)
      try check(self[number].manager == manager, "it runs in its manager")
      self[number].activity = .running
      executed += 1
      try takeAhead(after: number, manager, lane)
    case .check(let id):
      let number = numbers[id]!
      try noteStart(number)
      self[number].activity = .checking
    case nil: break
    }
    try recordActions()
  }

  private mutating func leaveDriver(_ number: Int) {
    if let slot = slot(number) { free.append((machine[slot].manager, machine[slot].lane)) }
  }

  mutating func finish(_ number: Int, threw: Bool, rests: Bool = false) throws {
    guard self[number].waits.isEmpty, self[number].parked.isEmpty else { return }
    leaveDriver(number)
    self[number].activity = .none
    if prefersPlainEnds, !threw, machine.finishPlain(self[number].id) {
      plainEnds += 1
      try noteEnd(number, .succeeded)
      try noteSettlement(number)
      machine.requestDrivers()
      return try recordActions()
    }
    switch machine.finish(self[number].id, threw: threw, rests: rests) {
    case .ended(let verdict): try noteEnd(number, verdict)
    case .closing: break
    case .resting:
      self[number].activity = .resting
      self[number].rests += 1
    case .requeued: break
    case .ignored: throw BrokenPromise("#\(number + 1) was running")
    }
    try recordActions()
  }

  mutating func answer(_ number: Int, _ result: OperationMachine.CheckResult) throws {
    leaveDriver(number)
    let edges = self[number].edges
    if case .first(let id) = result, let other = numbers[id], machine.slot(of: id) != nil {
      self[number].edges.append(Edge(other: other, kind: .prerequisite))
    }
    switch machine.checked(self[number].id, result) {
    case .continues:
      if let slot = slot(number), machine[slot].phase == .executing {
        free.removeLast()
      } else {
        self[number].activity = .none
      }
    case .ended(let verdict):
      self[number].activity = .none
      self[number].edges = edges
      try noteEnd(number, verdict)
    case .cycle, .endless:
      self[number].activity = .none
      self[number].edges = edges
      try noteEnd(number, .failed)
    case .ignored: throw BrokenPromise("#\(number + 1) was being asked")
    }
    try recordActions()
  }

  mutating func wakeUp(_ number: Int) throws {
    self[number].activity = .none
    machine.wakeUp(self[number].id)
    try recordActions()
  }

  mutating func enqueue(_ number: Int, manager: Int32) throws {
    self[number].activity = .none
    let isTaken = machine.enqueue(self[number].id, manager: manager)
    if isTaken { self[number].manager = manager }
    try check(isTaken || isBeingCancelled(number), "its type schedules it")
    try recordActions()
  }

  mutating func startOutside(_ number: Int) throws {
    let isStarted = machine.startOutside(self[number].id)
    self[number].activity = isStarted ? .running : .none
    try check(isStarted || isBeingCancelled(number), "its type schedules it")
    try recordActions()
  }

  /// Whether it is one of many that are being cancelled, and has not been reached yet.
  private func isBeingCancelled(_ number: Int) -> Bool {
    slot(number).map { machine[$0].verdict != nil || machine[$0].phase == .waiting } ?? true
  }

  // MARK: Waits and children

  mutating func beginWait(_ number: Int, for other: Int) throws {
    guard let slot = slot(number), let dependency = self.slot(other), self[other].verdict == nil
    else { return }
    lastTicket += 1
    do throws(OperationMachine.EdgeRefusal) {
      _ = try machine.beginAwait(dependency, by: slot)
      self[number].waits.append((other, lastTicket))
    } catch {
      guard case .cycle(let path) = error else { throw BrokenPromise("it runs") }
      try check(
        path.first == self[other].id && path.last == self[number].id,
        "the path of a cycle has the right ends")
    }
    try recordActions()
  }

  mutating func cancelWait(_ number: Int, at place: Int) throws {
    let wait = self[number].waits.remove(at: place)
    mayExceedLimit.insert(self[number].manager)
    endWait(number, wait.ticket, isCancelled: true)
    if let slot = slot(number), let other = self.slot(wait.other) {
      machine.removeAwait(of: other, by: slot)
    }
    try recordActions()
  }

  mutating func adopt(_ child: Int, by parent: Int) throws {
    guard let slot = slot(child), let other = self.slot(parent) else { return }
    self[child].parent = parent
    self[parent].children.append(child)
    machine.adopt(slot, by: other)
    // The shell submits it under the same lock.
    try submit(child)
  }
}
