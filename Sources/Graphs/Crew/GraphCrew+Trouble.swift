internal import StageFloor
internal import Synchronization

extension GraphCrew {
  /// A step threw: cancels all that requires it, and decides so at once.
  @inline(never)
  func fail(_ index: UInt32, _ error: any Error) {
    lock.lock()
    let causes = causes()
    if isCancelled, error is CancellationError {
      // It did as it was told; those after it are cancelled for the same reason.
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

  /// Cancels what has not begun, and the tasks of what has.
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

  /// Whether something cancelled a step whose turn has come.
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

  /// Under the lock.
  private func raiseTrouble() {
    board.pointee.flags.bitwiseOr(GraphBoard.trouble, ordering: .releasing)
  }

  /// Under the lock: the cause of each step's end, made when first needed.
  private func causes() -> UnsafeMutablePointer<Int32> {
    if let causes = trouble.causes { return causes }
    let causes = UnsafeMutablePointer<Int32>.allocate(capacity: store.count)
    causes.initialize(repeating: 0, count: store.count)
    trouble.causes = causes
    return causes
  }
}
