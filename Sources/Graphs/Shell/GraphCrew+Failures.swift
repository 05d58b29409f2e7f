internal import StageFloor
internal import Synchronization

/// The reasons why steps do not run; kept apart, since most runs have none.
///
/// A cause is 0 for none, -1 if the whole run was cancelled, or 1 plus the failed step's index.
struct RunFailures {
  static var runCancelled: Int32 { -1 }

  var errors: [(index: UInt32, error: any Error)] = []
  /// One cause for each step; `nil` until a step fails or the run is cancelled.
  var causes: [Int32]?
}

extension GraphCrew {
  /// Immediately cancels all steps that require it.
  @inline(never)
  func fail(_ index: UInt32, _ error: any Error) {
    lock.lock()
    var causes = takeCauses()
    if isCancelled, error is CancellationError {
      // The step responded to the cancellation; its dependents are cancelled for the same reason.
      causes[Int(index)] = RunFailures.runCancelled
      failures.causes = causes
      lock.unlock()
      return
    }
    failures.errors.append((index, error))
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
    failures.causes = causes
    markFailed()
    let cancelsOthers = options.onFailure == .cancelOthers
    lock.unlock()
    for milestone in lost { settleMilestone(milestone, isReached: false) }
    if cancelsOthers { cancel() }
  }

  func cancel() {
    lock.lock()
    guard !isCancelled, !isOver else {
      lock.unlock()
      return
    }
    isCancelled = true
    markFailed()
    let tasks = Array(tasks.values)
    lock.unlock()
    for task in tasks { task.cancel() }
  }

  func skip(_ index: UInt32) -> Bool {
    guard counters.pointee.flags.load(ordering: .acquiring) & SharedCounters.failed != 0 else {
      return false
    }
    let isSkipped = lock.withLock { () -> Bool in
      var causes = takeCauses()
      defer { failures.causes = causes }
      if causes[Int(index)] != 0 { return true }
      guard isCancelled else { return false }
      causes[Int(index)] = RunFailures.runCancelled
      return true
    }
    if isSkipped, nodes[Int(index)].kind == .milestone {
      settleMilestone(index, isReached: false)
    }
    return isSkipped
  }

  /// Under the lock.
  private func markFailed() {
    counters.pointee.flags.bitwiseOr(SharedCounters.failed, ordering: .releasing)
  }

  /// The caller puts them back, so that they are not copied; under the lock.
  private func takeCauses() -> [Int32] {
    failures.causes.take() ?? Array(repeating: 0, count: store.count)
  }
}
