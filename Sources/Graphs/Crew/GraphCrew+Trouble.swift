internal import StageFloor
internal import Synchronization

extension GraphCrew {
  /// Records the error of a step and immediately cancels all steps that require it.
  @inline(never)
  func fail(_ index: UInt32, _ error: any Error) {
    lock.lock()
    let causes = causes()
    if isCancelled, error is CancellationError {
      // The step responded to the cancellation; its dependents are cancelled for the same reason.
      causes[Int(index)] = GraphTrouble.runCancelled
      lock.unlock()
      return
    }
    trouble.failures.append((index, error))
    var lost: [UInt32] = []
    var toVisit = [index]
    while let next = toVisit.popLast() {
      for edge in store.successorRange(of: Int(next)) where store.orderOnly?[edge] != true {
        let successor = successors[edge]
        guard causes[Int(successor)] == 0 else { continue }
        causes[Int(successor)] = Int32(index) + 1
        toVisit.append(successor)
        if nodes[Int(successor)].kind == .milestone { lost.append(successor) }
      }
    }
    raiseTrouble()
    let isFailFast = options.onFailure == .failFast
    lock.unlock()
    for milestone in lost { settleMilestone(milestone, isReached: false) }
    if isFailFast { cancel() }
  }

  /// Cancels the steps that have not started, and the tasks of those that have.
  func cancel() {
    lock.lock()
    guard !isCancelled, !isOver else {
      lock.unlock()
      return
    }
    isCancelled = true
    raiseTrouble()
    let tasks = Array(tasks.values)
    lock.unlock()
    for task in tasks { task.cancel() }
  }

  /// Returns whether a step that is about to start has been cancelled.
  func skip(_ index: UInt32) -> Bool {
    guard board.pointee.flags.load(ordering: .acquiring) & GraphBoard.trouble != 0 else {
      return false
    }
    let isSkipped = lock.withLock { () -> Bool in
      let causes = causes()
      if causes[Int(index)] != 0 { return true }
      guard isCancelled else { return false }
      causes[Int(index)] = GraphTrouble.runCancelled
      return true
    }
    if isSkipped, nodes[Int(index)].kind == .milestone {
      settleMilestone(index, isReached: false)
    }
    return isSkipped
  }

  /// Called under the lock.
  private func raiseTrouble() {
    board.pointee.flags.bitwiseOr(GraphBoard.trouble, ordering: .releasing)
  }

  /// Returns the causes of all steps, allocated on first use; called under the lock.
  private func causes() -> UnsafeMutablePointer<Int32> {
    if let causes = trouble.causes { return causes }
    let causes = UnsafeMutablePointer<Int32>.allocate(capacity: store.count)
    causes.initialize(repeating: 0, count: store.count)
    trouble.causes = causes
    return causes
  }
}
