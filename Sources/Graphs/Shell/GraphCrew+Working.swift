internal import CStageFloor
internal import StageFloor
internal import Synchronization

extension GraphCrew {
  private enum StepResult {
    case ended
    case asynchronous
    case elsewhere
  }

  /// Runs steps until none is ready on this host; returns an asynchronous one to run now, or none.
  ///
  /// The most urgent step that becomes ready runs next, directly: a chain never touches the stack.
  /// If a step's counter reads 1, no other thread will decrement it, so it is not decremented.
  @inline(never)
  func work(_ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf ended: UInt32) -> UInt32 {
    let nodes = nodes
    let counters = counters
    let indexed = indexed
    let isShared = workers > 1
    var isAlone = slot.pointee.isAlone
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
      let isBare = counters.pointee.flags.load(ordering: .relaxed) == 0
      if isBare, let indexed {
        do { try indexed.pointee.run(Int(current)) } catch { fail(current, error) }
      } else if isBare, node.pointee.isPlain {
        do { try node.synchronous.pointee.run() } catch { fail(current, error) }
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
      if isShared, !slot.pointee.stack.isEmpty {
        offer(slot)
        isAlone = slot.pointee.isAlone
      }
    }
    slot.pointee.ended &+= count
    return Self.none
  }

  /// Returns the most urgent step that became ready; the others are pushed onto the stack.
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

  /// Returns whether it was the last upstream step.
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

  /// With a host that looks for work; otherwise checks from time to time whether to add a worker.
  @inline(__always)
  private func offer(_ slot: UnsafeMutablePointer<WorkerSlot>) {
    if counters.pointee.lookingHosts.load(ordering: .relaxed) != 0 {
      if counters.pointee.sharedCount.load(ordering: .relaxed) == 0 { share(slot) }
      return
    }
    slot.pointee.untilLook &-= 1
    if slot.pointee.untilLook == 0 { considerAddingWorker(slot) }
  }

  @inline(never)
  private func runOther(
    _ index: UInt32, _ node: UnsafeMutablePointer<GraphNode>,
    _ slot: UnsafeMutablePointer<WorkerSlot>
  ) -> StepResult {
    if skip(index) {
      markEnded(index)
      // A step that leaves the line without a place must not leave the others waiting.
      if node.pointee.kind.holdsAsynchronousBody { admitWaitingAsynchronous(slot) }
      return .ended
    }
    switch node.pointee.kind {
    case .plain, .indexed:
      callBody(of: index, worker: slot.pointee.number, lane: .compute)
      return .ended
    case .asynchronous, .mainAsynchronous, .nonisolated:
      return admitAsynchronous(index) ? .asynchronous : .elsewhere
    case .main:
      sendToMain(index)
      return .elsewhere
    case .thread:
      sendToThread(index)
      return .elsewhere
    case .milestone:
      markEnded(index)
      settleMilestone(index, isReached: true)
      return .ended
    }
  }

  func callBody(of index: UInt32, worker: Int32, lane: OperationGraph.Lane) {
    let start = StepStart(self)
    do {
      if let indexed {
        try indexed.pointee.run(Int(index))
      } else if let companion {
        try companion.run(Int(index)) { try (nodes + Int(index)).synchronous.pointee.run() }
      } else {
        try (nodes + Int(index)).synchronous.pointee.run()
      }
    } catch {
      fail(index, error)
    }
    record(index, start, worker: worker, lane: lane)
    markEnded(index)
  }

  struct StepStart {
    let nanoseconds: Int64
    let ticks: Int64

    @inline(__always)
    init(_ crew: GraphCrew) {
      nanoseconds = crew.times == nil ? 0 : stage_nanoseconds()
      ticks = crew.measured == nil ? 0 : stage_ticks()
    }
  }

  @inline(__always)
  func markEnded(_ index: UInt32) { progress?[Int(index)].store(true, ordering: .releasing) }

  @inline(__always)
  func record(
    _ index: UInt32, _ start: StepStart, worker: Int32, lane: OperationGraph.Lane
  ) {
    // The counters of two processors may differ slightly.
    if let measured { measured[Int(index)] = Swift.max(stage_ticks() - start.ticks, 0) }
    guard let times else { return }
    times[Int(index)] = OperationGraph.StepTimes(
      start: start.nanoseconds - began, end: stage_nanoseconds() - began, worker: worker,
      lane: lane)
  }

  func endElsewhere(_ index: UInt32) {
    if let startOrder { return endElsewhereInOrder(index, startOrder) }
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

  func countEnded(_ count: Int) {
    guard count > 0 else { return }
    let left = counters.pointee.remaining.wrappingSubtract(
      count, ordering: .acquiringAndReleasing
    ).newValue
    if left == 0 { finish() }
  }
}
