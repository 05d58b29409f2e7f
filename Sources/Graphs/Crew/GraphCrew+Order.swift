internal import CStageFloor
internal import StageFloor
internal import Synchronization

/// Small graphs: all ready steps stand in one line, and each host takes the first.
extension GraphCrew {
  /// What a host does next.
  private enum Turn {
    case job(UnownedJob)
    case asynchronous(UInt32)
    case synchronous(UInt32)
    /// Nothing; whether it is worth while to look around for a moment.
    case nothing(looks: Bool)
  }

  /// What is to be done after the lock was left.
  private struct Errands {
    var host: UnsafeContinuation<Void, Never>?
    /// The slot of a helper to start.
    var helper: Int?
    var staffsMainLane = false
    var blocking: [UInt32] = []
    var milestones: [UInt32] = []
  }

  /// Makes the sources ready.
  func beginInOrder(_ plan: GraphPlan) {
    var errands = Errands()
    lock.lock()
    for source in store.sources { makeReady(source, plan, &errands) }
    publish(plan, &errands)
    lock.unlock()
    run(errands)
  }

  /// Does what there is to do, on this thread, in the order of the plan.
  ///
  /// - Returns: whether all is over for this host.
  func serveInOrder(
    _ plan: GraphPlan, _ slot: UnsafeMutablePointer<WorkerSlot>, isLeader: Bool
  ) -> Bool {
    var ended = Self.none
    while true {
      let turn = takeTurn(plan, slot, afterEndOf: ended)
      ended = Self.none
      switch turn {
      case .job(let job):
        job.runSynchronously(on: asUnownedTaskExecutor())
      case .asynchronous(let step):
        if skip(step) {
          note(step)
          slot.pointee.ended &+= 1
          ended = step
        } else {
          drive(step)
        }
      case .synchronous(let step):
        if skip(step) {
          note(step)
        } else {
          perform(step, worker: slot.pointee.number, lane: .compute)
        }
        slot.pointee.ended &+= 1
        ended = step
      case .nothing(let looks):
        let count = slot.pointee.ended
        slot.pointee.ended = 0
        countEnded(count)
        if mayGo(isLeader: isLeader) { return true }
        if !looks || !lookAround(slot, isLeader: isLeader) { return false }
      }
    }
  }

  /// An asynchronous step has ended on this host.
  ///
  /// - Returns: the asynchronous step that its driver runs next, or none.
  func goOnInOrder(
    _ plan: GraphPlan, _ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf step: UInt32
  ) -> UInt32 {
    var ended = step
    while true {
      slot.pointee.ended &+= 1
      var next = Self.none
      var errands = Errands()
      lock.lock()
      release(ended, plan, &errands)
      // Whoever was waiting to go on comes before who has not begun.
      if jobs.isEmpty, let place = readyLine.first, place < plan.asynchronousCount {
        readyLine.remove(place)
        next = plan.steps[place]
      }
      publish(plan, &errands)
      lock.unlock()
      run(errands)
      if next == Self.none || !skip(next) { return next }
      note(next)
      ended = next
    }
  }

  /// A step that ran outside the hosts has ended.
  func endElsewhereInOrder(_ index: UInt32, _ plan: GraphPlan) {
    var errands = Errands()
    lock.lock()
    if nodes[Int(index)].kind == .main { mainLane.running = nil }
    release(index, plan, &errands)
    publish(plan, &errands)
    lock.unlock()
    run(errands)
    countEnded(1)
  }

  private func takeTurn(
    _ plan: GraphPlan, _ slot: UnsafeMutablePointer<WorkerSlot>, afterEndOf ended: UInt32
  ) -> Turn {
    var turn: Turn
    var errands = Errands()
    lock.lock()
    if slot.pointee.isSeated {
      slot.pointee.isSeated = false
      seated -= 1
    }
    if ended != Self.none { release(ended, plan, &errands) }
    if let job = jobs.popFirst() {
      board.pointee.jobCount.store(jobs.count, ordering: .relaxed)
      turn = .job(job)
    } else if hasTurn(plan), let place = readyLine.first {
      readyLine.remove(place)
      let step = plan.steps[place]
      if place < plan.asynchronousCount {
        turn = .asynchronous(step)
      } else {
        slot.pointee.isSeated = true
        seated += 1
        turn = .synchronous(step)
      }
    } else {
      turn = .nothing(looks: readyLine.isEmpty)
    }
    publish(plan, &errands)
    lock.unlock()
    run(errands)
    return turn
  }

  // MARK: Under the lock

  /// Whether a synchronous step may begin on a host: a more urgent one of the main lane, which runs
  /// or is about to, takes the place of a worker.
  ///
  /// But one place is always left, or who blocks the main thread until a step has ended would wait
  /// for ever. A less urgent one has to share: a core that is kept free for it is idle until the
  /// main thread has woken, and again until the worker has.
  private func hasSeat(for place: Int, _ plan: GraphPlan) -> Bool {
    guard seated >= Swift.max(1, workers - 1) else { return true }
    return seated < workers && !mainLane.hasWork(before: place, in: plan)
  }

  /// Whether a host would find something to do.
  func hasTurn(_ plan: GraphPlan) -> Bool {
    if !jobs.isEmpty { return true }
    guard let place = readyLine.first else { return false }
    return place < plan.asynchronousCount || hasSeat(for: place, plan)
  }

  /// A step has ended: whatever became ready goes where it runs.
  private func release(_ index: UInt32, _ plan: GraphPlan, _ errands: inout Errands) {
    let node = nodes + Int(index)
    node.pointee.pending.store(node.pointee.upstreams, ordering: .relaxed)
    for edge in store.successorRange(of: Int(index)) {
      let successor = successors[edge]
      if countDown(nodes + Int(successor), isAlone: false) {
        makeReady(successor, plan, &errands)
      }
    }
  }

  private func makeReady(_ index: UInt32, _ plan: GraphPlan, _ errands: inout Errands) {
    switch nodes[Int(index)].kind {
    case .plain, .indexed, .asynchronous, .mainAsynchronous, .nonisolated:
      readyLine.insert(Int(plan.places[Int(index)]))
    case .main:
      if placeInMainLane(index) { errands.staffsMainLane = true }
    case .blocking:
      guests += 1
      errands.blocking.append(index)
    case .milestone:
      // It takes no time, so nobody waits for a host to come by.
      errands.milestones.append(index)
      release(index, plan, &errands)
    }
  }

  /// Tells who looks around whether there is something to do, and finds a host to do it.
  private func publish(_ plan: GraphPlan, _ errands: inout Errands) {
    let hasTurn = hasTurn(plan)
    board.pointee.sharedCount.store(hasTurn ? 1 : 0, ordering: .relaxed)
    guard hasTurn else { return }
    if let host = parked.popLast() {
      errands.host = host
    } else if hosts > 0, hosts < workers, !isOver, let number = freeSlots.popLast() {
      hosts += 1
      errands.helper = number
    }
  }

  // MARK: Outside the lock

  private func run(_ errands: consuming Errands) {
    errands.host?.resume()
    if let number = errands.helper { startHelper(number) }
    if errands.staffsMainLane { staffMainLane() }
    for index in errands.blocking { runOnBlockingThread(index) }
    for index in errands.milestones {
      if !skip(index) { settleMilestone(index, isReached: true) }
      note(index)
    }
    countEnded(errands.milestones.count)
  }
}
