import StageFloor

@testable import StagecraftPools

extension MachineRig {
  /// The invariants between any two events.
  func checkPromises() throws {
    try checkBooks()
    try checkLine()
    try checkTurns()
    try checkNoBorrowerIsStranded()
    try checkTime()
    try checkEnd()
  }

  /// Conservation: the machine's state and the naive model agree on each slot, and the counts are
  /// those of the slots.
  private func checkBooks() throws {
    let book = machine.slots
    try check(book.count == slots.count, "no slot is forgotten")
    for slot in slots.indices {
      try check(
        book[slot].phase == slots[slot].phase,
        "slot \(slot) is \(slots[slot].phase), not \(book[slot].phase)")
    }
    func count(_ phase: SlotRecords.Phase) -> Int { slots.count { $0.phase == phase } }
    try check(book.vacantCount == count(.vacant), "count of vacant")
    try check(book.buildingCount == count(.building), "count of building")
    try check(book.preparingCount == count(.preparing), "count of preparing")
    try check(book.idleCount == count(.idle), "count of idle")
    try check(book.outCount == count(.out), "count of out")
    try check(book.destroyingCount == count(.destroying), "count of destroying")
    let stale = slots.count { $0.phase == .out && $0.epoch != epoch }
    try check(book.staleOutCount == stale, "count of stale elements on loan")
    let held = borrowers.compactMap(\.heldSlot)
    try check(held.count == Set(held).count, "no element has two borrowers")
    try check(held.count == book.outCount, "an element on loan has a borrower")

    let capacity = machine.rules.capacity
    let grows = actions.contains { if case .build = $0 { true } else { false } }
    try check(!grows || machine.existing <= capacity, "nothing is created beyond the capacity")
    let hasIdle = slots.contains { $0.phase == .idle && !$0.isAdded }
    try check(!machine.isOverCapacity || !hasIdle, "nothing is idle while too many exist")
    if machine.service == .open, line.isEmpty {
      let limit = max(machine.rules.maximumIdle, machine.rules.minimumIdle, reserve)
      try check(book.idleCount <= limit, "no more are idle than allowed")
    }
  }

  private func checkLine() throws {
    let standing = machine.line.waiting.map { $0 }
    let expected = line.map { Int(borrowers[$0].ticket!.place) }
    try check(standing == expected, "the line is \(expected), not \(standing)")
    try check(machine.line.count == line.count, "count of those in line")
    let tasks = line.count { borrowers[$0].request.kind == .task }
    try check(machine.line.taskCount == tasks, "count of tasks in line")
    let called = line.filter { borrowers[$0].stage == .called }
    try check(machine.line.calledCount == called.count, "count of called threads")
  }

  /// FIFO order: no borrower is served before an earlier one in line, unless the earlier one is a
  /// thread that was called for an element of its own.
  private func checkTurns() throws {
    for id in grantedFromLine {
      for earlier in lineBefore.prefix(while: { $0 != id }) where line.contains(earlier) {
        try check(borrowers[earlier].stage == .called, "\(id) is not served before \(earlier)")
      }
    }
  }

  /// The bound on unfairness: a thread passes others only if no task waits, and only until the
  /// oldest has waited for as long as the rules allow.
  func checkOvertaking(by id: Int) throws {
    guard let oldest = lineBefore.first, oldest != id else { return }
    try check(borrowers[id].request.kind == .thread, "a task overtakes no other: \(id)")
    let tasks = lineBefore.filter { borrowers[$0].request.kind == .task }
    try check(tasks.isEmpty, "\(id) does not overtake the tasks \(tasks)")
    guard let limit = machine.rules.overtaking else {
      return try check(false, "no thread overtakes where it is forbidden: \(id)")
    }
    let waited = now - borrowers[oldest].since
    try check(waited < limit, "\(id) overtakes \(oldest), which has waited for \(waited)")
  }

  /// The elements, and those being created, that are not being destroyed, after the machine's answer.
  var stayingCount: Int {
    (0..<machine.slots.count).count {
      ![.vacant, .destroying].contains(machine.slots[$0].phase)
    }
  }

  /// A borrower is refused only beyond the maximum, and if it would wait for a return.
  func checkRefusal() throws {
    let rules = machine.rules
    try check(lineBefore.count >= rules.maximumWaiting, "no borrower is refused too early")
    let hasRoom = rules.builder == .pool && stayingCount < rules.capacity
    try check(
      !hasRoom || lineBefore.count >= rules.capacity - stayingCount,
      "no borrower is refused while there is room for it")
  }

  private func checkNoBorrowerIsStranded() throws {
    guard !line.isEmpty else { return }
    let book = machine.slots
    let rules = machine.rules
    // Each of the borrowers before it will find an element: it was called, or is about to park and
    // looks then.
    if let place = line.firstIndex(where: isAsleep), book.idleCount > place {
      try check(
        rules.preparer == .pool
          && book.preparingCount - book.overduePreparingCount >= line.count,
        "no borrower is parked and uncalled while an element is free beyond those called for")
    }
    guard rules.builder == .pool, machine.hasRoom else { return }
    let underWay = book.onTheWayCount + book.idleCount
    if underWay < line.count, book.buildingCount < rules.concurrentBuilds {
      try check(machine.retryAt != nil, "no borrower waits while there is capacity")
    }
  }

  /// Whether a borrower in line does nothing without an event.
  private func isAsleep(_ id: Int) -> Bool {
    switch borrowers[id].stage {
    case .called: false
    case .arriving: borrowers[id].request.kind == .task
    case .parked, .settled, .building, .holding, .gone: true
    }
  }

  private func checkTime() throws {
    let next = machine.nextMoment
    for id in line {
      guard let deadline = borrowers[id].deadline else { continue }
      try check(next.map { $0 <= deadline } ?? false, "the deadline of \(id) is on the calendar")
    }
    if !line.isEmpty, let retryAt = machine.retryAt, machine.hasRoom {
      try check(next.map { $0 <= retryAt } ?? false, "the next attempt is on the calendar")
    }
    guard case .pass = history.last else { return }
    try check(next.map { $0 > now } ?? true, "a timer that fired does not fire again at once")
    for id in line {
      try check(
        borrowers[id].deadline.map { $0 > now } ?? true,
        "a borrower past its deadline has left: \(id)")
    }
  }

  private func checkEnd() throws {
    let isOver = isShutdown && line.isEmpty && machine.existing == 0
    try check(isOver == isDrained, "a pool is drained when nothing is left")
    try check(isDrained == (machine.service == .closed), "a drained pool is closed")
    if isShutdown, line.isEmpty {
      try check(machine.slots.idleCount == 0, "a pool that is shut down keeps no element")
    }
  }
}
