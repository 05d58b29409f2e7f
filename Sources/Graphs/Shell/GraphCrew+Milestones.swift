internal import StageFloor
internal import Synchronization

extension GraphCrew {
  func settleMilestone(_ index: UInt32, isReached: Bool) {
    lock.lock()
    guard reached[index] == nil else {
      lock.unlock()
      return
    }
    reached[index] = isReached
    let waiting = milestones[index]?.settleAll(with: isReached) ?? []
    let main = mainLane.parker
    // The main thread clears `parker` under this lock, so the parker is still allocated.
    main?.post(1)
    lock.unlock()
    for waiter in waiting { waiter.resume(returning: isReached) }
  }

  func milestoneState(_ index: UInt32) -> Bool? { lock.withLock { reached[index] } }

  func expectMilestone(_ index: UInt32) -> UInt64? {
    lock.withLock { () -> UInt64? in
      reached[index] == nil ? milestones[index, default: WaiterTable()].ticket() : nil
    }
  }

  func awaitMilestone(
    _ index: UInt32, _ ticket: UInt64, _ continuation: UnsafeContinuation<Bool, Never>
  ) {
    let value = lock.withLock { milestones[index]!.wait(ticket, continuation) }
    if let value { continuation.resume(returning: value) }
  }

  func leaveMilestone(_ index: UInt32, _ ticket: UInt64) {
    let waiter = lock.withLock { milestones[index]?.settle(ticket, with: false) }
    waiter?.resume(returning: false)
  }

  func checkMilestone(_ index: UInt32) throws {
    let report = lock.withLock { () -> OperationGraph.Report? in
      guard reached[index] != true else { return nil }
      let cause = failures.causes?[Int(index)] ?? 0
      var report = OperationGraph.Report(store: store)
      if cause > 0 {
        report.failures = failures.errors.filter { Int32($0.index) + 1 == cause }
      }
      return report
    }
    guard let report else { return }
    guard let first = report.failures.first else { throw CancellationError() }
    throw OperationGraphError(
      code: .stepFailed, graph: store.name, steps: [store.name(of: Int(first.index))],
      milestone: store.name(of: Int(index)), underlying: first.error)
  }

  func unended(before milestone: Int) -> [String] {
    let upstreams = store.upstreams()
    var seen = Set([milestone])
    var toVisit = [milestone]
    while let index = toVisit.popLast() {
      for upstream in upstreams[index] where seen.insert(upstream.index).inserted {
        toVisit.append(upstream.index)
      }
    }
    seen.remove(milestone)
    let hasEnded = { self.progress?[$0].load(ordering: .acquiring) ?? true }
    return seen.sorted()
      .filter { !hasEnded($0) && upstreams[$0].allSatisfy { hasEnded($0.index) } }
      .map { store.name(of: $0) }
  }
}
