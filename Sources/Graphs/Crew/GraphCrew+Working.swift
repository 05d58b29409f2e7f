internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension GraphCrew {
  /// What became of a step that was more than a call.
  private enum Course {
    case ended
    /// A driver has to run it.
    case asynchronous
    /// It ends somewhere else.
    case elsewhere
  }

  /// Runs steps until none is ready on this host.
  ///
  /// The first that a step makes ready runs next, on the spot: a chain never touches the stack.
  /// The counter of a step that reads 1 belongs to nobody else any more, so it is not counted down.
  ///
  /// - Parameters:
  ///   - slot: the host's own.
  ///   - ended: a step that has just ended, or none.
  /// - Returns: an asynchronous step that is to run now, or none.
  @inline(never)
  func work(_ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf ended: UInt32) -> UInt32 {
    let nodes = nodes
    let board = board
    let indexed = indexed
    let isAlone = workers == 1 && store.isPlain
    var count = 0
    var current = ended
    if ended != Self.none {
      current = release(nodes + Int(ended), slot, isAlone: isAlone)
      count = 1
    }
    while true {
      if current == Self.none {
        if slot.pointee.stack.isEmpty { break }
        current = slot.pointee.stack.pop()
      }
      let node = nodes + Int(current)
      let isBare = board.pointee.flags.load(ordering: .relaxed) == 0
      if isBare, node.pointee.isPlain {
        do { try node.synchronous.pointee.run() } catch { fail(current, error) }
      } else if isBare, let indexed, node.pointee.isIndexed {
        do { try indexed.pointee.run(Int(current)) } catch { fail(current, error) }
      } else {
        switch runOther(current, node, slot) {
        case .ended: break
        case .asynchronous:
          slot.pointee.ended &+= count
          return current
        case .elsewhere:
          current = Self.none
          continue
        }
      }
      count &+= 1
      current = release(node, slot, isAlone: isAlone)
      if !isAlone, !slot.pointee.stack.isEmpty { offer(slot) }
    }
    slot.pointee.ended &+= count
    return Self.none
  }

  /// A step has ended: counts its successors down.
  ///
  /// - Returns: the most urgent one that became ready; the others lie on the stack.
  @inline(__always)
  private func release(
    _ node: UnsafeMutablePointer<GraphNode>, _ slot: UnsafeMutablePointer<WorkerSlot>,
    isAlone: Bool
  ) -> UInt32 {
    node.pointee.pending.store(node.pointee.upstreams, ordering: .relaxed)
    var next = Self.none
    var edge = successors + Int(node.pointee.firstSuccessor)
    let end = edge + node.pointee.successorCount
    while edge < end {
      let successor = edge.pointee
      edge += 1
      guard countDown(nodes + Int(successor), isAlone: isAlone) else { continue }
      if next != Self.none { slot.pointee.stack.push(next) }
      next = successor
    }
    return next
  }

  /// One upstream of `node` has ended.
  ///
  /// - Returns: whether it was the last.
  @inline(__always)
  func countDown(_ node: UnsafeMutablePointer<GraphNode>, isAlone: Bool) -> Bool {
    let pending = node.pointee.pending.load(ordering: .acquiring)
    if pending == 1 { return true }
    if isAlone {
      node.pointee.pending.store(pending &- 1, ordering: .relaxed)
      return false
    }
    return node.pointee.pending.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0
  }

  /// Steps wait on this host: gives to a hungry one, or looks now and then whether to hire one.
  @inline(__always)
  private func offer(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    if board.pointee.hungry.load(ordering: .relaxed) != 0 {
      if board.pointee.sharedCount.load(ordering: .relaxed) == 0 { share(slot) }
      return
    }
    slot.pointee.untilLook &-= 1
    if slot.pointee.untilLook == 0 { considerHiring(slot) }
  }

  /// Runs a step that is more than a call of its closure.
  @inline(never)
  private func runOther(
    _ index: UInt32, _ node: UnsafeMutablePointer<GraphNode>,
    _ slot: UnsafeMutablePointer<WorkerSlot>
  ) -> Course {
    if skip(index) {
      note(index)
      return .ended
    }
    switch node.pointee.kind {
    case .plain, .indexed:
      perform(index, worker: slot.pointee.number, lane: .compute)
      return .ended
    case .asynchronous, .mainAsynchronous, .nonisolated:
      return .asynchronous
    case .main:
      sendToMain(index)
      return .elsewhere
    case .blocking:
      sendToBlockingThread(index)
      return .elsewhere
    case .milestone:
      note(index)
      settleMilestone(index, isReached: true)
      return .ended
    }
  }

  /// Calls the closure of a synchronous step where its turn has come.
  func perform(_ index: UInt32, worker: Int32, lane: OperationGraph.Lane) {
    let start = isTimed ? stage_nanoseconds() : 0
    do {
      if let indexed, nodes[Int(index)].isIndexed {
        try indexed.pointee.run(Int(index))
      } else {
        try (nodes + Int(index)).synchronous.pointee.run()
      }
    } catch {
      fail(index, error)
    }
    record(index, start: start, worker: worker, lane: lane)
    note(index)
  }

  /// A step has ended, for who asks.
  @inline(__always)
  func note(_ index: UInt32) { progress?[Int(index)].store(true, ordering: .releasing) }

  func record(_ index: UInt32, start: Int64, worker: Int32, lane: OperationGraph.Lane) {
    guard isTimed else { return }
    let end = stage_nanoseconds()
    if plan != nil { store.lengths?.measured[Int(index)] = end - start }
    times?[Int(index)] = OperationGraph.StepTimes(
      start: start - began, end: end - began, worker: worker, lane: lane)
  }

  /// A step that ran outside the hosts has ended.
  func endElsewhere(_ index: UInt32) {
    if let plan { return endElsewhereInOrder(index, plan) }
    let node = nodes + Int(index)
    node.pointee.pending.store(node.pointee.upstreams, ordering: .relaxed)
    var ready: [UInt32] = []
    for edge in store.successorRange(of: Int(index)) {
      let successor = successors[edge]
      if countDown(nodes + Int(successor), isAlone: false) { ready.append(successor) }
    }
    if !ready.isEmpty { pushShared(ready) }
    countEnded(1)
  }

  /// Takes ended steps off the run's count; the last ends the run.
  func countEnded(_ count: Int) {
    guard count > 0 else { return }
    let left = board.pointee.remaining.wrappingSubtract(
      count, ordering: .acquiringAndReleasing
    ).newValue
    if left == 0 { finish() }
  }
}
